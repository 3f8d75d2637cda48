import type { Span } from './contacts.ts';
import { hasOneCase, type Token, tokensOf } from './tokens.ts';
import type { Words } from './words.ts';

/** How sure a reader is, before the name itself, that a person follows. */
type Cue = 'none' | 'lead' | 'weak' | 'strong' | 'title';

const longestName = 5;
const isInitial = (token: Token | undefined) =>
  token !== undefined && token.word !== 'v' && /^\p{L}\.?$/u.test(token.text);
const isDirection = (token: Token | undefined) => token !== undefined && /^[nsew]$/.test(token.word);
const isMark = (token: Token | undefined, marks: string) => token?.kind === 'mark' && marks.includes(token.text);
const inflected = /(?:ed|ing|ion|ions|ment|ments|[cnr]al|tal|able|ly|ness|age|ance|ence|ity|ties|ies|tions|ers|ors)$/;

/** Finds the names of persons among the tokens of one text. */
class NameFinder {
  readonly #tokens: readonly Token[];
  readonly #words: Words;
  readonly #oneCase: boolean;

  constructor(text: string, words: Words) {
    this.#tokens = tokensOf(text);
    this.#words = words;
    this.#oneCase = hasOneCase(text);
  }

  spans(): readonly Span[] {
    const found: Span[] = [];
    for (let at = 0; at < this.#tokens.length; at += 1) {
      const end = this.#nameAt(at);
      const [first, last] = [this.#tokens[at], this.#tokens[(end ?? 0) - 1]];
      if (end === undefined || !first || !last) continue;
      found.push({ from: first.from, to: last.possessive ? last.to - 2 : last.to, kind: 'name' });
      at = end - 1;
    }
    return found;
  }

  #is(kind: Parameters<Words['is']>[0], at: number): boolean {
    const token = this.#tokens[at];
    return token?.kind === 'word' && this.#words.is(kind, token.word);
  }

