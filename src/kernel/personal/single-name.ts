import { type Cue, isInitial, isMark, type Reading } from './reading.ts';

/** Finds a person who is named by one name alone. */
export class SingleName {
  readonly #read: Reading;

  constructor(reading: Reading) {
    this.#read = reading;
  }

  /** End of the name that starts at a token: a surname in front of "residence" or "v.", or a given name behind a cue. */
  endAt(at: number, cue: Cue): number | undefined {
    if (this.#isPair(at)) return at + 3;
    if (this.#isOfACase(at) || this.#isFamily(at) || this.#isInUnit(at) || this.#isSetApart(at, cue)) return at + 1;
    return this.#givenName(at, cue);
  }

  /** "MCALLISTER RESIDENCE", "v. Prendergast", and "SMITH'S GARAGE", where "KELLY'S PUB" is a firm. */
  #isOfACase(at: number): boolean {
    const before = this.#read.tokens[at - 1]?.word;
    const isSurname = this.#read.isSurname(at) && this.#read.isSure(at);
    const isOne = isSurname || (this.#read.tokens[at + 1]?.word === 'residence' && this.#read.isUnknown(at));
    if (this.#isHome(at + 1) && isOne && before !== 'of') return true;
    const isKnown = this.#read.isSurname(at) || this.#isSureGiven(at);
    if (this.#read.tokens[at]?.possessive && isKnown && this.#read.is('of-owner', at + 1)) return true;
    return (before === 'v' || before === 'vs') && this.#read.knownSurname(at);
  }

  #isSureSurname(at: number): boolean {
    return this.#read.knownSurname(at) && this.#read.isSure(at);
  }

  /** "CALDWELL/NGUYEN PROPERTY". */
  #isPair(at: number): boolean {
    const isTwo =
      this.#read.knownSurname(at) && isMark(this.#read.tokens[at + 1], '/') && this.#read.knownSurname(at + 2);
    return isTwo && (this.#read.is('of-person', at + 3) || this.#read.is('of-whom', at + 3));
  }

  /** "NEXT DOOR TO THE LINDGRENS". */
  #isFamily(at: number): boolean {
    const word = this.#read.tokens[at]?.word ?? '';
    const isPlural = this.#read.capital(at) && word.endsWith('s') && this.#read.tokens[at - 1]?.word === 'the';
    return isPlural && this.#read.isSure(at) && this.#read.endsHere(at + 1) && this.#read.isFamilyOf(at);
  }

  /** "UNIT 2R PETERSEN / UNIT 3R VACANT". */
  #isInUnit(at: number): boolean {
    const isUnit = this.#read.tokens[at - 1]?.kind === 'number' && this.#read.is('house-number-word', at - 2);
    return isUnit && this.#isSureSurname(at) && this.#read.endsHere(at + 1);
  }

  /** "KAPLAN HOME", where "KAPLAN HOME BUILDERS" and "KAPLAN HOMES" are firms. */
  #isHome(at: number): boolean {
    if (this.#read.is('of-person', at)) return true;
    return ['home', 'house'].includes(this.#read.tokens[at]?.word ?? '') && this.#read.endsHere(at + 1);
  }

  #isSureGiven(at: number): boolean {
    return this.#read.isGiven(at) && this.#read.isSure(at);
  }

  #isSetApart(at: number, cue: Cue): boolean {
    if (cue === 'strong' || !this.#isSureGiven(at) || this.#read.is('role', at)) return false;
    const before = this.#read.tokens[at - 1];
    const isApart = isMark(before, '(') || ['for', 'from'].includes(before?.word ?? '') || this.#isNearRole(at);
    return isApart && (this.#read.endsHere(at + 1) || this.#read.isPlainWord(at + 1));
  }

  /** "TENANT IN UNIT 4, YOLANDA, WILL": between commas, with a role shortly before; "DESHAWN (SUPER)". */
  #isNearRole(at: number): boolean {
    if (isMark(this.#read.tokens[at + 1], '('))
      return this.#read.is('role', at + 2) || this.#read.is('weak-role', at + 2);
    return isMark(this.#read.tokens[at - 1], ',') && [2, 3, 4, 5, 6].some((back) => this.#read.is('role', at - back));
  }

  #givenName(at: number, cue: Cue): number | undefined {
    if (cue === 'none' || cue === 'lead' || this.#read.tokens[at]?.possessive) return undefined;
    if (!this.#read.isGiven(at) || this.#read.is('place', at)) return undefined;
    const isAlone = cue === 'strong' && this.#read.endsHere(at + 1) && !this.#read.isPlainWord(at);
    if (!this.#read.isSure(at) && !isAlone) return undefined;
    const isInitialNext = isInitial(this.#read.tokens[at + 1]) && !isMark(this.#read.tokens[at + 2], '&');
    return cue === 'strong' && isInitialNext ? at + 2 : at + 1;
  }
}
