import { type LookRow, sourceKey } from '../../registry/looks/table.ts';
import type { LaneSource } from '../../schema/jurisdiction.ts';
import type { Finding } from './examine.ts';

/** What is remembered of a source after one more look, on a calendar day. Several failures on one day count once. */
export function nextLook(
  source: Pick<LaneSource, 'lane' | 'endpoint' | 'table' | 'query'>,
  { verdict, problems, editedOn, knownParcel }: Finding,
  before: LookRow | undefined,
  day: string,
): LookRow {
  const failed = verdict === 'fails';
  const isRepeated = before !== undefined && before.failures > 0 && before.checked_on === day;
  const failures = failed ? (before?.failures ?? 0) + (isRepeated ? 0 : 1) : 0;
  return {
    lane: source.lane,
    source: sourceKey(source),
    checked_on: day,
    verified_at: failed ? (before?.verified_at ?? '') : day,
    failures,
    failed_since: failed ? before?.failed_since || day : '',
    problem: problems.join(' '),
    known_parcel: knownParcel ?? (failed ? (before?.known_parcel ?? '') : ''),
    edited_on: editedOn ?? before?.edited_on ?? '',
  };
}
