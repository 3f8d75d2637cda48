import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { offices } from '../../src/answers/offices.ts';
import { askPublisher, type Configured, configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, county, state, whole, words } from '../../src/catalog/inputs.ts';
import { answerOf, row, rows, type VerifyNext } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { firstRows, many } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { countLane } from '../../src/places/lanes/counted.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { readLane } from '../../src/places/lanes/reader.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';

const shown = 8;

const outcome = row({
  outcome: z.string().describe('In the words of the publisher; "not stated" where the record leaves it open'),
  count: z.int(),
  sharePercent: z.number().describe('Of all appeals counted here'),
});

const decided = laneValues('appeal_outcomes', {
  caseNumber: 'recordId',
  taxYear: 'year',
  type: 'appealType',
  outcome: 'change',
  reason: 'reason',
  status: 'status',
  assessedBeforeUsd: ['mailedTotal', 'Assessed value as first mailed'],
  assessedAfterUsd: ['certifiedTotal', 'Assessed value after this level of appeal'],
});
type Appeal = ReturnType<typeof decided.of>;

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

interface Question extends Configured<'appeal_outcomes'> {
  readonly ctx: FreeContext<'area', 'appeal_outcomes'>;
  readonly period: string;
  readonly year: { readonly year?: number };
  readonly verifyNext: readonly VerifyNext[];
}

/** Appeals of a township counted by outcome, most first; undefined where no source knows the township. */
async function countTownship({ ctx, configured, period, year }: Question, township: string) {
  const known = configured.flatMap((one) => {
    const match = townshipsOf(one).find((names) => names.some((name) => fold(name) === fold(township)));
    return match ? [{ one, code: match[0], name: match[1] }] : [];
  });
  const counts: z.input<typeof outcome>[] = [];
  for (const { one, code, name } of known) {
    const found = await countLane(ctx.sources, one, 'change', { townshipCode: code, ...year });
    const area = `${name} township (${code})`;
    const cited = ctx.answer.addLookup(found, { area, period, recordScope: one.source.recordScope });
    if (!cited) continue;
    const { data, citation } = cited;
    const total = data.reduce((sum, { rows }) => sum + rows, 0);
    const share = (rows: number) => Math.round((rows / total) * 1000) / 10;
    counts.push(
      ...data.map(({ value = 'not stated', rows: count }) => {
        return { outcome: value, count, sharePercent: share(count), citation };
      }),
    );
  }
  const [first] = known;
  return first && { name: first.name, counts: counts.sort((a, b) => b.count - a.count) };
}

function notQueried(
  { ctx: { answer }, names, period, verifyNext }: Question,
  state: 'unresolved' | 'unavailable',
  area: string,
  reason: string,
  limits: readonly string[] = [],
) {
  answer.addLookup({ state, source: names, reason }, { area, period });
  const summary = `${names} could not be queried for ${area}: ${reason}.`;
  return answer.finish({ state, summary, limits, verifyNext });
}

const nothingWords = ({ state }: AnswerBuilder) => (state === 'empty' ? 'no appeal listed' : 'it could not be read');

async function ofTownship(question: Question, township: string) {
  const { ctx, configured, names, period, notes: limits, verifyNext } = question;
  const counted = await countTownship(question, township);
  if (!counted) {
    const known = configured.flatMap((one) => townshipsOf(one).map(([, name]) => name)).join(', ') || 'none';
    const reason = 'the source has none of that name or code';
    return notQueried(question, 'unresolved', 'the township', reason, [`Townships of the source: ${known}.`]);
  }
  const { counts, name } = counted;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const answered = counts.map((one) => `${spoken(one.outcome)} ${one.count} (${one.sharePercent}%)`).join(', ');
  return ctx.answer.finish({
    summary: `${names} counted for ${name} township, ${period}: ${total > 0 ? `${total} appeals, ${answered}` : nothingWords(ctx.answer)}.`,
    facts: total > 0 && { outcomes: counts },
    limits,
    verifyNext,
  });
}

function appealWords([newest, ...others]: readonly Appeal[]): string | undefined {
  if (!newest) return undefined;
  const words = newest.outcome ? spoken(newest.outcome) : 'outcome not stated';
  return `${many(1 + others.length, 'appeal')}, newest ${newest.taxYear ?? 'year not stated'}: ${words}`;
}

async function ofParcel(question: Question) {
  const { ctx, configured, names, period, year, notes: limits, verifyNext } = question;
  const { subject, sources, answer } = ctx;
  const area = placeWords(subject);
  if (!isPointSubject(subject))
    return notQueried(question, 'unresolved', area, 'it is known only to its area, never to a parcel');
  const parcels = await ctx.jurisdictions.lane(subject, 'parcel', sources);
  const parcel =
    parcels.state === 'configured' ? await findParcel(sources, parcels.configured, subject, answer) : undefined;
  const key = parcel?.parcelId;
  if (!key) {
    const failed = (parcels.state === 'configured' ? answer : parcels).state === 'unavailable';
    return notQueried(question, failed ? 'unavailable' : 'unresolved', area, 'its parcel number is not known');
  }
  const list = new AnswerBuilder(subject);
  const appeals: Appeal[] = [];
  for (const one of configured) {
    const found = await readLane(sources, one, { key, filters: year, limit: 100 });
    const cited = list.addLookup(found, { area: `parcel ${key}`, period, recordScope: one.source.recordScope });
    if (cited) appeals.push(...cited.data.map(({ fields }) => ({ ...decided.of(fields), citation: cited.citation })));
  }
  appeals.sort((a, b) => (b.taxYear ?? 0) - (a.taxYear ?? 0));
  return list.finish({
    summary: `${names} queried for parcel ${key}, ${period}: ${appealWords(appeals) ?? nothingWords(list)}.`,
    facts: firstRows('appeals', appeals, shown, (one) => one),
    limits,
    verifyNext,
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
  output: answerOf({
    outcomes: z.array(outcome).optional(),
    appeals: rows(decided.shape).optional(),
    leftOut: z.int().optional(),
  }),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    const office = { ...offices.assessor, words: 'assessor or board of review' };
    const at = configuredOrAnswer(answer, ctx.lane, subject, { what: 'appeal outcome', office });
    if ('answer' in at) return at.answer;
    const { taxYear, township, address, latitude } = input;
    const question: Question = {
      ctx,
      ...at,
      period: taxYear === undefined ? 'all tax years' : `tax year ${taxYear}`,
      year: taxYear === undefined ? {} : { year: taxYear },
      verifyNext: askPublisher(at.configured, 'Look the case up, and ask for appeals at later levels'),
    };
    const byTownship = township !== undefined && address === undefined && latitude === undefined;
    return byTownship ? ofTownship(question, township) : ofParcel(question);
  },
});
