import { groupBy } from '../../../kernel/group.ts';
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

/** Time as pacing needs it: milliseconds of a clock that only goes on, and a pause. */
export interface Pacing {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Milliseconds between two requests to one host. */
export const hostGapMs = 2000;
const hostsAtOnce = 32;

export interface Turns {
  next(): Promise<void>;
}

/**
 * Does something with every item: those of one host one after the other, with a pause between two requests that
 * `turns.next` keeps, and several hosts at a time, those with the most items first.
 */
export async function byHost<T>(
  items: readonly T[],
  hostOf: (item: T) => string,
  work: (item: T, turns: Turns) => Promise<void>,
  { now, sleep }: Pacing,
): Promise<void> {
  const waiting = [...groupBy(items, hostOf).values()].sort((a, b) => b.length - a.length);
  async function workOn(): Promise<void> {
    for (let mine = waiting.shift(); mine; mine = waiting.shift()) {
      let queriedAt = Number.NEGATIVE_INFINITY;
      const turns: Turns = {
        async next() {
          const wait = queriedAt + hostGapMs - now();
          if (wait > 0) await sleep(wait);
          queriedAt = now();
        },
      };
      for (const item of mine) await work(item, turns);
    }
  }
  await Promise.all(Array.from({ length: Math.min(hostsAtOnce, waiting.length) }, workOn));
}

/** Every k-th of the items, `count` of them, from all over the list; all where there are no more. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).filter(
    (item): item is T => item !== undefined,
  );
}
