import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { beyond, filled, many } from '../../src/kernel/nearby-shape.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { readLane } from '../../src/places/lanes/reader.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';
import { rowVerifications } from '../../src/rules/cited-row.ts';
import { pointerChecks, pointerLimits } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces, readTable } from '../../src/rules/rule-table.ts';
import { viewCited } from '../../src/rules/rule-view.ts';
import { stateTaxOffice } from '../../src/rules/tax-office.ts';
import { specialValuation } from '../../src/rules/tax-tables.ts';

const shown = 6;
const askOnFile = 'Ask which exemptions and use values are on file';
const readState = 'Read the rules and forms of the state';

const exemption = laneValues('special_valuation', {
  taxYear: 'year',
  code: ['code', "The publisher's own code of the exemption"],
  exemptValueUsd: 'exemptValue',
});
const listed = row({ list: z.string(), ...exemption.shape });

const rule = row({
  kind: z.enum(['use_value', 'growth_limit']),
  title: z.string(),
  rule: z.string(),
  afterwards: z.string().optional().describe('What is owed or reset when it ends'),
  statute: z.string().describe('Where the rule stands'),
  verification: z.enum(rowVerifications),
});

type Listed = z.input<typeof listed>;
type Context = ToolContext<'point', 'special_valuation'>;

const facts = z.strictObject({
  listed: z.array(listed).optional(),
  leftOut: z.int().optional(),
  stateRules: z.array(rule).optional(),
});

interface Lists {
  readonly entries: Listed[];
  readonly answered: string[];
  readonly notes: string[];
}

/** Number of the parcel at the place; where there is none, the answer says why the lists were not queried. */
async function parcelKey(ctx: Context, answer: AnswerBuilder, names: string, area: string) {
  const parcels = await ctx.jurisdictions.lane(ctx.subject, 'parcel', ctx.sources);
  const by = new AnswerBuilder(ctx.subject);
  const parcel =
    parcels.state === 'configured' ? await findParcel(ctx.sources, parcels.configured, ctx.subject, by) : undefined;
  if (parcel?.parcelId) return parcel.parcelId;
  const state = by.state === 'unavailable' ? 'unavailable' : 'unresolved';
  answer.addLookup({ state, source: names, reason: 'the parcel number of the address is not known' }, { area });
  return undefined;
}

async function readList(
  ctx: Context,
  answer: AnswerBuilder,
  configured: ConfiguredLane<'special_valuation'>,
  key: string,
) {
  const found = await readLane(ctx.sources, configured, { key, limit: 50 });
  const { name, recordScope } = configured.source;
  const taken = answer.addLookup(found, { area: `parcel ${key}`, recordScope });
  const entries = (taken?.data ?? []).map(
    ({ fields }): Listed => ({ list: name, ...exemption.of(fields), citation: taken?.citation ?? 'c1' }),
  );
  const none = found.state === 'empty' ? 'no row' : 'not readable';
  return { entries, answered: `${name} for parcel ${key}: ${taken ? many(entries.length, 'row') : none}` };
}

async function readLists(ctx: Context, answer: AnswerBuilder, area: string): Promise<Lists> {
  const { lane } = ctx;
  if (lane.state !== 'configured') {
    answer.addLookup({ state: lane.state, source: 'wired lists of exempt parcels', reason: lane.reason }, { area });
    return { entries: [], answered: ['no list of exempt parcels could be queried here'], notes: [] };
  }
  const names = lane.configured.map(({ source }) => source.name).join(', ');
  const key = await parcelKey(ctx, answer, names, area);
  if (!key)
    return { entries: [], answered: [`${names} could not be queried, the parcel number is not known`], notes: [] };
  const lists: Lists = { entries: [], answered: [], notes: [] };
  for (const configured of lane.configured) {
    const { entries, answered } = await readList(ctx, answer, configured, key);
    lists.entries.push(...entries);
    lists.answered.push(answered);
    lists.notes.push(...configured.source.limits.notes);
  }
  lists.entries.sort((a, b) => (b.taxYear ?? 0) - (a.taxYear ?? 0));
  return lists;
}

export default defineTool({
  title: 'Special valuation screen',
  summary: 'Exemptions that the tax roll lists for a parcel, and state rules on use value and limits of value growth.',
  whenToUse: 'Is this parcel listed with an exemption, and which use-value or growth-limit rules does the state have?',
  notFor: 'Not eligibility, not a rollback figure and not relief by income, age or service (svc_owner_programs).',
  scope: 'local',
  lane: 'special_valuation',
  examples: [
    { title: 'Exemptions of a lot in New York', arguments: { address: '100 Gold St, New York, NY 10038' } },
    { title: 'Rules of a state', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
  ],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['property tax', 'use value', 'exemption', 'assessment']),
  async run(ctx) {
    const { subject, lane, answer } = ctx;
    const area = placeWords(subject);
    const { entries, answered, notes } = await readLists(ctx, answer, area);
    const { rows, pointers } = readTable(answer, specialValuation, { subject, area, scope: 'state rules' });
    const rules = rows.map(({ row: one }) =>
      viewCited(answer, one, ['kind', 'title', 'rule', 'afterwards', 'statute']),
    );
    const ruleWords =
      rules.length > 0
        ? `rules of ${rows[0]?.row.scope.name}: ${rules.map(({ title }) => title).join(', ')}`
        : 'no rule of the state whose text was read';
    const source = lane.state === 'configured' ? lane.configured[0]?.source : undefined;
    return answer.finish({
      summary: `Special valuation at ${area}: ${[...answered, ruleWords].join('; ')}.`,
      facts: {
        listed: entries.length > 0 ? entries.slice(0, shown) : undefined,
        leftOut: beyond(entries, shown),
        stateRules: filled(rules),
      },
      limits: [
        ...notes,
        ...pointerLimits(pointers),
        rules.length === 0 && `States with rules: ${coveredPlaces(specialValuation).join(', ')}.`,
      ],
      verifyNext: [
        ...(source
          ? [
              { action: askOnFile, with: source.publisher, url: source.landingUrl },
              ...pointerChecks(pointers),
              ...stateTaxOffice(subject, readState),
            ]
          : [...askOfficeOrState(subject, offices.assessor, askOnFile, readState), ...pointerChecks(pointers)]),
      ],
    });
  },
});
