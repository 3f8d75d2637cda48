import { distance } from 'fastest-levenshtein';

const filler = new Set(
  `a an and am are be about at can do does for from going help how i in is it me my of on or our plan please research
  should the this to want we what with would you your de la el los las lo un una en por para mi mis quiero con que y del
  al me se su es hay`.split(/\s+/),
);

/** Reduces a word to a rough stem, so that "buying", "buyer" and "buy" meet. */
const stem = (word: string) =>
  (word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(ations?|ings?|ers?|ed|ies|es|e|s|y)$/, '')).replace(
    /(.)\1$/,
    '$1',
  );

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !filler.has(word))
    .map(stem);

/** A name in the one spelling in which ids are written: "Solar farm" is solar_farm. */
const idOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

interface Phrased {
  readonly phrases: readonly string[];
}

interface Phrase<T> {
  readonly entry: T;
  readonly words: readonly string[];
}

const phrasesOf = <T extends Phrased>(entries: readonly T[]): readonly Phrase<T>[] =>
  entries.flatMap((entry) =>
    entry.phrases.map((phrase) => ({ entry, words: wordsOf(phrase) })).filter(({ words }) => words.length > 0),
  );

/** The entries that have a phrase completely in the text, in the order of the entries. */
export function phrasesIn<T extends Phrased>(text: string, entries: readonly T[]): readonly T[] {
  const given = new Set(wordsOf(text));
  return [
    ...new Set(
      phrasesOf(entries)
        .filter(({ words }) => words.every((word) => given.has(word)))
        .map(({ entry }) => entry),
    ),
  ];
}

/** The known word that a misspelled one stands for: one letter off from six letters on, two from nine on. */
function corrected(word: string, known: ReadonlySet<string>): string {
  if (known.has(word) || word.length < 5) return word;
  const allowed = (other: string) => {
    const longer = Math.max(word.length, other.length);
    return longer >= 9 ? 2 : longer >= 6 ? 1 : 0;
  };
  const near = [...known].filter(
    (other) => other.length > 4 && other[0] === word[0] && distance(word, other) <= allowed(other),
  );
  return near.sort((a, b) => distance(word, a) - distance(word, b))[0] ?? word;
}

/**
 * A reader of free text over fixed entries: those with a phrase completely in the text, longest phrase first, then in
 * their order. A word counts for one phrase, and for all entries that have that same phrase. A word of `others` is no
 * misspelling.
 */
export function phraseReader<T extends Phrased>(
  entries: readonly T[],
  others: readonly Phrased[] = [],
): (text: string) => readonly T[] {
  const phrases = [...phrasesOf(entries)].sort((a, b) => b.words.length - a.words.length);
  const known = new Set([...phrases, ...phrasesOf(others)].flatMap(({ words }) => words));
  return (text) => {
    const given = new Set(wordsOf(text).map((word) => corrected(word, known)));
    const taken = new Set<string>();
    const read = new Set<string>();
    const found = new Set<T>();
    for (const { entry, words } of phrases) {
      if (!words.every((word) => given.has(word))) continue;
      const key = words.toSorted().join(' ');
      if (!read.has(key) && words.some((word) => taken.has(word))) continue;
      read.add(key);
      for (const word of words) taken.add(word);
      found.add(entry);
    }
    return [...found];
  };
}

/** The entry whose id or title the text is, in any spelling and with a slip of the pen. */
export function entryNamed<T extends { readonly id: string; readonly title: string }>(
  text: string,
  entries: readonly T[],
): T | undefined {
  const id = idOf(text);
  return (
    entries.find((entry) => entry.id === id || idOf(entry.title) === id) ??
    entries.find((entry) => id.length > 6 && distance(id, entry.id) <= 2)
  );
}
