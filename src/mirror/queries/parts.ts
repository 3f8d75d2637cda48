import { mirroredRows } from '../../fields/mirrored.ts';
import type { Fields, Table } from '../../fields/table.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';

/**
 * Year of the newest edition of a dataset whose editions are years: the newest that is out by the publisher's rhythm, or a
 * later one that is loaded already. Throws for another dataset.
 */
export function newestYearOf(mirror: MirrorAccess, dataset: string): number {
  const { newestYear, parts = [] } = mirror.status(dataset);
  if (newestYear === undefined) throw new Error(`${dataset}: its editions are not years`);
  return Math.max(newestYear, ...parts.filter((part) => /^\d{4}$/.test(part)).map(Number));
}

/** Years in words, runs drawn together: "2022 to 2024, 2026". */
export function yearSpans(years: readonly string[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const year of years.map(Number).toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && year === run.last + 1) run.last = year;
    else runs.push({ first: year, last: year });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
}

/**
 * A question that lies inside some parts of a dataset which comes in several files. What else is loaded has no bearing
 * on it; a part that is not loaded makes it `unavailable`, never empty.
 */
export function insideParts<T>(
  mirror: MirrorAccess,
  dataset: string,
  parts: readonly string[],
  read: () => Lookup<readonly T[]>,
): Lookup<readonly T[]> {
  const unloaded = mirror.need(dataset, parts);
  if (unloaded) return unloaded;
  const found = read();
  const status = mirror.status(dataset);
  if (found.state !== 'partial' || status.state !== 'partial' || found.reason !== status.reason) return found;
  const { citation, data } = found;
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}

/** The rows of {@link insideParts} as the table of the dataset publishes them. */
export const partRows = <F extends Fields, R extends MirrorRow>(
  mirror: MirrorAccess,
  table: Table<F>,
  parts: readonly string[],
  read: () => Lookup<readonly R[]>,
) => mirroredRows(table, insideParts(mirror, table.id, parts, read));

/**
 * Rows of some parts of a dataset out of a read of all that are loaded. Parts that are not loaded make them `partial`, or
 * `unavailable` where none is loaded.
 */
export function overParts<T>(
  mirror: MirrorAccess,
  dataset: string,
  parts: readonly string[],
  read: () => Lookup<readonly T[]>,
): Lookup<readonly T[]> {
  const lacking = mirror.need(dataset, parts);
  const { parts: loaded = [] } = mirror.status(dataset);
  if (lacking && !parts.some((part) => loaded.includes(part))) return lacking;
  const found = read();
  if (!hasData(found) || found.state === 'stale') return found;
  const { citation, data } = found;
  if (lacking && 'reason' in lacking)
    return { state: 'partial', data, citation, reason: lacking.reason ?? '', missing: 'parts' };
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}