  #capital(at: number): boolean {
    const token = this.#tokens[at];
    return token?.kind === 'word' && token.capital;
  }

  #isGiven(at: number): boolean {
    return this.#capital(at) && this.#half((word) => this.#words.is('given', word), at);
  }

  #isSurname(at: number): boolean {
    return this.#capital(at) && this.#half((word) => this.#words.is('surname', word), at);
  }

  /** A name of two halves ("Al-Rashid", "Kimley-Horn") is known by either. */
  #half(isKnown: (word: string) => boolean, at: number): boolean {
    const word = this.#tokens[at]?.word ?? '';
    return isKnown(word) || (word.includes('-') && word.split('-').some((half) => half.length > 2 && isKnown(half)));
  }

  #isPlainWord(at: number): boolean {
    return this.#is('word', at) || this.#is('dictionary', at);
  }

  #isSure(at: number): boolean {
    return !this.#is('ambiguous', at) && !this.#is('word', at);
  }

  /** A capitalized word that no list knows as something else. */
  #isUnknown(at: number): boolean {
    const token = this.#tokens[at];
    if (!token || !this.#capital(at) || token.word.length < 3) return false;
    // where capitals tell something, a capital inside a sentence outweighs the dictionary
    const isTold = !this.#oneCase && at > 0 && !this.#endsSentence(at - 1);
    if (!isTold && (inflected.test(token.word) || this.#is('dictionary', at))) return false;
    const kinds = ['word', 'street', 'company', 'place', 'role', 'weak-role', 'title', 'of-person', 'suffix'] as const;
    return !kinds.some((kind) => this.#is(kind, at));
  }

  #mayBeSurname(at: number): boolean {
    if (this.#isSurname(at) || this.#isUnknown(at)) return true;
    return this.#isGiven(at) && this.#isSure(at) && !this.#is('place', at) && !this.#is('street', at);
  }

  #nameAt(at: number): number | undefined {
    const start = this.#tokens[at];
    if (start?.kind !== 'word' || !start.capital) return undefined;
    const cue = this.#cueBefore(at);
    const end = this.#endOfName(at, cue);
    if (end === undefined || this.#belongsToOther(at, end, cue)) return undefined;
    return end;
  }

  /** What stands before: a title, a role ("OWNER", "CONTACT:"), or a word that often introduces a person ("PER"). */
  #cueBefore(at: number): Cue {
    let before = at - 1;
    while (isMark(this.#tokens[before], ':,-–—&(/.') || ['name', 'is', 'and', 'mr', 'mrs'].includes(this.#tokens[before]?.word ?? '')) {
      if (this.#is('title', before)) return 'title';
      before -= 1;
    }
    const between = this.#tokens.slice(before + 1, at);
    if (this.#is('title', before) && between.length === 0) return this.#isTitle(before) ? 'title' : 'none';
    if (between.some((token) => isMark(token, '.'))) return 'none';
    if (this.#is('role', before)) return 'strong';
    if (!between.every((token) => !isMark(token, ',&-'))) return 'none';
    if ((this.#is('lead', before) || this.#is('weak-role', before)) && this.#is('of-whom', before - 1)) return 'strong';
    if (this.#is('weak-role', before)) return 'weak';
    return this.#is('lead', before) ? 'lead' : 'none';
  }

  /** "DR" behind a name is a drive, in front of one a doctor. */
  #isTitle(at: number): boolean {
    if (this.#tokens[at]?.word !== 'dr') return true;
    const before = this.#tokens[at - 1];
    return before === undefined || before.kind === 'mark' || this.#is('role', at - 1) || this.#is('weak-role', at - 1);
  }

  #endOfName(at: number, cue: Cue): number | undefined {
    return (
      this.#surnameFirst(at) ??
      this.#turned(at) ??
      this.#couple(at) ??
      this.#givenAndSurname(at, cue) ??
      this.#initialAndSurname(at, cue) ??
      this.#unknownAndSurname(at) ??
      this.#afterCue(at, cue) ??
      this.#alone(at, cue)
    );
  }

  /** Names in the order of China, Korea and Vietnam: the surname, then one or two given names. */
  #surnameFirst(at: number): number | undefined {
    if (!this.#is('surname-first', at) || !this.#capital(at) || this.#isPlainWord(at)) return undefined;
    const isFollowing = (next: number) => this.#isGiven(next) && !isInitial(this.#tokens[next]) && !this.#isPlain(next);
    if (!isFollowing(at + 1)) return undefined;
    const third = isFollowing(at + 2) || (this.#capital(at + 2) && this.#isSurname(at + 2)) ? at + 3 : at + 2;
    return isFollowing(at + 2) ? third : this.#isUnknown(at + 2) && this.#is('surname-first', at) && this.#isSurname(at + 2) ? third : at + 2;
  }

  #isPlain(at: number): boolean {
    return (['street', 'company', 'place', 'role', 'of-person'] as const).some((kind) => this.#is(kind, at)) && !this.#isSure(at);
  }

  /** "PATEL, RAJESH K". */
  #turned(at: number): number | undefined {
    if (!(this.#isSurname(at) || this.#isUnknown(at)) || !isMark(this.#tokens[at + 1], ',')) return undefined;
    // "DEMO, RUBEN OCAMPO": what no list knows is a surname only where nothing further follows
    if (!this.#isSurname(at) && this.#mayBeSurname(at + 3)) return undefined;
    if (!this.#isGiven(at + 2) || !this.#isSure(at + 2) || this.#is('place', at + 2)) return undefined;
    // "…, JOHN SMITH" begins a name of its own, unless what stands before is a surname and nothing else
    if (this.#isSurname(at + 3) && !this.#isSurname(at)) return undefined;
    return isInitial(this.#tokens[at + 3]) || this.#isGiven(at + 3) ? at + 4 : at + 3;
  }

  /** "SARAH AND MICHAEL PETERSON". */
  #couple(at: number): number | undefined {
    const joins = this.#tokens[at + 1];
    if (!this.#isGiven(at) || !(joins?.word === 'and' || isMark(joins, '&')) || !this.#isGiven(at + 2)) return undefined;
    return this.#givenAndSurname(at + 2, 'weak');
  }

  #givenAndSurname(at: number, cue: Cue): number | undefined {
    if (!this.#isGiven(at) || this.#tokens[at]?.possessive || this.#endsSentence(at)) return undefined;
    let next = at + 1;
    while (next - at < longestName - 1 && this.#isMiddle(next)) next += 1;
    const mayBeUnknown = this.#isSure(at) || (cue !== 'none' && !this.#isPlainWord(at));
    const isSurname = mayBeUnknown ? this.#mayBeSurname(next) : this.#knownSurname(next);
    if (!isSurname) return undefined;
    return this.#withRest(next + 1);
  }

  #knownSurname(at: number): boolean {
    return this.#isSurname(at) && !this.#is('street', at) && !this.#isPlainWord(at);
  }

  /** A second given name, an initial or a particle that has a further name behind it. */
  #endsSentence(at: number): boolean {
    const token = this.#tokens[at];
    return token !== undefined && token.text.endsWith('.') && token.word.length > 2 && !this.#is('suffix', at);
  }

  #isMiddle(at: number): boolean {
    const token = this.#tokens[at];
    if (!token || token.kind !== 'word') return false;
    const isBetween = isInitial(token) || this.#is('particle', at) || (this.#isGiven(at) && !token.possessive);
    return isBetween && this.#mayBeSurname(at + 1) && !this.#is('street', at + 1) && !this.#is('company', at + 1);
  }

  /** A second surname and "JR", as far as they belong to the name. */
  #withRest(end: number): number {
    let next = end;
    if (this.#isSurname(next) && this.#isSure(next) && !this.#tokens[next - 1]?.possessive) next += 1;
    if (this.#is('suffix', next) && this.#tokens[next]?.word !== 'pe' && this.#tokens[next]?.word !== 'ra') next += 1;
    return next;
  }

  #initialAndSurname(at: number, cue: Cue): number | undefined {
    const first = this.#tokens[at];
    if (!isInitial(first) || !first) return undefined;
    const isMarked = first.text.endsWith('.') || cue === 'strong' || cue === 'title';
    if (!isMarked || (isDirection(first) && cue !== 'strong' && cue !== 'title')) return undefined;
    const next = isInitial(this.#tokens[at + 1]) ? at + 2 : at + 1;
    const full = first.text.endsWith('.') ? this.#givenAndSurname(next, cue) : undefined;
    if (full !== undefined) return full;
    return this.#isSurname(next) || (cue !== 'none' && this.#isUnknown(next)) ? this.#withRest(next + 1) : undefined;
  }

  /** A capitalized word that no list knows, in front of a surname that is nothing else. */
  #unknownAndSurname(at: number): number | undefined {
    return this.#isUnknown(at) && !this.#endsSentence(at) && this.#knownSurname(at + 1) && this.#isSure(at + 1) ? this.#withRest(at + 2) : undefined;
  }

  /** Behind a role or a title a surname alone, or words that no list knows, are a name. */
  #afterCue(at: number, cue: Cue): number | undefined {
    if (cue === 'title') return this.#mayBeSurname(at) ? this.#unknownRun(at) : undefined;
    if (cue !== 'strong') return undefined;
    if (this.#knownSurname(at) && (this.#isSure(at) || this.#mayBeSurname(at + 1) || this.#endsHere(at + 1)))
      return this.#unknownRun(at);
    return this.#isUnknown(at) && this.#mayBeSurname(at + 1) ? this.#unknownRun(at) : undefined;
  }

  #unknownRun(at: number): number {
    let next = at + 1;
    while (next - at < longestName - 1 && (this.#isMiddle(next) || this.#knownSurname(next) || this.#isUnknown(next))) next += 1;
    return this.#withRest(next);
  }

  #endsHere(at: number): boolean {
    const token = this.#tokens[at];
    return token === undefined || token.kind !== 'word';
  }

  /** One name alone: a given name behind a cue, or a surname in front of "residence" or "v.". */
  #alone(at: number, cue: Cue): number | undefined {
    const token = this.#tokens[at];
    if (!token) return undefined;
    const isOf = this.#tokens[at - 1]?.word === 'of';
    if (this.#is('of-person', at + 1) && this.#isSurname(at) && this.#isSure(at) && !isOf) return at + 1;
    const before = this.#tokens[at - 1]?.word;
    if ((before === 'v' || before === 'vs') && this.#knownSurname(at)) return at + 1;

    const isSetApart = isMark(this.#tokens[at - 1], '(') || ['for', 'from'].includes(before ?? '');
    const goesOn = !this.#endsHere(at + 1) && !this.#isPlainWord(at + 1);
    if (cue !== 'strong' && isSetApart && this.#isGiven(at) && this.#isSure(at) && !goesOn) return at + 1;
    if (cue === 'none' || cue === 'lead' || token.possessive || !this.#isGiven(at) || this.#is('place', at)) return undefined;
    return this.#isSure(at) || (cue === 'strong' && this.#endsHere(at + 1) && !this.#isPlainWord(at)) ? at + 1 : undefined;
  }

  /** Whether what looks like a person names a street, a firm, a park or a thing. */
  #belongsToOther(at: number, end: number, cue: Cue): boolean {
    const words = this.#tokens.slice(at).map(({ word }) => word);
    if (this.#words.isBrand(words) || (at > 0 && this.#words.isBrand([this.#tokens[at - 1]?.word ?? '', ...words]))) return true;
    return this.#isNamedStreet(at, end, cue) || this.#isFirm(at, end, cue);
  }

  #isNamedStreet(at: number, end: number, cue: Cue): boolean {
    const isSaint = ['st', 'saint', 'rev', 'pastor'].includes(this.#tokens[at - 1]?.word ?? '') && this.#tokens[at - 1]?.word !== 'rev';
    if (isSaint) return true;
    const last = end - 1;
    if (this.#is('street', last) && !(cue === 'strong' && this.#isSurname(last))) return true;
    for (let next = end; next < end + 3; next += 1) {
      if (this.#is('street', next)) return !this.#isStreetTitle(next);
      const isSure = cue === 'strong' || cue === 'title';
      const goesOn = isSure ? this.#mayBeSurname(next) || this.#is('suffix', next) : this.#capital(next);
      if (!goesOn || this.#is('role', next)) break;
    }
    return cue === 'none' && this.#isBehindHouseNumber(at);
  }

  /** "JOHN SMITH DR. AMIT SHAH": the street's word is a doctor. */
  #isStreetTitle(at: number): boolean {
    return this.#tokens[at]?.text.endsWith('.') === true && this.#tokens[at]?.word === 'dr' && this.#isGiven(at + 1);
  }

  #isBehindHouseNumber(at: number): boolean {
    const number = isDirection(this.#tokens[at - 1]) ? at - 2 : at - 1;
    if (this.#tokens[number]?.kind !== 'number') return isDirection(this.#tokens[at - 1]);
    return !/^\d{1,6}$/.test(this.#tokens[number]?.text ?? '') || number === at - 1
      ? /^\d{1,6}$/.test(this.#tokens[number]?.text ?? '') && !this.#is('house-number-word', number - 1) && !isMark(this.#tokens[number - 1], '#/$')
      : true;
  }

  #isFirm(at: number, end: number, cue: Cue): boolean {
    if (cue === 'title' && this.#isGiven(at)) return false;
    if (this.#tokens[end - 1]?.possessive) return !this.#is('of-person', end);
    const last = end - 1;
    const isEnding = (next: number): boolean => {
      if (this.#is('work', next)) return isMark(this.#tokens[next + 1], '&') || (this.#capital(next + 1) && this.#is('company', next + 1) && isEnding(next + 1));
      return this.#is('company', next) || this.#is('place', next);
    };
    if (isEnding(last) && !(this.#isSurname(last) && (cue === 'strong' || cue === 'title'))) return true;
    if ([1, 2, 3, 4].some((ahead) => this.#is('institution', last + ahead) && this.#capital(last + ahead)))
      return cue !== 'strong' && cue !== 'title';
    for (let next = end; next < end + 5; next += 1) {
      const token = this.#tokens[next];
      if (isEnding(next) && token?.capital) return true;
      const joins = isMark(token, '&') || token?.word === 'and' || token?.word === 'the' || isMark(this.#tokens[next - 1], '&');
      const goesOn = token?.kind === 'word' && token.capital && !this.#isPlainWord(next) && !this.#is('role', next);
      if (!joins && !goesOn) return false;
    }
    return false;
  }
}

/** Names of persons in a text of a public record; streets, firms and places that carry a name are none. */
export const namesIn = (text: string, words: Words): readonly Span[] => new NameFinder(text, words).spans();
