import { mirroredCounty, mirroredRows } from '../../fields/mirrored.ts';
import type { Fields, RowOf, Table } from '../../fields/table.ts';
import {
  countyCodes,
  emptyInOneCodeSet,
  noCounty,
  rowsOfCounty,
  spreadReason,
  withoutRows,
} from '../../geography/by-county.ts';
import { countyKey } from '../../geography/county-name.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';

/** Rows of the subject's county out of a dataset of that name, as {@link rowsOfCounty}, as its table publishes them. */
export const countyRows = <F extends Fields>(
  mirror: MirrorAccess,
  table: Table<F>,
  subject: Subject,
  options?: Parameters<typeof rowsOfCounty>[4],
) => mirroredCounty(table, rowsOfCounty(mirror, table.id, 'countyFips', subject, options));

/**
 * Rows of the subject's county out of a dataset that names counties and carries no codes (columns `state`, `countyKey`), as
 * its table publishes them.
 * Each name of the county is queried, because Connecticut has two sets. Outside Virginia, where counties share their
 * names with cities, an independent city is also looked for without the word "city".
 */
export function rowsOfCountyName<F extends Fields>(
  mirror: MirrorAccess,
  table: Table<F>,
  subject: Subject,
  options?: { limit?: number; orderBy?: string; descending?: boolean },
): Lookup<readonly RowOf<Table<F>>[]> {
  return mirroredRows(table, storedRows(mirror, table.id, subject, options));
}

function storedRows(
  mirror: MirrorAccess,
  dataset: string,
  subject: Subject,
  options?: Parameters<MirrorAccess['rows']>[2],
): Lookup<readonly MirrorRow[]> {
  const { stateCode } = subject;
  const codes = countyCodes(subject);
  if (codes.length === 0 || !stateCode) return noCounty(subject, mirror.status(dataset).title);
  const rowsUnder = (name: string): Lookup<readonly MirrorRow[]> | undefined => {
    const all = keysOf(name, stateCode).map((key) =>
      mirror.rows(dataset, { state: stateCode, countyKey: key }, options),
    );
    return all.find((lookup) => hasData(lookup) && lookup.data.length > 0) ?? all[0];
  };
  const queried = codes.flatMap(({ name }) => rowsUnder(name) ?? []);
  const found = queried.find((lookup) => hasData(lookup) && lookup.data.length > 0);
  if (found) return found;
  const listed = (subject.countyOverlaps ?? []).filter(({ name }) => {
    const lookup = rowsUnder(name);
    return lookup && hasData(lookup) && lookup.data.length > 0;
  });
  const [first] = queried;
  if (!first) throw new Error('a county without a name');
  if (listed.length > 0) {
    const source = 'citation' in first ? first.citation.sourceName : mirror.status(dataset).title;
    return { state: 'unresolved', source, reason: spreadReason(subject, listed) };
  }
  return emptyInOneCodeSet(subject, withoutRows(first));
}

const keysOf = (name: string, stateCode: string): readonly string[] =>
  / city$/i.test(name) && stateCode !== 'VA'
    ? [countyKey(name), countyKey(name.replace(/ city$/i, ''))]
    : [countyKey(name)];
