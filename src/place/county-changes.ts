import { z } from 'zod';
import { readDataTable } from '../kernel/data-file.ts';
import { once } from '../kernel/memoize.ts';

const Change = z.strictObject({
  former: z.string().regex(/^\d{5}$/),
  former_name: z.string().min(1),
  current: z.string().regex(/^\d{5}$/),
  current_name: z.string().min(1),
  /** `replaced`: the current code came in place of the former; `joined`: the area was added to an existing county. */
  kind: z.enum(['replaced', 'joined']),
  effective: z.iso.date(),
  page_url: z.url(),
});

/** Pairs of a county code that was retired and the current code of its area (`data/geography/county-changes.csv`). */
const changes = once(() => z.array(Change).parse(readDataTable('geography/county-changes.csv')));

/** Full names of every code in the table, retired or current. */
export function changedCountyNames(): ReadonlyMap<string, string> {
  return new Map(
    changes().flatMap((row) => [
      [row.former, row.former_name],
      [row.current, row.current_name],
    ]),
  );
}

/** Codes of the table that replaced another. */
export const replacingCodes = (): readonly string[] => [
  ...new Set(changes().flatMap(({ kind, current }) => (kind === 'replaced' ? [current] : []))),
];

/** Codes that were retired. */
export const formerCodes = (): readonly string[] => [...new Set(changes().map(({ former }) => former))];

/** Codes before or after a change whose area overlaps the county; none where its code never changed. */
export function counterpartsOf(fips: string): readonly string[] {
  const after = changes().flatMap(({ former, current }) => (former === fips ? [current] : []));
  const before = changes().flatMap(({ former, current, kind }) =>
    current === fips && kind === 'replaced' ? [former] : [],
  );
  return [...new Set([...after, ...before])];
}

/** The one other code whose area contains all of this county; undefined where there is none, or there are several. */
export function containerOf(fips: string): string | undefined {
  const others = counterpartsOf(fips);
  return others.length === 1 ? others[0] : undefined;
}
