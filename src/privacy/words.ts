import { readTable } from './tables.ts';

export interface Lists {
  readonly given: Iterable<string>;
  /** Commonest first. */
  readonly surnames: readonly string[];
  /** Commonest first. */
  readonly common: readonly string[];
}

/** A word that is a plain one too is taken for a surname behind a given name where it is among so many: "brown", "hill". */
const commonSurnameCount = 2500;
/** Rarer surnames are plain words as often as names, and cost more than they find. */
const surnameCount = 20_000;
/** So many of the common words are plain ones even where a rare surname is written the same. */
const plainCount = 12_000;
/** Behind these the list of common words is full of names. */
const commonCount = 30_000;
const longestPhrase = 5;
const joiners: ReadonlySet<string> = new Set(['&', 'and', '+']);

/** Small letters without accents: "Echeverría" and "ECHEVERRIA" are one word of the lists. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('’', "'");

/**
 * What the words of a text are, as the letters of `data/privacy/letters.csv`: by `data/privacy/words.csv` first, then by
 * the lists of names, then by the list of common words. Upper case (K, L, F, O, H, Y, W, R) is the same kind where the
 * word is a surname too: "lane", "church".
 */
export class Words {
  readonly #letters: ReadonlyMap<string, string>;
  readonly #phraseStarts: ReadonlySet<string | undefined>;
  readonly #given: ReadonlySet<string>;
  readonly #surnameRank: ReadonlyMap<string, number>;
  readonly #commonRank: ReadonlyMap<string, number>;

  constructor({ given, surnames, common }: Lists) {
    const letterOf = new Map(readTable('letters').map(({ kind, letter }) => [kind, letter]));
    const rows = readTable('words').flatMap(({ kind, word = '' }) => {
      const letter = letterOf.get(kind);
      if (!letter) throw new Error(`data/privacy/words.csv: no kind of word: ${kind}`);
      return [word, folded(word)].map((each) => [each, letter] as const);
    });
    this.#letters = new Map(rows);
    this.#phraseStarts = new Set(rows.flatMap(([word]) => (word.includes(' ') ? word.split(' ', 1) : [])));
    this.#given = new Set(given);
    this.#surnameRank = new Map(surnames.map((word, rank) => [word, rank]));
    this.#commonRank = new Map(common.slice(0, commonCount).map((word, rank) => [word, rank]));
  }

  isName(word: string): boolean {
    return this.#isSurname(word) || this.#given.has(word);
  }

  #isSurname(word: string, count = surnameCount): boolean {
    return (this.#surnameRank.get(word) ?? count) < count || this.#letters.get(word) === 's';
  }

  /** Letter of one word, folded and as it is written in small letters; undefined where no list has it. */
  letterOf(word: string, written: string): string | undefined {
    const found = this.#listed(word) ?? this.#halfOf(word);
    // with accents a word that is no name is meant only as it is written in the table: "Hồ" is no "ho"
    const isOther = written !== word && !this.#letters.has(written);
    const letter = isOther && found && !'gsnqbBG'.includes(found) ? undefined : found;
    return letter && 'kfolhywr'.includes(letter) && this.#isSurname(word) ? letter.toUpperCase() : letter;
  }

  #listed(word: string): string | undefined {
    const letter = this.#letters.get(word);
    if (letter === 'b') return this.#given.has(word) ? 'G' : this.#isSurname(word, commonSurnameCount) ? 'B' : 'b';
    if (letter && !'gs'.includes(letter)) return letter;
    if (letter === 'g' || (word.length > 2 && this.#given.has(word))) return this.#isSurname(word) ? 'n' : 'g';
    if (word.length < 3) return letter;
    if (this.#isSurname(word)) return 's';
    // among the rarer common words are names of persons
    const rank = this.#commonRank.get(word);
    return rank !== undefined && (rank < plainCount || !this.#surnameRank.has(word)) ? 'w' : undefined;
  }

  /** A word of two halves ("Al-Rashid", "re-stripe") is a name where one of them is, else what the first one is. */
  #halfOf(word: string): string | undefined {
    if (!word.includes('-')) return undefined;
    const letters = word.split('-').map((half) => (half.length > 1 ? this.#listed(half) : undefined));
    const plain = letters.some((letter) => letter === undefined || letter === 'p') ? undefined : letters[0];
    return letters.find((letter) => letter && 'gsnq'.includes(letter)) ?? plain;
  }

  /** Letter and count of words of the longest phrase that starts at one of the folded words of a text. */
  phraseAt(words: readonly string[], at: number): { readonly letter: string; readonly length: number } | undefined {
    if (!this.#phraseStarts.has(words[at])) return undefined;
    for (let length = Math.min(longestPhrase, words.length - at); length > 1; length -= 1) {
      const phrase = words.slice(at, at + length).filter((word) => !joiners.has(word));
      const letter = phrase.length > 1 ? this.#letters.get(phrase.join(' ')) : undefined;
      if (letter) return { letter, length };
    }
    return undefined;
  }
}
