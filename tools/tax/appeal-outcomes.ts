import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { offices } from '../../src/answers/offices.ts';
import { askPublisher, configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, county, state, whole, words } from '../../src/catalog/inputs.ts';
import { answerSchema, row, type VerifyNext } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { firstRows, many } from '../../src/kernel/nearby-shape.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { countLane } from '../../src/places/lanes/counted.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { readLane } from '../../src/places/lanes/reader.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';

const shown = 8;

type Year = { readonly year?: number };

const outcome = row({
  outcome: z.string().describe('In the words of the publisher; "not stated" where the record leaves it open'),
  count: z.int(),
  sharePercent: z.number().describe('Of all appeals counted here'),
});

const decided = laneValues('appeal_outcomes', {
  taxYear: 'year',
  type: 'appealType',
  outcome: 'change',
  reason: 'reason',
  status: 'status',
  assessedBeforeUsd: ['mailedTotal', 'Assessed value as first mailed'],
  assessedAfterUsd: ['certifiedTotal', 'Assessed value after this level of appeal'],
});
const appeal = row({ caseNumber: z.string().optional(), ...decided.shape });

const facts = z.strictObject({
  outcomes: z.array(outcome).optional(),
  appeals: z.array(appeal).optional(),
  leftOut: z.int().optional(),
});

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(township|twp\.?)\b/g, '')
    .replace(/[^a-z0-9]+/g, '');

/** Townships that a source knows, by the code that it keeps; its registry entry has the legend. */
function townshipsOf({ source }: ConfiguredLane<'appeal_outcomes'>): readonly (readonly [string, string])[] {
  const field = source.fields.township;
  return typeof field === 'object' ? Object.entries(field.legend ?? {}) : [];
}

/** The publisher's word where it may be part of a sentence of this service. */
const spoken = (outcomeWord: string) => plainName(outcomeWord) ?? 'an outcome in other words';

/** Appeals of a township counted by outcome, most first; undefined where no source knows the township. */
async function countTownship(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'appeal_outcomes'>[],
  township: string,
  year: Year,
  period: string,
  answer: AnswerBuilder,
): Promise<{ name: string; counts: z.input<typeof outcome>[] } | undefined> {
  const known = configured.flatMap((one) => {
    const match = townshipsOf(one).find((names) => names.some((name) => fold(name) === fold(township)));
    return match ? [{ one, code: match[0], name: match[1] }] : [];
  });
  const [first] = known;
  if (!first) return undefined;
  const counts: z.input<typeof outcome>[] = [];
  for (const { one, code, name } of known) {
    const found = await countLane(sources, one, 'change', { townshipCode: code, ...year });
    const cited = answer.addLookup(found, {
      area: `${name} township (${code})`,
      period,
      recordScope: one.source.recordScope,
    });
    const total = (cited?.data ?? []).reduce((sum, { rows }) => sum + rows, 0);
    for (const { value, rows } of cited?.data ?? []) {
      const sharePercent = Math.round((rows / total) * 1000) / 10;
      counts.push({ outcome: value ?? 'not stated', count: rows, sharePercent, citation: cited?.citation ?? 'c1' });
    }
  }
  return { name: first.name, counts: counts.sort((a, b) => b.count - a.count) };
}

async function listAppeals(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'appeal_outcomes'>[],
  key: string,
  year: Year,
  period: string,
  answer: AnswerBuilder,
): Promise<z.input<typeof appeal>[]> {
  const appeals: z.input<typeof appeal>[] = [];
  for (const one of configured) {
    const found = await readLane(sources, one, { key, filters: year, limit: 100 });
    const cited = answer.addLookup(found, { area: `parcel ${key}`, period, recordScope: one.source.recordScope });
    for (const { fields, recordId } of cited?.data ?? []) {
      appeals.push({ caseNumber: recordId || undefined, ...decided.of(fields), citation: cited?.citation ?? 'c1' });
    }
  }
  return appeals.sort((a, b) => (b.taxYear ?? 0) - (a.taxYear ?? 0));
}

interface Ask {
  readonly ctx: ToolContext<'area'>;
  readonly configured: readonly ConfiguredLane<'appeal_outcomes'>[];
  readonly names: string;
  readonly period: string;
  readonly year: Year;
  readonly more: { readonly limits: readonly string[]; readonly verifyNext: readonly VerifyNext[] };
}

function unasked(
  { names, period, more }: Ask,
  answer: AnswerBuilder,
  why: { readonly state: 'unresolved' | 'unavailable'; readonly area: string; readonly reason: string },
  also: readonly string[] = [],
) {
  const { state, area, reason } = why;
  answer.addLookup({ state, source: names, reason }, { area, period });
  const summary = `${names} could not be queried for ${area}: ${reason}.`;
  return answer.finish({ state, summary, ...more, limits: also });
}

