import { type Cue, isDirection, isMark, type Reading } from './reading.ts';

const endsOfName: ReadonlySet<string> = new Set([
  'v',
  'vs',
  'versus',
  'at',
  'in',
  'to',
  'from',
  'on',
  'opposing',
  'near',
  'behind',
  'along',
  'between',
  'across',
  'off',
  'about',
  'dba',
  'd/b/a',
  'aka',
  'c/o',
]);

/** Tells what looks like a person from a street, a firm, a park or a thing that carries the name. */
export class OtherBearers {
  readonly #read: Reading;
  /** Tokens that belong to a brand. */
  readonly #inBrand: ReadonlySet<number>;

  constructor(reading: Reading) {
    this.#read = reading;
    const words = reading.tokens.map(({ word }) => word);
    this.#inBrand = new Set(
      words.flatMap((_, at) => Array.from({ length: reading.words.brandAt(words.slice(at)) }, (__, more) => at + more)),
    );
  }

  /** Whether the stretch of tokens [at, end) names something else than a person. */
  has(at: number, end: number, cue: Cue): boolean {
    if (this.#inBrand.has(at)) return true;
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
    const last = end - 1;
    if (this.#read.tokens[last]?.possessive) return !this.#isTheirs(end);
    const isCued = cue === 'strong' || cue === 'title';
    if (this.#endsFirm(last) && !(this.#read.isSurname(last) && isCued)) return true;
    return this.#isInstitution(last) ? !isCued : this.#goesOnToFirm(end);
  }

  /** Behind a possessive: a home, a case or a thing of the person, and not the name of a firm that goes on. */
  #isTheirs(end: number): boolean {
    const isFirm = this.#endsFirm(end + 1) || this.#read.is('work', end + 1);
    return this.#read.is('of-person', end) || (this.#read.is('of-owner', end) && !isFirm);
  }

  /** Whether a word ends the name of a firm or a place; a kind of work does so only with such a word behind it. */
  #endsFirm(at: number): boolean {
    if (!this.#read.is('work', at)) return this.#read.is('company', at) || this.#read.is('place', at);
    const joins = this.#read.tokens[at + 1];
    if (isMark(joins, '&')) return true;
    const next = joins?.word === 'and' ? at + 2 : at + 1;
    return this.#read.capital(next) && this.#read.is('company', next) && (next === at + 2 || this.#endsFirm(next));
  }

  /** Whether the words behind a name lead to the end of a firm's name. */
  #goesOnToFirm(end: number): boolean {
    for (let next = end; next < end + 5; next += 1) {
      const token = this.#read.tokens[next];
      if (endsOfName.has(token?.word ?? '')) return false;
      if (this.#endsFirm(next) && token?.capital) return true;
      const joins =
        isMark(token, '&') || ['and', 'the'].includes(token?.word ?? '') || isMark(this.#read.tokens[next - 1], '&');
      const isNamed = !this.#read.isPlainWord(next) || this.#endsFirm(next + 1);
      const goesOn = token?.kind === 'word' && token.capital && isNamed && !this.#read.is('role', next);
      if (!joins && !goesOn) return false;
    }
    return false;
  }

  /** Whether one of the next words makes an institution of it, with no word between that ends a name. */
  #isInstitution(last: number): boolean {
    for (let next = last + 1; next <= last + 4; next += 1) {
      if (endsOfName.has(this.#read.tokens[next]?.word ?? '')) return false;
      if (this.#read.is('institution', next) && this.#read.capital(next)) return true;
    }
    return false;
  }
}
