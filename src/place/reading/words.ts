import { readDataTable } from '../../kernel/data-file.ts';
import { once } from '../../kernel/memoize.ts';

const tables = once(() => {
  const kinds = new Map<string, Map<string, string>>();
  const everyday = new Set<string>();
  for (const { word = '', kind = '', standard = '', everyday: often } of readDataTable('geography/street-words.csv')) {
    kinds.set(kind, (kinds.get(kind) ?? new Map()).set(word, standard));
    if (often === 'yes') everyday.add(word);
  }
  return { kinds, everyday };
});

type WordKind =
  | 'suffix'
  | 'direction'
  | 'unit'
  | 'unit_alone'
  | 'route'
  | 'number'
  | 'multiple'
  | 'ordinal'
  | 'spanish'
  | 'urbanization'
  | 'name';

/** A word in capitals without the marks around it: the form in which words of addresses are compared. */
export const wordKey = (word: string): string =>
  word
    .toUpperCase()
    .replace(/^[^\p{L}\p{N}#&@/½]/u, '')
    .replace(/[.,:]$/, '');

/** What `data/geography/street-words.csv` has for a word of this kind; undefined for any other word. */
export const standardOf = (kind: WordKind, word: string | undefined): string | undefined =>
  word === undefined ? undefined : tables().kinds.get(kind)?.get(wordKey(word));

/** Whether a word is a kind of street that rarely ends a city's name ("Ave", as against "Springs"). */
export const isEverydayKind = (word: string | undefined): boolean =>
  word !== undefined && tables().everyday.has(wordKey(word));