const nothingWords = ({ state }: AnswerBuilder) => (state === 'empty' ? 'no appeal listed' : 'it could not be read');

async function ofTownship(ask: Ask, answer: AnswerBuilder, township: string) {
  const { ctx, configured, names, period, year, more } = ask;
  const counted = await countTownship(ctx.sources, configured, township, year, period, answer);
  if (!counted) {
    const known = configured.flatMap((one) => townshipsOf(one).map(([, name]) => name));
    const reason = 'the source has none of that name or code';
    return unasked(ask, answer, { state: 'unresolved', area: 'the township', reason }, [
      `Townships of the source: ${known.join(', ') || 'none'}.`,
    ]);
  }
  const { counts, name } = counted;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const answered = counts.map((one) => `${spoken(one.outcome)} ${one.count} (${one.sharePercent}%)`).join(', ');
  return answer.finish({
    summary: `${names} counted for ${name} township, ${period}: ${total > 0 ? `${total} appeals, ${answered}` : nothingWords(answer)}.`,
    facts: total > 0 && { outcomes: counts },
    ...more,
  });
}

function appealWords(appeals: readonly z.input<typeof appeal>[]): string | undefined {
  const [newest] = appeals;
  if (!newest) return undefined;
  const words = newest.outcome ? spoken(newest.outcome) : 'outcome not stated';
  return `${many(appeals.length, 'appeal')}, newest ${newest.taxYear ?? 'year not stated'}: ${words}`;
}

async function ofParcel(ask: Ask, answer: AnswerBuilder) {
  const { ctx, configured, names, period, year, more } = ask;
  const { subject } = ctx;
  const area = placeWords(subject);
  if (!isPointSubject(subject)) {
    const reason = 'it is known only to its area, never to a parcel';
    return unasked(ask, answer, { state: 'unresolved', area, reason });
  }
  const parcels = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
  const parcel =
    parcels.state === 'configured' ? await findParcel(ctx.sources, parcels.configured, subject, answer) : undefined;
  const key = parcel?.parcelId;
  if (!key) {
    const failed = (parcels.state === 'configured' ? answer : parcels).state === 'unavailable';
    const reason = 'its parcel number is not known';
    return unasked(ask, answer, { state: failed ? 'unavailable' : 'unresolved', area, reason });
  }
  const list = new AnswerBuilder(subject);
  const appeals = await listAppeals(ctx.sources, configured, key, year, period, list);
  return list.finish({
    summary: `${names} queried for parcel ${key}, ${period}: ${appealWords(appeals) ?? nothingWords(list)}.`,
    facts: firstRows('appeals', appeals, shown, (one) => one),
    ...more,
  });
}

export default defineTool({
  title: 'Outcomes of assessment appeals',
  summary: 'Decided assessment appeals of a parcel, or counts by outcome for a township and year, where published.',
  whenToUse: 'How were assessment appeals of this property, or of this township in a tax year, decided?',
  notFor: 'Not a forecast; how to file is svc_appeal_filing_guide, until when svc_appeal_window.',
  scope: 'local',
  lane: 'appeal_outcomes',
  subject: 'area',
  examples: [
    {
      title: 'A township in a tax year',
      arguments: { state: 'IL', county: 'Cook', township: 'South Chicago', taxYear: 2025 },
    },
    { title: 'By address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602', taxYear: 2025 } },
  ],
  input: atAddress(
    {
      taxYear: whole(1990, 2100)
        .optional()
        .describe('Tax year of the appeal; with an address it can be left out for all years'),
      state: state.optional(),
      county: county.optional(),
      township: words(2, 40).optional().describe('Township by name or code, for example "Lake View"'),
    },
    [['state', 'county', 'township', 'taxYear']],
  ),
  output: answerSchema({ facts }),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    const office = { ...offices.assessor, words: 'assessor or board of review' };
    const at = configuredOrAnswer(answer, ctx.lane, subject, { what: 'appeal outcome', office });
    if ('answer' in at) return at.answer;
    const names = at.configured.map(({ source }) => source.name).join(', ');
    const period = input.taxYear === undefined ? 'all tax years' : `tax year ${input.taxYear}`;
    const year = input.taxYear === undefined ? {} : { year: input.taxYear };
    const more = {
      limits: at.configured.flatMap(({ source }) => source.limits.notes),
      verifyNext: askPublisher(at.configured, 'Look the case up, and ask for appeals at later levels'),
    };
    const ask: Ask = { ctx, configured: at.configured, names, period, year, more };
    const byTownship = input.township !== undefined && input.address === undefined && input.latitude === undefined;
    return byTownship ? ofTownship(ask, answer, input.township ?? '') : ofParcel(ask, answer);
  },
});
