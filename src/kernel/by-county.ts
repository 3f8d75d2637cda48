import type { Lookup } from './lookup.ts';
import type { MirrorAccess, MirrorRow } from './ports/mirror.ts';
import type { CountyCode, Subject } from './subject.ts';

/** Every code of the subject's county, the resolved one first (Connecticut has two sets). */
export function countyCodes(subject: Subject): readonly CountyCode[] {
  return subject.county ? [subject.county, ...subject.countyAlternates] : [];
}

/**
 * Rows of the subject's county, asked by each of its codes, because sources changed Connecticut's set in different years.
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
  let last: Lookup<readonly MirrorRow[]> | undefined;
  for (const code of codes) {
    const lookup = mirror.rows(dataset, { [column]: code.fips, ...where }, rest);
    if (
      (lookup.state === 'found' || lookup.state === 'partial' || lookup.state === 'stale') &&
      lookup.data.length > 0
    ) {
      return { ...lookup, data: { code, rows: lookup.data } };
    }
    last ??= lookup;
  }
  if (!last) {
    const names = subject.countyCandidates.map(({ name, fips }) => `${name} (${fips})`).join(', ');
    return {
      state: 'unresolved',
      source: dataset,
      reason: names ? `the place lies in one of several counties: ${names}` : 'the county of the place is not known',
    };
  }
  return withoutRows(last);
}

/** A lookup that brought no row for this county, with its own state: a partial copy without the row is not an empty answer. */
function withoutRows(lookup: Lookup<readonly MirrorRow[]>): Lookup<never> {
  switch (lookup.state) {
    case 'partial':
      return { state: 'unavailable', source: lookup.citation.sourceName, reason: `mirror partial: ${lookup.reason}` };
    case 'stale':
    case 'found':
      return { state: 'empty', citation: lookup.citation };
    default:
      return lookup;
  }
}
