import { dayMs } from '../../kernel/time.ts';
import type { Dataset, EditionDay, Editions } from './dataset.ts';

const begin = (year: number, [years, day]: EditionDay) => Date.parse(`${year + years}-${day}T00:00:00Z`);

/** The newest edition whose day has come; undefined before the first one. */
function newestAt({ since, every = 1 }: Editions, at: EditionDay, now: Date): number | undefined {
  const last = now.getUTCFullYear() - at[0];
  for (let year = last - ((last - since) % every); year >= since; year -= every) {
    if (begin(year, at) <= now.getTime()) return year;
  }
  return undefined;
}

/** Year of the newest edition that is out by the publisher's own rhythm; the first one before that. */
export const newestDue = (editions: Editions, now: Date): number =>
  newestAt(editions, editions.by, now) ?? editions.since;

/** Parts that make a dataset whole on a day, oldest first; none where it is one file. */
export function wholeParts({ id, parts, editions }: Dataset, now: Date): readonly string[] {
  if (!parts) return [];
  if ('whole' in parts) return parts.whole;
  if (!editions) throw new Error(`${id}: its parts are years, and it has no editions`);
  const { every = 1, since } = editions;
  const due = newestDue(editions, now);
  const spaced = (newest: number, years: number) => {
    const last = due - ((due - since) % years);
    return Array.from({ length: newest }, (_, at) => last - at * years);
  };
  const wanted = [...spaced(parts.newest, every), ...(parts.also ? spaced(parts.also.newest, parts.also.every) : [])];
  return [...new Set(wanted)]
    .filter((year) => year >= since)
    .toSorted((a, b) => a - b)
    .map(String);
}

/** The part that may be out before its day; undefined where none may. */
export function earlyPart({ parts, editions }: Dataset, now: Date): string | undefined {
  if (!parts || 'whole' in parts || !editions) return undefined;
  const early = newestAt(editions, editions.from, now);
  return early !== undefined && early > newestDue(editions, now) ? String(early) : undefined;
}

/** Whether a part is one that the dataset can have: named by it, or a year that is or may be out. */
export function isPart(dataset: Dataset, part: string, now: Date): boolean {
  const { parts, editions } = dataset;
  if (!parts) return false;
  if ('whole' in parts) return parts.whole.includes(part);
  if (!editions || !/^\d{4}$/.test(part)) return false;
  const year = Number(part);
  const newest = Number(earlyPart(dataset, now) ?? newestDue(editions, now));
  return year >= editions.since && year <= newest && (year - editions.since) % (editions.every ?? 1) === 0;
}

const stepsBack = 2;

/**
 * Years whose file is looked for, newest first: what may be out, what is due, and two before it, because a publisher may
 * be late. Empty where the address names no year.
 */
export function yearsToTry({ parts, editions }: Dataset, now: Date): readonly number[] {
  if (!editions || (parts && !('whole' in parts))) return [];
  const { every = 1, since, from } = editions;
  const due = newestDue(editions, now);
  const early = newestAt(editions, from, now) ?? due;
  const oldest = Math.max(since, due - stepsBack * every);
  const years: number[] = [];
  for (let year = Math.max(early, due); year >= oldest; year -= every) years.push(year);
  return years;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Days of the newest cycle that has begun and of the one before it, as addresses name them; none before the first. */
export function cyclesToTry({ cycle }: Dataset, now: Date): readonly string[] {
  if (!cycle) return [];
  const first = Date.parse(cycle.first);
  const length = cycle.days * dayMs;
  const newest = Math.floor((now.getTime() - first) / length);
  return [newest, newest - 1]
    .filter((number) => number >= 0)
    .map((number) => {
      const [year, month, day] = new Date(first + number * length).toISOString().slice(0, 10).split('-');
      return `${day}_${months[Number(month) - 1]}_${year}`;
    });
}

/** Text with `{year}` and `{year-N}` filled in. */
export const withYear = (text: string, year: number): string =>
  text.replace(/\{year(?:-(\d+))?\}/g, (_, less?: string) => String(year - Number(less ?? 0)));

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
