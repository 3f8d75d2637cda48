import { z } from 'zod';
import { pickFields } from '../../fields/table.ts';
import { row } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { plainName, sentence } from '../../kernel/text.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import type { LaneRow } from './reader.ts';
import { type RecordLane, readRecordLane } from './records.ts';

const maxRows = 1000;
const typesShown = 8;

export interface NearbyQuestion {
  readonly subject: PointSubject;
  readonly radiusMeters: number;
  readonly lookbackDays: number;
  readonly now: Date;
}

export interface NearbyEntry {
  readonly record: PlaceRecord;
  readonly row: LaneRow;
  readonly configured: ConfiguredLane;
  readonly citation: string;
}

/** What one source gave: how many, of which kinds, and what the source does and does not measure. */
export const datasetFacts = row({
  count: z.int().describe('Records whose published position lies within the radius'),
  complete: z.boolean().describe('False where the source holds more than was read: count is then a lower bound'),
  byType: z
    .array(z.strictObject({ type: z.string().describe("The source's own words"), count: z.int() }))
    .describe('The most frequent first'),
  typesLeftOut: z.int().optional().describe('Records of further types'),
  locationPrecision: z.string(),
  measures: z.string().optional(),
  doesNotMeasure: z.string().optional(),
  knownBiases: z.array(z.string()).optional(),
  lagDays: z.int().optional(),
});

export interface Nearby {
  readonly entries: readonly NearbyEntry[];
  readonly datasets: readonly z.input<typeof datasetFacts>[];
  /** The longest period that was queried, in words; undefined where no source has dates. */
  readonly period: string | undefined;
  readonly limits: readonly string[];
}

const words = (subject: PointSubject) => (isMatchedAddress(subject) ? 'the matched address' : 'the point');

/** Counts under the source's own words, the most frequent first. */
export function countTypes(titles: readonly string[]): {
  readonly byType: { readonly type: string; readonly count: number }[];
  readonly typesLeftOut?: number;
} {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'));
  const rest = sorted.slice(typesShown).reduce((sum, [, count]) => sum + count, 0);
  const byType = sorted.slice(0, typesShown).map(([type, count]) => ({ type, count }));
  return { byType, ...(rest > 0 && { typesLeftOut: rest }) };
}

function dataset({ configured, records }: RecordLane, citation: string): z.input<typeof datasetFacts> {
  const { source } = configured;
  const all = 'data' in records ? records.data : [];
  return {
    count: all.length,
    complete: records.state === 'found',
    ...countTypes(all.map(({ title }) => title)),
    locationPrecision: source.locationPrecision,
    ...(source.bias && pickFields(source.bias, 'measures', 'doesNotMeasure', 'knownBiases', 'lagDays')),
    citation,
  };
}

/** What a reader has to know about a source before reading its rows, or the lack of them. */
function limitsOf({ configured, narrowed, since }: RecordLane, question: NearbyQuestion): readonly string[] {
  const { source } = configured;
  const lag = source.freshness.lagDays ?? 0;
  return [
    // that a source has no dates shows in the answer itself: it names no period
    ...narrowed.filter(({ kind }) => kind !== 'undated').map(({ text }) => sentence(text)),
    ...(since && lag >= question.lookbackDays
      ? [`${source.name} is published about ${lag} days late: the whole queried period may not be in it yet.`]
      : []),
    ...source.limits.notes,
  ];
}

/**
 * Reads every source of a lane that takes a radius and hands each to the answer. Sources without a radius are noted as
 * not queried. Rows come newest first; a block-precise source gives a range, never a distance in meters.
 */
export async function readNearby(
  sources: SourceAccess,
  configured: readonly ConfiguredLane[],
  question: NearbyQuestion,
  answer: AnswerBuilder,
): Promise<Nearby> {
  const { subject, radiusMeters, lookbackDays, now } = question;
  const around = { center: subject, measured: true, radiusMeters, lookbackDays, today: now, limit: maxRows };
  const read = await Promise.all(configured.map((lane) => readRecordLane(sources, lane, around)));
  const cited = read.flatMap((lane) => {
    const got = answer.addLookup(lane.records, {
      area: `within ${lane.radiusMeters} m of ${words(subject)}`,
      period: lane.since && `${lane.since} to ${lane.until}`,
      recordScope: lane.configured.source.recordScope,
    });
    return got ? [{ lane, citation: got.citation, records: got.data }] : [];
  });
  const entries = cited.flatMap(({ lane, citation, records }) =>
    records.flatMap((record, at) => {
      const found = lane.rows[at];
      return found ? [{ record, row: found, configured: lane.configured, citation }] : [];
    }),
  );
  entries.sort((a, b) => (b.record.occurredAt ?? '').localeCompare(a.record.occurredAt ?? '', 'en'));
  const since = read.flatMap((lane) => lane.since ?? []).sort()[0];
  return {
    entries,
    datasets: cited.map(({ lane, citation }) => dataset(lane, citation)),
    period: since && `${since} to ${read[0]?.until}`,
    limits: [...new Set(read.flatMap((lane) => limitsOf(lane, question)))],
  };
}

/** "THEFT 12, BATTERY 4": the most frequent kinds, for a summary; kinds with odd names stay in the facts. */
export function mostFrequent(datasets: Nearby['datasets'], shown = 3): string {
  const all = countTypes(
    datasets.flatMap(({ byType }) => byType.flatMap(({ type, count }) => Array<string>(count).fill(type))),
  );
  return all.byType
    .flatMap(({ type, count }) => (plainName(type) ? [`${plainName(type)} ${count}`] : []))
    .slice(0, shown)
    .join(', ');
}
