import type { Span } from './contacts.ts';
import { OtherBearers } from './other-bearers.ts';
import { type Cue, isDirection, isInitial, isMark, Reading } from './reading.ts';
import { SingleName } from './single-name.ts';
import type { Words } from './words.ts';

const longestName = 5;

/** Finds the names of persons among the tokens of one text. */
class NameFinder {
  readonly #read: Reading;
  readonly #others: OtherBearers;
  readonly #alone: SingleName;
  #lastEnd = Number.NEGATIVE_INFINITY;

  constructor(text: string, words: Words) {
    this.#read = new Reading(text, words);
    this.#others = new OtherBearers(this.#read);
    this.#alone = new SingleName(this.#read);
  }

  spans(): readonly Span[] {
    const found: Span[] = [];
    for (let at = 0; at < this.#read.tokens.length; at += 1) {
      const end = this.#nameAt(at);
      const [first, last] = [this.#read.tokens[at], this.#read.tokens[(end ?? 0) - 1]];
      if (end === undefined || !first || !last) continue;
      found.push({ from: first.from, to: last.possessive ? last.to - 2 : last.to, kind: 'name' });
      this.#lastEnd = end;
      at = end - 1;
    }
    return found;
  }

  #nameAt(at: number): number | undefined {
    const start = this.#read.tokens[at];
    if (start?.kind !== 'word' || !start.capital) return undefined;
    const cue = this.#joinsLast(at) ? 'weak' : this.#cueBefore(at);
    const end = this.#endOfName(at, cue);
    if (end === undefined || this.#others.has(at, end, cue)) return undefined;
    return end;
  }

  /** "CALL VINNIE 347-555-0133 OR LENNY": what follows a name closely and is joined to it is one too. */
  #joinsLast(at: number): boolean {
    const joins = this.#read.tokens[at - 1];
    return (joins?.word === 'or' || joins?.word === 'and' || isMark(joins, '&')) && at - this.#lastEnd <= 8;
  }

