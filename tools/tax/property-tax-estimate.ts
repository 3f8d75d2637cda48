import { z } from 'zod';
import { askOffice, askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Geography } from '../../src/kernel/ports/place.ts';
import type { AnswerState } from '../../src/kernel/state.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { meansOf } from '../../src/places/schema/lane-table.ts';
import { rowCitation } from '../../src/rules/cited-row.ts';
import { assessmentLevel } from '../../src/rules/law-view.ts';
import { fitOf } from '../../src/rules/rule-fit.ts';
import { computableRates, inForce, levyingAt } from '../../src/rules/tax-rates.ts';
import { geographiesAt } from '../../src/sources/census-geocoder/client.ts';

const usd = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

type Rate = ReturnType<typeof computableRates>[number];

const bodyNames = () =>
  computableRates()
    .map(({ body, scope }) => `${body}, ${scope.state}`)
    .join('; ');

/** Whether a body of the table can levy at a place: the county of a county's rate, or a county in which a city lies. */
const mayLevy = (subject: Subject): boolean => computableRates().some(({ scope }) => fitOf(scope, subject));

const table = 'Table of property tax rates of this service';
const readBill = 'Read the tax bill, its districts and fees';

/** The answer where nothing was computed, with what a rate would be multiplied with; `why` begins with the area. */
function noTax(answer: AnswerBuilder, subject: Subject, state: AnswerState, why: string) {
  const level = assessmentLevel(subject);
  const [collector, ...further] = askOfficeOrState(
    subject,
    offices.collector,
    readBill,
    'Find the assessor, the collector and their rates',
  );
  return answer.finish({
    state,
    summary: `No tax was computed for ${why}.`,
    limits: level.limits,
    verifyNext: [collector, ...level.next, ...further],
  });
}

const viewLine = (one: Rate, assessedUsd: number, today: string, answer: AnswerBuilder) => ({
  ...pickFields(one, 'body', 'taxYear', 'note'),
  ratePer100Usd: one.dollarsPer100,
  inForce: inForce(one, today),
  taxUsd: Math.round(assessedUsd * one.dollarsPer100) / 100,
  citation: answer.cite(rowCitation(one)),
});

/** What the sum leaves out of the municipality at the point, for the summary. */
function missingWords(town: Geography | undefined, levying: readonly Rate[], isPartial: boolean): string {
  if (!town) return isPartial ? '; whether a municipality levies could not be read' : '';
  if (levying.some(({ geoid }) => geoid === town.geoid)) return '';
  return `; no rate for ${plainName(town.name) ?? 'the municipality'}`;
}

const boundaries = { area: 'the point', recordScope: 'county and municipality by Census boundaries' };

export default defineTool({
  title: 'Property tax estimate',
  summary:
    'Assessed value times published county and city rates at an address in one county (Wake, NC), each input cited.',
  whenToUse: 'Roughly what would the yearly property tax of this address be at the published rates?',
  notFor:
    'Not a bill, a payoff or an escrow figure, and computed for Wake County, North Carolina only; rates alone are svc_property_tax_rates.',
  scope: 'local',
  lane: 'parcel',
  sources: ['census-geocoder'],
  examples: [{ title: 'An address in Raleigh', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    assessedValue: fact(z.number()),
    municipality: fact(z.string()).optional(),
    lines: rows({
      body: z.string(),
      ratePer100Usd: z.number(),
      taxYear: z.string(),
      inForce: z.boolean().describe('Whether the rate is known to be in force today'),
      taxUsd: z.number().describe('Assessed value / 100 * rate, rounded to cents'),
      note: z.string().optional(),
    }).optional(),
    totalOfTheseBodies: fact(z.number()).optional(),
  }),
  async run(ctx) {
    const { subject, answer } = ctx;
    const area = placeWords(subject);
    const none = (state: AnswerState, why: string) => noTax(answer, subject, state, `${area}: ${why}`);
    const searchExtent = { area, recordScope: 'rates on the whole assessed value' };
    const noRate = (reason: string) => {
      answer.addLookup({ state: 'not_covered', source: table, reason }, searchExtent);
      return none('not_covered', reason);
    };
    if (!mayLevy(subject)) return noRate(`rates to compute with are in the table for ${bodyNames()} only`);
    const words = { what: 'parcel', office: offices.assessor };
    const at = configuredOrAnswer(answer, ctx.lane, subject, words);
    if ('answer' in at) return at.answer;
    const [parcel, found] = await Promise.all([
      findParcel(ctx.sources, at.configured, subject, answer),
      geographiesAt(ctx.sources, subject),
    ]);
    const valueState = answer.state;
    const around = answer.addLookup(found, boundaries);
    if (!around) {
      const state = found.state === 'empty' ? 'unresolved' : 'unavailable';
      return none(state, 'the boundaries that decide who levies there could not be read');
    }
    const codes = new Set([subject.county?.fips, ...around.data.map(({ geoid }) => geoid)]);
    const levying = levyingAt(codes);
    if (levying.length === 0) {
      return noRate(`the table has no rate of a body that levies there (${bodyNames()} only)`);
    }
    const assessed = parcel?.facts.totalValue;
    if (!parcel) return none(valueState, 'its assessed value could not be read');
    if (!assessed) return none('empty', 'its parcel record states no one total value');
    const kind = meansOf(parcel.configured.source, 'totalValue');
    if (kind !== 'assessed') return none('empty', 'the value of its parcel record is not known to be the assessed one');

    const town = around.data.find(({ layer }) => /Incorporated Places$/.test(layer));
    const today = ctx.now.toISOString().slice(0, 10);
    const lines = levying.map((one) => viewLine(one, assessed.value, today, answer));
    const late = lines.some((one) => !one.inForce) ? `; rates in force on ${today} were not seen` : '';
    const missing = missingWords(town, levying, found.state === 'partial');
    answer.count('partial');
    const reason = `districts and fees are not in the table${missing}${late}`;
    answer.note({ source: table, ...searchExtent, state: 'partial', reason });
    const total = lines.reduce((sum, { taxUsd }) => sum + Math.round(taxUsd * 100), 0) / 100;
    const [first] = lines;
    return answer.finish({
      summary: `At the ${first?.taxYear} rates of ${lines.map(({ body }) => body).join(' and ')}${late && ' (later ones were not seen)'}, an assessed value of ${usd(assessed.value)} at ${area} gives ${usd(total)} a year before exemptions, districts and fees${missing}.`,
      facts: {
        assessedValue: { ...assessed, unit: 'USD', note: "The assessor's figure, not a market price" },
        municipality: town && { value: town.name, citation: around.citation },
        lines,
        totalOfTheseBodies: {
          value: total,
          unit: 'USD per year',
          citation: first?.citation ?? around.citation,
          note: 'Sum of the lines',
        },
      },
      limits: parcel.limits.slice(0, 1),
      verifyNext: [
        askOffice(subject, offices.collector, readBill),
        ...levying
          .slice(0, 1)
          .map(({ page }) => ({ action: 'Confirm the rates of this year', with: page.name, url: page.url })),
      ],
    });
  },
});
