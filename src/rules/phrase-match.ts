import { distance } from 'fastest-levenshtein';

export interface Phrased {
  readonly id: string;
  readonly title: string;
  readonly phrases: readonly string[];
}

/**
 * What a caller means. `exact`: its id in any spelling. `phrase`: every word of one of its phrases is in the text.
 * `near`: no phrase is completely in the text, and one entry is clearly nearer than all others; `others` come after it.
 */
export type PhraseMatch<T> =
  | { readonly state: 'exact' | 'phrase'; readonly entry: T }
  | { readonly state: 'near'; readonly entry: T; readonly others: readonly T[] }
  | { readonly state: 'unknown'; readonly nearest: readonly T[] };

const filler = new Set(
  'a an and am are be about at can do does for from going help how i in is it me my of on or our plan please research should the this to want we what with would you your'.split(
    ' ',
  ),
);

/** Reduces a word to a rough stem, so that "buying", "buyer" and "buy" meet. */
const stem = (word: string) =>
  word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(ings?|ers?|ed|ies|es|s)$/, '').replace(/(.)\1$/, '$1');

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !filler.has(word))
    .map(stem);

const idOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

type WithPhrases = { readonly phrases: readonly string[] };

const within = (words: readonly string[], all: ReadonlySet<string>) => words.every((word) => all.has(word));

/** The entries that have a phrase completely in the text, in the order of the entries. */
export const phrasesIn = <T extends WithPhrases>(text: string, entries: readonly T[]): readonly T[] =>
  matchesIn(text, entries).flatMap(({ entry, phrases }) => (phrases.length > 0 ? [entry] : []));

function matchesIn<T extends WithPhrases>(text: string, entries: readonly T[]) {
  const words = new Set(wordsOf(text));
  return entries.map((entry) => ({
    entry,
    phrases: entry.phrases.map(wordsOf).filter((own) => own.length > 0 && within(own, words)),
  }));
}

/** The same without those whose words are all part of a longer phrase of another entry, or of the same phrase of an earlier one. */
export function specificPhrasesIn<T extends WithPhrases>(text: string, entries: readonly T[]): readonly T[] {
  const matches = matchesIn(text, entries);
  const isTaken = (phrase: readonly string[], of: number) =>
    matches.some(({ phrases }, at) =>
      phrases.some(
        (other) =>
          at !== of &&
          within(phrase, new Set(other)) &&
          (other.length > phrase.length || (other.length === phrase.length && at < of)),
      ),
    );
  return matches.flatMap(({ entry, phrases }, at) => (phrases.some((one) => !isTaken(one, at)) ? [entry] : []));
}

interface Scored<T> {
  readonly entry: T;
  /** Largest share of the words of one of its phrases that the text has, and how many words that phrase has. */
  readonly share: number;
  readonly words: number;
  readonly weight: number;
}

/** How many times nearer than the second the nearest entry has to be. */
const lead = 1.4;

/** How rare each word is among the entries: 1 for a word of one entry alone, less for one that many have. */
function raritiesOf(vocabularies: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of vocabularies) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, 1 / count]));
}

/** A matcher over fixed entries; nothing is guessed: what is as near to one entry as to another is `unknown`. */
export function phraseMatcher<T extends Phrased>(entries: readonly T[]): (text: string) => PhraseMatch<T> {
  const known = entries.map((entry) => {
    const phrases = [entry.title, entry.id.replaceAll('_', ' '), ...entry.phrases].map(wordsOf);
    return { entry, phrases, vocabulary: new Set(phrases.flat()) };
  });
  const rarities = raritiesOf(known.map(({ vocabulary }) => vocabulary));

  const score = (text: ReadonlySet<string>, { entry, phrases, vocabulary }: (typeof known)[number]): Scored<T> => {
    const shares = phrases.map((phrase) => ({
      share: phrase.length === 0 ? 0 : phrase.filter((word) => text.has(word)).length / phrase.length,
      words: phrase.length,
    }));
    const top = shares.reduce((a, b) => (b.share > a.share || (b.share === a.share && b.words > a.words) ? b : a));
    const common = [...text].filter((word) => vocabulary.has(word));
    return { entry, ...top, weight: common.reduce((sum, word) => sum + (rarities.get(word) ?? 0), 0) };
  };

  return (text) => {
    const id = idOf(text);
    const exact =
      entries.find((entry) => entry.id === id) ?? entries.find((entry) => id.length > 6 && distance(id, entry.id) <= 2);
    if (exact) return { state: 'exact', entry: exact };
    const words = new Set(wordsOf(text));
    const scored = known.map((one) => score(words, one));
    const whole = scored.toSorted((a, b) => b.share - a.share || b.words - a.words);
    const [first, second] = whole;
    if (first && first.share === 1 && (!second || second.share < 1 || second.words < first.words))
      return { state: 'phrase', entry: first.entry };
    const [near, ...rest] = scored.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
    const others = rest.slice(0, 2).map(({ entry }) => entry);
    if (near && near.weight >= lead * (rest[0]?.weight ?? 0)) return { state: 'near', entry: near.entry, others };
    return { state: 'unknown', nearest: near ? [near.entry, ...others] : [] };
  };
}
