import { type Cue, isDirection, isMark, type Reading } from './reading.ts';

/** Tells what looks like a person from a street, a firm, a park or a thing that carries the name. */
export class OtherBearers {
  readonly #read: Reading;

  constructor(reading: Reading) {
    this.#read = reading;
  }

  /** Whether the stretch of tokens [at, end) names something else than a person. */
  has(at: number, end: number, cue: Cue): boolean {
    const words = this.#read.tokens.slice(at).map(({ word }) => word);
    if (
      this.#read.words.isBrand(words) ||
      (at > 0 && this.#read.words.isBrand([this.#read.tokens[at - 1]?.word ?? '', ...words]))
    )
      return true;
    return this.#isNamedStreet(at, end, cue) || this.#isFirm(at, end, cue);
  }

  #isNamedStreet(at: number, end: number, cue: Cue): boolean {
    const isSaint =
      ['st', 'saint', 'rev', 'pastor'].includes(this.#read.tokens[at - 1]?.word ?? '') &&
      this.#read.tokens[at - 1]?.word !== 'rev';
    if (isSaint) return true;
    const last = end - 1;
    if (this.#read.is('street', last) && !(cue === 'strong' && this.#read.isSurname(last))) return true;
    for (let next = end; next < end + 3; next += 1) {
      if (this.#read.is('street', next)) return !this.#isStreetTitle(next);
      const isSure = cue === 'strong' || cue === 'title';
      const goesOn = isSure ? this.#read.mayBeSurname(next) || this.#read.is('suffix', next) : this.#read.capital(next);
      if (!goesOn || this.#read.is('role', next)) break;
    }
    return cue === 'none' && this.#isBehindHouseNumber(at);
  }

  /** "JOHN SMITH DR. AMIT SHAH": the street's word is a doctor. */
  #isStreetTitle(at: number): boolean {
    return (
      this.#read.tokens[at]?.text.endsWith('.') === true &&
      this.#read.tokens[at]?.word === 'dr' &&
      this.#read.isGiven(at + 1)
    );
  }

  #isBehindHouseNumber(at: number): boolean {
    const number = isDirection(this.#read.tokens[at - 1]) ? at - 2 : at - 1;
    if (this.#read.tokens[number]?.kind !== 'number') return isDirection(this.#read.tokens[at - 1]);
    return !/^\d{1,6}$/.test(this.#read.tokens[number]?.text ?? '') || number === at - 1
      ? /^\d{1,6}$/.test(this.#read.tokens[number]?.text ?? '') &&
          !this.#read.is('house-number-word', number - 1) &&
          !isMark(this.#read.tokens[number - 1], '#/$')
      : true;
  }

  #isFirm(at: number, end: number, cue: Cue): boolean {
    if (cue === 'title' && this.#read.isGiven(at)) return false;
    if (this.#read.tokens[end - 1]?.possessive) return !this.#read.is('of-person', end);
    const last = end - 1;
    const isEnding = (next: number): boolean => {
      if (this.#read.is('work', next))
        return (
          isMark(this.#read.tokens[next + 1], '&') ||
          (this.#read.capital(next + 1) && this.#read.is('company', next + 1) && isEnding(next + 1))
        );
      return this.#read.is('company', next) || this.#read.is('place', next);
    };
    if (isEnding(last) && !(this.#read.isSurname(last) && (cue === 'strong' || cue === 'title'))) return true;
    if ([1, 2, 3, 4].some((ahead) => this.#read.is('institution', last + ahead) && this.#read.capital(last + ahead)))
      return cue !== 'strong' && cue !== 'title';
    for (let next = end; next < end + 5; next += 1) {
      const token = this.#read.tokens[next];
      if (isEnding(next) && token?.capital) return true;
      const joins =
        isMark(token, '&') ||
        token?.word === 'and' ||
        token?.word === 'the' ||
        isMark(this.#read.tokens[next - 1], '&');
      const isNamed = !this.#read.isPlainWord(next) || isEnding(next + 1);
      const goesOn = token?.kind === 'word' && token.capital && isNamed && !this.#read.is('role', next);
      if (!joins && !goesOn) return false;
    }
    return false;
  }
}
