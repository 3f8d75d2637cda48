import { dayMs } from '../../kernel/time.ts';
import type { Dataset } from './dataset.ts';

/**
 * Last day (milliseconds) that an edition speaks of, out of its vintage: a year, years ("2020-2024"), a month
 * ("2026-09"), a quarter ("2026Q2") or a day. Undefined for a vintage in words.
 */
export function editionEnd(vintage: string): number | undefined {
  const endOfMonth = (year: string, month: number) => Date.UTC(Number(year), month, 0);
  const [, day] = /^(\d{4}-\d{2}-\d{2})/.exec(vintage) ?? [];
  if (day !== undefined) return Date.parse(day);
  const [, lastYear] = /^(?:\d{4}-)?(\d{4})$/.exec(vintage) ?? [];
  if (lastYear !== undefined) return endOfMonth(lastYear, 12);
  const [, year, unit, number] = /^(\d{4})[- ]?(Q?)(\d{1,2})$/.exec(vintage) ?? [];
  if (year === undefined) return undefined;
  return endOfMonth(year, Number(number) * (unit === 'Q' ? 3 : 1));
}

/** Why a loaded edition is no longer the newest one: a further one was due by the publisher's own rhythm. */
export function outlived({ supersededAfterDays, cadence }: Dataset, vintage: string, now: Date): string | undefined {
  const end = supersededAfterDays === undefined ? undefined : editionEnd(vintage);
  if (end === undefined || supersededAfterDays === undefined) return undefined;
  const days = (now.getTime() - end) / dayMs;
  return days > supersededAfterDays ? `edition ${vintage}; ${cadence}` : undefined;
}
