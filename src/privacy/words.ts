import { groupBy } from '../kernel/group.ts';
import { readTable } from './tables.ts';

export interface Lists {
  readonly given: readonly string[];
  readonly surnames: readonly string[];
  readonly common: readonly string[];
  /** Words of encyclopedia articles, the commonest first. */
  readonly written: readonly string[];
}

/** Rarer surnames are plain words as often as names, and cost more than they find. */
const surnameCount = 20_000;
/** So many of the common words are plain ones even where a rare surname is written the same. */
const plainCount = 12_000;
/** Behind these the list of common words is full of names: what no list of names has is plain in small letters alone. */
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
 * word is a name too: "lane", "church".
 */
export class Words {
  readonly #letters = new Map<string, string>();
  readonly #phraseStarts = new Set<string>();
  readonly #rare: ReadonlySet<string>;

  constructor({ given, surnames, common, written }: Lists) {
    const rows = readTable('words').flatMap(({ kind = '', word = '' }) =>
      [word, folded(word)].map((each) => ({ kind, word: each })),
    );
    const isLong = (word: string) => word.length > 2;
    const listed = (list: readonly string[], wanted: string) =>
      new Set([...list.filter(isLong), ...rows.filter(({ kind }) => kind === wanted).map(({ word }) => word)]);
    const [isGiven, isSurname] = [listed(given, 'given'), listed(surnames.slice(0, surnameCount), 'surname')];
    const isAnySurname = new Set(surnames);
    const plain = common
      .slice(0, commonCount)
      .filter((word, rank) => isLong(word) && (rank < plainCount || !isAnySurname.has(word)));
    const isRare = (word: string) => !isAnySurname.has(word) && !isGiven.has(word);
    this.#rare = new Set([...common.slice(commonCount), ...written].filter(isRare));
    for (const word of plain) this.#letters.set(word, 'w');
    for (const word of isSurname) this.#letters.set(word, 's');
    for (const word of isGiven) this.#letters.set(word, isSurname.has(word) ? 'n' : 'g');
    const kinds = groupBy(readTable('letters'), ({ kind = '' }) => kind);
    for (const { kind, word } of rows.filter((row) => row.kind !== 'given' && row.kind !== 'surname')) {
      const [letters] = kinds.get(kind) ?? [];
      if (!letters) throw new Error(`data/privacy/words.csv: no kind of word: ${kind}`);
      const also = isGiven.has(word) ? letters.given : isSurname.has(word) && letters.surname;
      this.#letters.set(word, also || (letters.letter ?? ''));
    }
    for (const { word } of rows) if (word.includes(' ')) this.#phraseStarts.add(word.split(' ', 1)[0] ?? '');
  }

  isName(word: string): boolean {
    return /[gsnqGBZKFOLHYWR]/.test(this.#letters.get(word) ?? '');
  }

  /** Letter of one folded word; undefined where no list has it. */
  letterOf(word: string): string | undefined {
    return this.#letters.get(word) ?? this.#halfOf(word);
  }

  /** Whether a word that has no letter is a plain one where it is written in small letters. */
  isRare(word: string): boolean {
    return this.#rare.has(word);
  }

  /** A word of two halves ("Al-Rashid", "re-stripe") is a name where one of them is, else what the first one is. */
  #halfOf(word: string): string | undefined {
    if (!word.includes('-')) return undefined;
    const letters = word.split('-').map((half) => (half.length > 1 ? this.#letters.get(half) : undefined));
    const plain = letters.some((letter) => letter === undefined || letter === 'p')
      ? undefined
      : (letters.find((letter) => letter && 'w_v'.includes(letter)) ?? letters[0]);
    return letters.find((letter) => letter && 'gsnq'.includes(letter)) ?? plain;
  }

  phraseAt(words: readonly string[], at: number): { readonly letter: string; readonly length: number } | undefined {
    if (!this.#phraseStarts.has(words[at] ?? '')) return undefined;
    for (let length = Math.min(longestPhrase, words.length - at); length > 1; length -= 1) {
      const phrase = words.slice(at, at + length).filter((word) => !joiners.has(word));
      const letter = phrase.length > 1 ? this.#letters.get(phrase.join(' ')) : undefined;
      if (letter) return { letter, length };
    }
    return undefined;
  }
}
