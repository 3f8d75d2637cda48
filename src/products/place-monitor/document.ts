import type { z } from 'zod';
import type { JobDocument, JobItemWithResult } from '../../kernel/ports/jobs.ts';
import type { CheckSchema } from './schema.ts';
import { type MonitorResult, MonitorResultSchema } from './schema.ts';

export type Check = z.infer<typeof CheckSchema>;

/** Changes of one check that the status document shows; all of them are at the address of its item. */
const shownPerCheck = 100;

const states: Partial<Record<JobItemWithResult['state'], Check['state']>> = {
  completed: 'done',
  diagnostic: 'not_checked',
  failed: 'failed',
};

const resultOf = ({ result }: JobItemWithResult): MonitorResult | undefined =>
  MonitorResultSchema.safeParse(result).data;

/** What the last item that left something knows of the place; the baseline at least. */
export function lastKnown(items: readonly JobItemWithResult[]): MonitorResult | undefined {
  return items
    .toReversed()
    .flatMap((item) => resultOf(item) ?? [])
    .at(0);
}

function checkOf(item: JobItemWithResult): Check[] {
  const state = states[item.state];
  if (item.position === 1 || state === undefined) return [];
  const result = resultOf(item);
  const changes = result?.changes ?? [];
  const left = changes.length - shownPerCheck;
  return [
    {
      position: item.position,
      ...(item.dueAt !== undefined && { dueAt: item.dueAt }),
      ...(result && { checkedAt: result.checkedAt }),
      state,
      registers: [...(result?.registers ?? [])],
      changes: changes.slice(0, shownPerCheck),
      ...(left > 0 && { changesLeftOutCount: left }),
    },
  ];
}

/** What a monitor's status document says beyond that of any job. Pure. */
export function monitorStatus({ items: shown, state }: JobDocument, items: readonly JobItemWithResult[]) {
  const checks = items.flatMap(checkOf);
  const next =
    state === 'cancelled' ? undefined : shown.find((item) => item.state === 'waiting' || item.state === 'running');
  return {
    checks,
    changeCount: checks.reduce(
      (sum, { changes, changesLeftOutCount = 0 }) => sum + changes.length + changesLeftOutCount,
      0,
    ),
    // said again each time: what was planned at the sale is over once its check has ended
    nextCheckAt: next?.dueAt,
  };
}
