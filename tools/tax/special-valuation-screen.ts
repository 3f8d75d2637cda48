import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { beyond, filled, many } from '../../src/kernel/nearby-shape.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { readLane } from '../../src/places/lanes/reader.ts';
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
type Context = FreeContext<'point', 'special_valuation'>;

/** Number of the parcel at the place; undefined where there is none, with the state of that miss. */
async function parcelKey({ jurisdictions, subject, sources }: Context) {
  const parcels = await jurisdictions.lane(subject, 'parcel', sources);
  const by = new AnswerBuilder(subject);
  const parcel =
    parcels.state === 'configured' ? await findParcel(sources, parcels.configured, subject, by) : undefined;
  return {
    key: parcel?.parcelId,
    state: by.state === 'unavailable' ? ('unavailable' as const) : ('unresolved' as const),
  };
}

/** Entries of the lists of exempt parcels, newest first, and of each list what it answered. */
async function readLists(ctx: Context, area: string) {
  const { lane, answer } = ctx;
  if (lane.state !== 'configured') {
    answer.addLookup({ state: lane.state, source: 'wired lists of exempt parcels', reason: lane.reason }, { area });
    return { entries: [], answered: ['no list of exempt parcels could be queried here'] };
  }
  const { key, state } = await parcelKey(ctx);
  if (!key) {
    const source = lane.configured.map((one) => one.source.name).join(', ');
    answer.addLookup({ state, source, reason: 'the parcel number of the address is not known' }, { area });
    return { entries: [], answered: [`${source} could not be queried, the parcel number is not known`] };
  }
  const lists = [];
  for (const configured of lane.configured) {
    const { name, recordScope } = configured.source;
    const found = await readLane(ctx.sources, configured, { key, limit: 50 });
    const cited = answer.addLookup(found, { area: `parcel ${key}`, recordScope });
    const entries = cited?.data.map(({ fields }) => ({
      list: name,
      ...exemption.of(fields),
      citation: cited.citation,
    }));
    const none = found.state === 'empty' ? 'no row' : 'not readable';
    lists.push({ entries, answered: `${name} for parcel ${key}: ${entries ? many(entries.length, 'row') : none}` });
  }
  const entries = lists.flatMap((list) => list.entries ?? []).sort((a, b) => (b.taxYear ?? 0) - (a.taxYear ?? 0));
  return {
    entries,
    answered: lists.map(({ answered }) => answered),
    notes: lane.configured.flatMap((one) => one.source.limits.notes),
  };
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
  output: answerOf({
    listed: rows({ list: z.string(), ...exemption.shape }).optional(),
    leftOut: z.int().optional(),
    stateRules: rows({
      kind: z.enum(['use_value', 'growth_limit']),
      title: z.string(),
      rule: z.string(),
      afterwards: z.string().optional().describe('What is owed or reset when it ends'),
      statute: z.string().describe('Where the rule stands'),
      verification: z.enum(rowVerifications),
    }).optional(),
  }),
  paid: oneCentTerms(['property tax', 'use value', 'exemption', 'assessment']),
  async run(ctx) {
    const { subject, lane, answer } = ctx;
    const area = placeWords(subject);
    const { entries, answered, notes = [] } = await readLists(ctx, area);
    const { rows: found, pointers } = readTable(answer, specialValuation, { subject, area, scope: 'state rules' });
    const rules = found.map(({ row: one }) =>
      viewCited(answer, one, ['kind', 'title', 'rule', 'afterwards', 'statute']),
    );
    const ruleWords =
      rules.length > 0
        ? `rules of ${found[0]?.row.scope.name}: ${rules.map(({ title }) => title).join(', ')}`
        : 'no rule of the state whose text was read';
    const source = lane.state === 'configured' ? lane.configured[0]?.source : undefined;
    return answer.finish({
      summary: `Special valuation at ${area}: ${[...answered, ruleWords].join('; ')}.`,
      facts: {
        listed: filled(entries.slice(0, shown)),
        leftOut: beyond(entries, shown),
        stateRules: filled(rules),
      },
      limits: [
        ...notes,
        ...pointerLimits(pointers),
        rules.length === 0 && `States with rules: ${coveredPlaces(specialValuation).join(', ')}.`,
      ],
      verifyNext: source
        ? [
            { action: askOnFile, with: source.publisher, url: source.landingUrl },
            ...pointerChecks(pointers),
            ...stateTaxOffice(subject, readState),
          ]
        : [...askOfficeOrState(subject, offices.assessor, askOnFile, readState), ...pointerChecks(pointers)],
    });
  },
});
