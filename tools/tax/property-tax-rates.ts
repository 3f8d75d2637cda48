import { z } from 'zod';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { rowCitation, rowVerifications } from '../../src/rules/cited-row.ts';
import { lawRow, lawsOnRequest, readLaws } from '../../src/rules/law-view.ts';
import { fitOf } from '../../src/rules/rule-fit.ts';
import { pointerChecks, pointerLimits, pointersFor } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces } from '../../src/rules/rule-table.ts';
import { inForce, rateShape, taxRates, viewRate } from '../../src/rules/tax-rates.ts';

const lawsShown = 4;
const topicOf = { transferTax: 'transfer_tax', assessmentLevel: 'assessment_level' } as const;
type LawFact = keyof typeof topicOf;
const lawFacts = ['transferTax', 'assessmentLevel'] as const satisfies readonly LawFact[];
/** A longer rate stands in its row alone. */
const longestRule = 100;

/** The first statement of one topic, for the summary. */
function lawWords({ laws = [], age }: ReturnType<typeof readLaws>): string {
  const [first] = laws;
  if (!first) return '';
  const rule = first.rule && first.rule.length <= longestRule ? `, ${first.rule}` : '';
  return ` By state law: ${first.about}${rule}${laws.length > 1 ? ` (1 of ${laws.length} taxes on a transfer)` : ''}${age}.`;
}

/** The statements of law that are wanted, by the fact that has them, and what a summary says of them and of the others. */
function stateLaw(answer: AnswerBuilder, subject: Subject, now: Date, wanted: Readonly<Record<LawFact, boolean>>) {
  const query = { subject, area: placeWords(subject), now };
  const read = lawFacts.map((fact) => readLaws(answer, wanted[fact] ? [topicOf[fact]] : [], query, lawsShown));
  const others = lawFacts.filter((fact) => !wanted[fact]).map((fact) => topicOf[fact]);
  return {
    facts: Object.fromEntries(lawFacts.map((fact, index) => [fact, read[index]?.laws])),
    found: read.some(({ laws }) => laws),
    limits: [...new Set(read.flatMap(({ limits }) => limits))],
    pointers: read.flatMap(({ pointers }) => pointers),
    words: `${read.map(lawWords).join('')}${lawsOnRequest(subject, others)}`,
  };
}

export default defineTool({
  title: 'Property tax rates of a place',
  summary:
    'Property tax rates of a county, city or school district with their year, transfer tax and level of assessment, cited.',
  whenToUse: 'What is the property tax rate here, who levies it, and what is the transfer tax on a deed?',
  notFor: 'Not the bill of a property (svc_property_tax_estimate) and not a list of all bodies (svc_taxing_districts).',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'A city', arguments: { place: 'Philadelphia, PA' } },
    { title: 'A city and its county', arguments: { place: 'Raleigh, NC' } },
    { title: 'Transfer tax of a state', arguments: { place: 'Nebraska' } },
  ],
  input: inputObject({
    place,
    transferTax: z
      .boolean()
      .default(false)
      .describe('Adds taxes on a transfer by state law, which come by themselves only where no rate is known'),
    assessmentLevel: z
      .boolean()
      .default(false)
      .describe('Adds what an assessed value is by state law, such as 10 percent of market value'),
  }),
  output: answerOf({
    rates: rows({ ...rateShape, verification: z.enum(rowVerifications) }),
    transferTax: z
      .array(lawRow)
      .optional()
      .describe('Taxes on a transfer of real property by state law; cities and counties may add their own'),
    assessmentLevel: z.array(lawRow).optional().describe('What an assessed value is, of which property, by state law'),
  }),
  run(ctx, { transferTax, assessmentLevel }) {
    const { subject, answer } = ctx;
    const today = ctx.now.toISOString().slice(0, 10);
    const area = placeWords(subject);
    // the rate of a body that reaches only a part of the place is none of the place
    const here = taxRates.rows.filter(({ scope }) => fitOf(scope, subject) === 'whole');
    const pointers = pointersFor(taxRates.id, subject);
    const current = here.filter((one) => inForce(one, today));
    const shown = current.length > 0 ? current : here;
    const source = 'Table of property tax rates of this service';
    const searchExtent = { area, recordScope: 'rates of the bodies of the table' };
    const [first] = shown;
    const state = current.length > 0 ? 'found' : 'stale';
    if (first) {
      const reason = `rates of tax year ${first.taxYear}; later ones were not seen`;
      answer.count(state);
      answer.note({ source, ...searchExtent, state, ...(state === 'stale' && { reason }) });
    } else
      answer.addLookup({ state: 'not_covered', source, reason: 'the table has no rate for the place' }, searchExtent);
    const rates = shown.map((one) => ({
      ...viewRate(one, today),
      verification: one.verification,
      citation: answer.cite(rowCitation(one)),
    }));
    const law = stateLaw(answer, subject, ctx.now, { transferTax: transferTax || !first, assessmentLevel });
    if (!first)
      return answer.finish({
        summary: `Table of property tax rates queried for ${area}: it has no rate that was read on an official page.${law.words}`,
        facts: law.found && { rates: [], ...law.facts },
        limits: [
          ...law.limits,
          ...pointerLimits(pointers),
          `Places with rates: ${coveredPlaces(taxRates).join('; ')}.`,
        ],
        verifyNext: [
          ...pointerChecks([...pointers, ...law.pointers]),
          ...askOfficeOrState(
            subject,
            offices.collector,
            'Read the rates on the bill or ask for them',
            'Look for published rate tables',
          ),
        ],
      });
    const answered = rates
      .map(({ body, appliesTo, ratePer100Usd }) => `${appliesTo === 'all' ? body : appliesTo} $${ratePer100Usd}`)
      .join(', ');
    return answer.finish({
      summary: `Table of property tax rates queried for ${area}, tax year ${first.taxYear}: ${answered} per $100${state === 'stale' ? `; not known to be in force on ${today}` : ''}.${law.words}`,
      facts: { rates, ...law.facts },
      limits: law.limits,
      verifyNext: [
        {
          action: `Confirm the rate; the table was read on ${taxRates.asOf}`,
          with: first.page.name,
          url: first.page.url,
        },
      ],
    });
  },
});
