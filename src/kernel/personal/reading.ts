import { hasOneCase, type Token, tokensOf } from './tokens.ts';
import type { WordKind, Words } from './words.ts';

/** How sure a reader is, before the name itself, that a person follows. */
export type Cue = 'none' | 'lead' | 'weak' | 'strong' | 'title';

export const isInitial = (token: Token | undefined) =>
  token !== undefined && token.word !== 'v' && /^\p{L}\.?$/u.test(token.text);
export const isDirection = (token: Token | undefined) => token !== undefined && /^[nsew]$/.test(token.word);
export const isMark = (token: Token | undefined, marks: string) => token?.kind === 'mark' && marks.includes(token.text);
const syllable =
  '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|iao|ian|uai|uan|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|uo|ui|ue|a|o|e|i|u)';
/** A Chinese given name of two syllables, as it is written in the United States. */
const pinyin = new RegExp(`^${syllable}-?${syllable}$`);
const inflected = /(?:ed|ing|ion|ions|ment|ments|[cnr]al|tal|able|ly|ness|age|ance|ence|ity|ties|ies|tions|ers|ors)$/;

/** The tokens of one text, and what the lists know of each. */
export class Reading {
  readonly tokens: readonly Token[];
  readonly words: Words;
  readonly #oneCase: boolean;

  constructor(text: string, words: Words) {
    this.tokens = tokensOf(text);
    this.words = words;
    this.#oneCase = hasOneCase(text);
  }

  is(kind: WordKind, at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && this.words.is(kind, token.word);
  }

  capital(at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && token.capital;
  }

  isGiven(at: number): boolean {
    return this.capital(at) && this.#half((word) => this.words.is('given', word), at);
  }

  isSurname(at: number): boolean {
    return this.capital(at) && this.#half((word) => this.words.is('surname', word), at);
  }

  /** A name of two halves ("Al-Rashid", "Kimley-Horn") is known by either. */
  #half(isKnown: (word: string) => boolean, at: number): boolean {
    const word = this.tokens[at]?.word ?? '';
    return isKnown(word) || (word.includes('-') && word.split('-').some((half) => half.length > 2 && isKnown(half)));
  }

  isPinyin(at: number): boolean {
    const word = this.tokens[at]?.word ?? '';
    return this.capital(at) && word.length > 3 && pinyin.test(word) && !this.isPlainWord(at) && !this.is('place', at);
  }

  /** "XIUYING ZHANG". */
  isPinyinBefore(at: number): boolean {
    return this.isPinyin(at) && this.is('surname-first', at + 1);
  }

  isPlainWord(at: number): boolean {
    return this.is('word', at) || this.is('dictionary', at);
  }

  isSure(at: number): boolean {
    return !this.is('ambiguous', at) && !this.is('word', at);
  }

  /** A capitalized word that no list knows as something else. */
  isUnknown(at: number): boolean {
    const token = this.tokens[at];
    if (!token || !this.capital(at) || token.word.length < 3) return false;
    // where capitals tell something, a capital inside a sentence outweighs the dictionary
    const isTold = !this.#oneCase && at > 0 && !this.endsSentence(at - 1);
    if (!isTold && (inflected.test(token.word) || this.is('dictionary', at))) return false;
    const kinds = ['word', 'street', 'company', 'place', 'role', 'weak-role', 'title', 'of-person', 'suffix'] as const;
    return !kinds.some((kind) => this.is(kind, at));
  }

  mayBeSurname(at: number): boolean {
    if (this.isSurname(at) || this.isUnknown(at)) return true;
    return this.isGiven(at) && this.isSure(at) && !this.is('place', at) && !this.is('street', at);
  }

  /** A surname with the ending of a plural, and no word of its own. */
  isFamilyOf(at: number): boolean {
    const one = this.tokens[at]?.word.replace(/s$/, '') ?? '';
    const isOther = (['word', 'dictionary', 'place', 'street', 'company', 'ambiguous'] as const).some((kind) =>
      this.words.is(kind, one),
    );
    return this.words.is('surname', one) && !isOther && !this.isPlainWord(at) && !this.is('place', at);
  }

  knownSurname(at: number): boolean {
    return this.isSurname(at) && !this.is('street', at) && !this.isPlainWord(at);
  }

  /** A second given name, an initial or a particle that has a further name behind it. */
  endsSentence(at: number): boolean {
    const token = this.tokens[at];
    return token?.text.endsWith('.') === true && token.word.length > 2 && !this.is('suffix', at);
  }

  endsHere(at: number): boolean {
    const token = this.tokens[at];
    return token === undefined || token.kind !== 'word';
  }
}
