import { groupBy } from '../kernel/group.ts';
import { readTable } from './tables.ts';

interface Refusals {
  /** All patterns in one: most names have none of them. */
  readonly any: RegExp;
  readonly patterns: readonly (readonly [pattern: RegExp, about: string])[];
  /** Names that one of the patterns has and that are about no person, as they are written, with where that holds. */
  readonly exceptions: ReadonlyMap<string, readonly string[]>;
}

let refusals: Refusals | undefined;

function readRefusals(): Refusals {
  const rows = readTable('person-columns');
  return {
    any: new RegExp(rows.map(({ pattern }) => pattern).join('|')),
    patterns: rows.map(({ pattern = '', about = '' }) => [new RegExp(pattern), about]),
    exceptions: new Map(
      [...groupBy(readTable('person-column-exceptions'), ({ name = '' }) => name)].map(([name, found]) => [
        name,
        found.map(({ of = '' }) => of),
      ]),
    ),
  };
}

/** The words of a name in small letters: "GIS.OwnerName_1" is "owner name 1". Before a period is the name of a table. */
const wordsOf = (name: string): string =>
  (name.split('.').at(-1) ?? '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Characters of a name that are read. */
const longestName = 200;

/**
 * What a name of a column or its label is about ("an owner", "a telephone number") where it is about a person, without
 * exceptions: for columns that somebody has yet to look at.
 */
export function namesPerson(name: string): string | undefined {
  refusals ??= readRefusals();
  const words = wordsOf(name.slice(0, longestName));
  return refusals.any.test(words) ? refusals.patterns.find(([pattern]) => pattern.test(words))?.[1] : undefined;
}

/**
 * What a column is about where by its name it is about a person; undefined where it is not. Read by the words of the
 * name (`data/privacy/person-columns.csv`), whatever joins them. Names of `data/privacy/person-column-exceptions.csv`
 * are about none: everywhere, or at the places, cards and datasets whose id begins as the row says (`of`).
 */
export function personColumn(name: string, of = ''): string | undefined {
  const about = namesPerson(name);
  const exceptions = about === undefined ? undefined : refusals?.exceptions.get(name.split('.').at(-1) ?? '');
  return exceptions?.some((start) => of.startsWith(start)) ? undefined : about;
}

/** What a published field is about, as {@link personColumn}: `ownerName`, `applicant`, `contactPhone`. */
export const personPublished = (name: string, of?: string): string | undefined => personColumn(name, of);