  /** What stands before: a title, a role ("OWNER", "CONTACT:"), or a word that often introduces a person ("PER"). */
  #cueBefore(at: number): Cue {
    let before = at - 1;
    while (
      isMark(this.#read.tokens[before], ':,-–—&(/.') ||
      ['name', 'is', 'and', 'mr', 'mrs'].includes(this.#read.tokens[before]?.word ?? '')
    ) {
      if (this.#read.is('title', before)) return 'title';
      before -= 1;
    }
    const between = this.#read.tokens.slice(before + 1, at);
    // "NEIGHBOR'S ROOSTER" is nobody's name
    if (this.#read.tokens[before]?.possessive) return 'none';
    if (this.#read.is('title', before) && between.length === 0) return this.#isTitle(before) ? 'title' : 'none';
    if (between.some((token) => isMark(token, '.'))) return 'none';
    if (this.#read.is('role', before)) return 'strong';
    if (!between.every((token) => !isMark(token, ',&-'))) return 'none';
    if ((this.#read.is('lead', before) || this.#read.is('weak-role', before)) && this.#read.is('of-whom', before - 1))
      return 'strong';
    if (this.#read.is('weak-role', before)) return 'weak';
    return this.#read.is('lead', before) ? 'lead' : 'none';
  }

  /** "DR" behind a name is a drive, in front of one a doctor. */
  #isTitle(at: number): boolean {
    if (this.#read.tokens[at]?.word !== 'dr') return true;
    const before = this.#read.tokens[at - 1];
    return (
      before === undefined ||
      before.kind === 'mark' ||
      this.#read.is('role', at - 1) ||
      this.#read.is('weak-role', at - 1)
    );
  }

  #endOfName(at: number, cue: Cue): number | undefined {
    return (
      this.#surnameFirst(at) ??
      this.#turned(at, cue) ??
      this.#couple(at) ??
      this.#givenAndSurname(at, cue) ??
      this.#initialAndSurname(at, cue) ??
      this.#unknownAndSurname(at) ??
      this.#afterCue(at, cue) ??
      this.#alone.endAt(at, cue)
    );
  }

  /** Names in the order of China, Korea and Vietnam: the surname, then one or two given names. */
  #surnameFirst(at: number): number | undefined {
    if (!this.#read.is('surname-first', at) || !this.#read.capital(at) || this.#read.isPlainWord(at)) return undefined;
    const isFollowing = (next: number) =>
      (this.#read.isGiven(next) && !isInitial(this.#read.tokens[next]) && !this.#isPlain(next)) ||
      (next === at + 1 && this.#read.isPinyin(next));
    if (!isFollowing(at + 1)) return undefined;
    const third = isFollowing(at + 2) || (this.#read.capital(at + 2) && this.#read.isSurname(at + 2)) ? at + 3 : at + 2;
    return isFollowing(at + 2)
      ? third
      : this.#read.isUnknown(at + 2) && this.#read.is('surname-first', at) && this.#read.isSurname(at + 2)
        ? third
        : at + 2;
  }

  #isPlain(at: number): boolean {
    return (
      (['street', 'company', 'place', 'role', 'of-person'] as const).some((kind) => this.#read.is(kind, at)) &&
      !this.#read.isSure(at)
    );
  }

  /** "PATEL, RAJESH K". */
  #turned(at: number, cue: Cue): number | undefined {
    if (!(this.#read.isSurname(at) || this.#read.isUnknown(at)) || !isMark(this.#read.tokens[at + 1], ','))
      return undefined;
    // "DEMO, RUBEN OCAMPO": what no list knows is a surname only where nothing further follows
    if (!this.#read.isSurname(at) && this.#read.mayBeSurname(at + 3)) return undefined;
    if (!this.#isTurnedGiven(at + 2, this.#read.isSurname(at) ? cue : 'none')) return undefined;
    // "CRANE, CLANCY & THEYS" is a list of firms
    if (cue !== 'strong' && isMark(this.#read.tokens[at + 3], '&')) return undefined;
    // "…, JOHN SMITH" begins a name of its own, unless what stands before is a surname and nothing else
    if (this.#read.isSurname(at + 3) && !this.#read.isSurname(at)) return undefined;
    return isInitial(this.#read.tokens[at + 3]) || this.#read.isGiven(at + 3) ? at + 4 : at + 3;
  }

  /** Behind "SURNAME," a given name; behind a role, or where it is hyphenated, also one that no list knows. */
  #isTurnedGiven(at: number, cue: Cue): boolean {
    if (this.#read.isGiven(at)) return this.#read.isSure(at) && !this.#read.is('place', at);
    const isMarked = cue === 'strong' || this.#read.tokens[at]?.word.includes('-') === true;
    return isMarked && this.#read.isUnknown(at) && !this.#read.endsHere(at);
  }

  /** "SARAH AND MICHAEL PETERSON". */
  #couple(at: number): number | undefined {
    const joins = this.#read.tokens[at + 1];
    if (!this.#read.isGiven(at) || !(joins?.word === 'and' || isMark(joins, '&')) || !this.#read.isGiven(at + 2))
      return undefined;
    return this.#givenAndSurname(at + 2, 'weak');
  }

  #givenAndSurname(at: number, cue: Cue): number | undefined {
    if (!this.#read.isGiven(at) || this.#read.tokens[at]?.possessive || this.#read.endsSentence(at)) return undefined;
    let next = at + 1;
    while (next - at < longestName - 1 && this.#isMiddle(next)) next += 1;
    const mayBeUnknown = this.#read.isSure(at) || (cue !== 'none' && !this.#read.isPlainWord(at));
    const isSurname = mayBeUnknown ? this.#read.mayBeSurname(next) : this.#read.knownSurname(next);
    if (!isSurname) return undefined;
    return this.#withRest(next + 1);
  }

  #isMiddle(at: number): boolean {
    const token = this.#read.tokens[at];
    if (token?.kind !== 'word') return false;
    const isBetween =
      isInitial(token) || this.#read.is('particle', at) || (this.#read.isGiven(at) && !token.possessive);
    return (
      isBetween &&
      (this.#read.mayBeSurname(at + 1) || (this.#read.is('particle', at) && this.#isMiddle(at + 1))) &&
      !this.#read.is('street', at + 1) &&
      !this.#read.is('company', at + 1) &&
      !this.#read.is('place', at)
    );
  }

  /** A second surname and "JR", as far as they belong to the name. */
  #withRest(end: number): number {
    let next = end;
    if (this.#read.isSurname(next) && this.#read.isSure(next) && !this.#read.tokens[next - 1]?.possessive) next += 1;
    if (
      this.#read.is('suffix', next) &&
      this.#read.tokens[next]?.word !== 'pe' &&
      this.#read.tokens[next]?.word !== 'ra'
    )
      next += 1;
    return next;
  }

  #initialAndSurname(at: number, cue: Cue): number | undefined {
    const first = this.#read.tokens[at];
    if (!isInitial(first) || !first) return undefined;
    const isCued = cue === 'strong' || cue === 'title';
    const isMarked = first.text.endsWith('.') || isCued;
    const isDouble = isInitial(this.#read.tokens[at + 1]);
    if (!isMarked || (isDirection(first) && !isCued && !isDouble && !this.#isBetweenMarks(at))) return undefined;
    const next = isDouble ? at + 2 : at + 1;
    const full = first.text.endsWith('.') ? this.#givenAndSurname(next, cue) : undefined;
    if (full !== undefined) return full;
    const isUnknown = this.#read.isUnknown(next) && (cue !== 'none' || !this.#read.isPlainWord(next));
    return this.#read.isSurname(next) || isUnknown ? this.#withRest(next + 1) : undefined;
  }

  /** "- W. KLIMEK -" is no street, which would carry its number or its kind. */
  #isBetweenMarks(at: number): boolean {
    return isMark(this.#read.tokens[at - 1], '-(–') && this.#read.endsHere(at + 2);
  }

  /** A capitalized word that no list knows, in front of a surname that is nothing else. */
  #unknownAndSurname(at: number): number | undefined {
    return (this.#read.isUnknown(at) || this.#read.isPinyinBefore(at)) &&
      !this.#read.endsSentence(at) &&
      this.#read.knownSurname(at + 1) &&
      this.#read.isSure(at + 1)
      ? this.#withRest(at + 2)
      : undefined;
  }

  /** Behind a role or a title a surname alone, or words that no list knows, are a name. */
  #afterCue(at: number, cue: Cue): number | undefined {
    if (cue === 'title') return this.#read.mayBeSurname(at) ? this.#unknownRun(at) : undefined;
    if (cue !== 'strong') return undefined;
    if (
      this.#read.knownSurname(at) &&
      (this.#read.isSure(at) || this.#read.mayBeSurname(at + 1) || this.#read.endsHere(at + 1))
    )
      return this.#unknownRun(at);
    return this.#read.isUnknown(at) && this.#read.mayBeSurname(at + 1) ? this.#unknownRun(at) : undefined;
  }

  #unknownRun(at: number): number {
    let next = at + 1;
    while (
      next - at < longestName - 1 &&
      (this.#isMiddle(next) || this.#read.knownSurname(next) || this.#read.isUnknown(next))
    )
      next += 1;
    return this.#withRest(next);
  }
}

/** Names of persons in a text of a public record; streets, firms and places that carry a name are none. */
export const namesIn = (text: string, words: Words): readonly Span[] => new NameFinder(text, words).spans();
