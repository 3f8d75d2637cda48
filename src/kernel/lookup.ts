import type { Citation } from './citation.ts';
import { defined } from './defined.ts';

/**
 * What one question to one source brought. Expected misses are values; only bugs throw.
 * `citation` names the source even where it failed or was empty, so that an answer can name the source.
 * `notes` are sentences about values that broke the rules of their field and were left out.
 */
export type Lookup<T> =
  | { readonly state: 'found'; readonly data: T; readonly citation: Citation; readonly notes?: readonly string[] }
  | {
      readonly state: 'partial' | 'stale';
      readonly data: T;
      readonly citation: Citation;
      readonly reason: string;
      readonly missing?: Missing;
      readonly notes?: readonly string[];
    }
  | { readonly state: 'empty'; readonly citation: Citation; readonly reason?: string }
  | {
      readonly state: 'unavailable' | 'not_covered' | 'unresolved';
      readonly source: string;
      readonly reason: string;
      /** The source refused the form of the query (HTTP 400, or an error in a 200): another question may still be answered. */
      readonly refused?: true;
    };

/**
 * `parts`: files of a mirrored dataset that are not loaded; the rows of those that are loaded are whole.
 * `failed`: a query did not answer, as against rows that were left out at a limit.
 * `columns`: the source has lost columns; its rows are whole without them.
 */
export type Missing = 'parts' | 'failed' | 'columns';

/** True where the lookup carries data. */
export function hasData<T>(lookup: Lookup<T>): lookup is Extract<Lookup<T>, { data: T }> {
  return lookup.state === 'found' || lookup.state === 'partial' || lookup.state === 'stale';
}

/** Changes the data of a lookup and leaves everything else as it is. */
export function mapLookup<T, U>(lookup: Lookup<T>, change: (data: T) => U): Lookup<U> {
  return hasData(lookup) ? { ...lookup, data: change(lookup.data) } : lookup;
}

/**
 * The lookup of a read in which nothing fits the question. A whole read is `empty`; where some of it could not be read
 * the miss may lie in that part, which is a failure and never an empty answer.
 */
export function noneOf<T>(lookup: Extract<Lookup<T>, { data: T }>): Lookup<never> {
  const { citation } = lookup;
  if (lookup.state !== 'partial')
    return { state: 'empty', citation, ...('reason' in lookup && { reason: lookup.reason }) };
  return {
    state: 'unavailable',
    source: citation.sourceName,
    reason: `nothing fits in what could be read; ${lookup.reason}`,
  };
}

/** Changes the rows of a lookup; where none is left it is the lookup of a read in which nothing fits. */
export function mapRows<T, U>(lookup: Lookup<T>, change: (data: T) => readonly U[]): Lookup<readonly U[]> {
  const changed = mapLookup(lookup, change);
  return hasData(changed) && changed.data.length === 0 ? noneOf(changed) : changed;
}

/** A whole read without a row is empty; a partial one stays as it is. */
export const orEmpty = <T>(found: Lookup<readonly T[]>): Lookup<readonly T[]> =>
  found.state === 'found' && found.data.length === 0 ? { state: 'empty', citation: found.citation } : found;

/** The first row of a lookup; where there is none it is the lookup of a read in which nothing fits. */
export function firstRow<T>(lookup: Lookup<readonly T[]>): Lookup<T> {
  if (!hasData(lookup)) return lookup;
  const [first] = lookup.data;
  return first === undefined ? noneOf(lookup) : { ...lookup, data: first };
}

/** What was read as a part of what is meant, for a reason that follows one that is there already. */
export function partly<T>(lookup: Extract<Lookup<T>, { data: T }>, reason: string, missing?: Missing) {
  const before = 'reason' in lookup ? `${lookup.reason} ` : '';
  return { ...lookup, state: 'partial' as const, reason: `${before}${reason}`, ...(missing && { missing }) };
}

/** The lookup with more said in its citation; an undefined value leaves what the citation says. */
export function citing<T>(
  lookup: Extract<Lookup<T>, { data: T }>,
  about: { readonly [K in keyof Citation]?: Citation[K] | undefined },
): Extract<Lookup<T>, { data: T }> {
  return { ...lookup, citation: { ...lookup.citation, ...defined(about) } };
}
