import { localDay } from '../../fields/dates.ts';
import { held } from '../../kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { addDays } from '../../kernel/time.ts';
import { type ConfiguredLane, zoneOf } from '../schema/port.ts';
import { type LaneRow, readLane } from './reader.ts';
import { toRecord } from './record.ts';

export interface RecordQuestion {
  readonly center: GeoPoint;
  /** False where the center only stands for an area: records then carry no distance. */
  readonly measured: boolean;
  readonly radiusMeters: number;
  readonly lookbackDays: number;
  readonly today: Date;
  readonly limit: number;
}

export interface RecordLane {
  readonly configured: ConfiguredLane;
  readonly records: Lookup<readonly PlaceRecord[]>;
  readonly rows: readonly LaneRow[];
  /** What was really queried, where the source takes less than the question. */
  readonly radiusMeters: number;
  readonly since: string | undefined;
  readonly until: string;
  readonly narrowed: readonly ReturnType<typeof narrowing>[];
  /** False where less was queried than the question wanted: the source takes no larger radius or no longer period. */
  readonly whole: boolean;
}

const narrowing = (kind: 'radius' | 'period' | 'undated', text: string) => ({ kind, text });

/** Reads one configured lane within a radius and a period, newest first, to its end or to the limit (`partial`). */
export async function readRecordLane(
  sources: SourceAccess,
  configured: ConfiguredLane,
  question: RecordQuestion,
): Promise<RecordLane> {
  const { source } = configured;
  const { center, today } = question;
  const radiusMeters = Math.min(question.radiusMeters, source.query.radius?.maxMeters ?? question.radiusMeters);
  const lookbackDays = Math.min(question.lookbackDays, source.limits.lookbackDaysMax ?? question.lookbackDays);
  const dated = source.query.dateField !== undefined;
  const until = localDay(today, zoneOf(configured)) ?? '';
  const queried = dated ? addDays(until, -lookbackDays) : undefined;
  const yearStart = `${until.slice(0, 4)}-01-01`;
  const isCutByYear = source.limits.yearly === true && queried !== undefined && queried < yearStart;
  const since = isCutByYear ? yearStart : queried;
  const found = await readLane(sources, configured, {
    point: center,
    radiusMeters,
    limit: question.limit,
    ...(since && { since }),
  });
  const rows = hasData(found) ? found.data : [];
  const citation = 'citation' in found ? found.citation : undefined;
  const records = mapLookup(found, (all) =>
    citation
      ? all.map((row) => toRecord(row, configured, { citation, ...(question.measured && { from: center }) }))
      : [],
  );
  return {
    configured,
    records,
    rows,
    radiusMeters,
    since,
    until,
    narrowed: held([
      radiusMeters < question.radiusMeters && narrowing('radius', `the source is read to ${radiusMeters} m at most`),
      lookbackDays < question.lookbackDays &&
        narrowing('period', `the source reaches back ${lookbackDays} days at most`),
      isCutByYear && narrowing('period', 'the source holds the records of the current calendar year only'),
      !dated && narrowing('undated', 'not bounded by date: the source has none'),
    ]),
    whole: radiusMeters === question.radiusMeters && lookbackDays === question.lookbackDays && !isCutByYear,
  };
}
