import { hasData, type Lookup } from '../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../kernel/ports/mirror.ts';
import type { CountyCode, Subject } from '../kernel/subject.ts';

/** Every code of the subject's county, the resolved one first (Connecticut has two sets). */
export function countyCodes(subject: Subject): readonly CountyCode[] {
  return subject.county ? [subject.county, ...subject.countyAlternates] : [];
}

/** The county of a place in a sentence: "Wake County, NC". */
export const countyWords = ({ county, stateCode }: Subject): string =>
  county ? [county.name, stateCode].filter(Boolean).join(', ') : 'the county of the place';

const named = (counties: readonly CountyCode[]) => counties.map(({ name, fips }) => `${name} (${fips})`).join(', ');

/** Why a county cannot be answered for by a source that lists its ground under other counties. */
export const spreadReason = (subject: Subject, listed: readonly CountyCode[]) =>
  `county codes changed: the ground of ${named(subject.county ? [subject.county] : [])} is listed under ${named(listed)}; ask for one of them, or for an address`;

/** Why there is no county to query: the place lies in one of several, or in none that is known. */
export function noCounty(subject: Subject, source: string): Lookup<never> {
  const { countyCandidates } = subject;
  const reason =
    countyCandidates.length > 0
      ? `the place lies in one of several counties: ${named(countyCandidates)}`
      : 'the county of the place is not known';
  return { state: 'unresolved', source, reason };
}

/**
 * The lookup of a question that went to a source by the codes of {@link countyCodes}. A county whose codes changed
 * and whose other codes were not queried has no empty answer: the source may list its ground under those.
 */
export function emptyInOneCodeSet<T>(subject: Subject, lookup: Lookup<T>): Lookup<T> {
  const others = subject.countyOverlaps ?? [];
  if (lookup.state !== 'empty' || others.length === 0) return lookup;
  return {
    state: 'unresolved',
    source: lookup.citation.sourceName,
    reason: `nothing under ${named(countyCodes(subject))}, whose code changed; it may be listed under ${named(others)}: ask for one of them, or for an address`,
  };
}

/** As {@link emptyInOneCodeSet}, for records that are counted: those filed under the other codes are missing in the count. */
export function countedInOneCodeSet<T>(subject: Subject, lookup: Lookup<T>): Lookup<T> {
  const others = subject.countyOverlaps ?? [];
  if (!hasData(lookup) || others.length === 0) return emptyInOneCodeSet(subject, lookup);
  const reason = `only what is filed under ${named(countyCodes(subject))}; county codes changed, and what is filed under ${named(others)} is not counted`;
  return lookup.state === 'stale'
    ? { ...lookup, reason: `${lookup.reason}; ${reason}` }
    : { ...lookup, state: 'partial', reason: lookup.state === 'partial' ? `${lookup.reason}; ${reason}` : reason };
}

/** Records counted in the subject's county, queried by its codes; `unresolved` where the county is not known. */
export async function countedInCounty<T>(
  subject: Subject,
  source: string,
  read: (codes: readonly CountyCode[]) => Lookup<T> | Promise<Lookup<T>>,
): Promise<Lookup<T>> {
  const codes = countyCodes(subject);
  return codes.length > 0 ? countedInOneCodeSet(subject, await read(codes)) : noCounty(subject, source);
}

/**
 * What is read under each code in turn, until one has something: a source lists Connecticut under one of its two sets.
 *
 * @param none the lookup without any code
 */
export async function underFirstCode<C, T>(
  codes: readonly C[],
  none: Lookup<never>,
  read: (code: C) => Lookup<T> | Promise<Lookup<T>>,
): Promise<Lookup<T>> {
  let found: Lookup<T> = none;
  for (const code of codes) {
    found = await read(code);
    if (found.state !== 'empty') break;
  }
  return found;
}

/**
 * Rows of the subject's county, queried by each of its codes, because sources changed Connecticut's set in different years.
 * Gives the code that matched beside the rows. A place whose county the signals split over is `unresolved`, never guessed.
 */
export function rowsOfCounty(
  mirror: MirrorAccess,
  dataset: string,
  column: string,
  subject: Subject,
  options: { where?: MirrorRow; limit?: number; orderBy?: string; descending?: boolean } = {},
): Lookup<{ readonly code: CountyCode; readonly rows: readonly MirrorRow[] }> {
  const codes = countyCodes(subject);
  const { where, ...rest } = options;
  const rowsUnder = ({ fips }: CountyCode) => mirror.rows(dataset, { [column]: fips, ...where }, rest);
  let last: Lookup<readonly MirrorRow[]> | undefined;
  for (const code of codes) {
    const lookup = rowsUnder(code);
    if (hasData(lookup) && lookup.data.length > 0) return { ...lookup, data: { code, rows: lookup.data } };
    last ??= lookup;
  }
  if (!last) return noCounty(subject, mirror.status(dataset).title);
  const listed = (subject.countyOverlaps ?? []).filter((code) => {
    const lookup = rowsUnder(code);
    return hasData(lookup) && lookup.data.length > 0;
  });
  if (listed.length > 0) {
    const source = 'citation' in last ? last.citation.sourceName : mirror.status(dataset).title;
    return { state: 'unresolved', source, reason: spreadReason(subject, listed) };
  }
  return emptyInOneCodeSet(subject, withoutRows(last));
}

/** A lookup that brought no row for this county, with its own state: a partial copy without the row is not an empty answer. */
export function withoutRows(lookup: Lookup<readonly MirrorRow[]>): Lookup<never> {
  switch (lookup.state) {
    case 'partial':
      return { state: 'unavailable', source: lookup.citation.sourceName, reason: `mirror partial: ${lookup.reason}` };
    case 'stale':
      return { state: 'empty', citation: lookup.citation, reason: lookup.reason };
    case 'found':
      return { state: 'empty', citation: lookup.citation };
    default:
      return lookup;
  }
}
