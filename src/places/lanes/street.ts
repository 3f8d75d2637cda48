import { legendOf } from '../../fields/legends.ts';

const abbreviations = legendOf('usps', 'street suffix');
const winds = legendOf('usps', 'directional');
const expansions = new Map(Object.entries(abbreviations).map(([full, short]) => [short, full]));
const windNames = new Map(Object.entries(winds).map(([full, short]) => [short, full]));
const unitWord = /^(?:APT|APARTMENT|UNIT|STE|SUITE|RM|ROOM|FL|FLOOR|BLDG|LOT|#\S*)\.?$/;
const fraction = /^\d\/\d$/;

/** The street line alone: upper case, one blank between words, without city and marks. */
export function streetWords(line: unknown): readonly string[] {
  const first = String(line ?? '')
    .toUpperCase()
    .split(',')[0];
  return (first ?? '').split(/\s+/).filter(Boolean);
}

/** The words of a line without its unit, which is behind a number and a name ("100 FLOOR ST" is a street). */
function wordsOfBuilding(line: unknown): readonly string[] {
  const words = streetWords(line);
  const unit = words.findIndex(
    (word, at) => at > 1 && at < words.length - (word.startsWith('#') ? 0 : 1) && unitWord.test(word),
  );
  return unit > 0 ? words.slice(0, unit) : words;
}

const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether a line ends in this unit ("Apt 5B"), behind a word for it or without one. */
export function statesUnit(line: unknown, unit: string): boolean {
  const words = streetWords(line);
  const behind = words.slice(wordsOfBuilding(line).length);
  const stated =
    behind.length > 0 ? behind.filter((word) => word.startsWith('#') || !unitWord.test(word)) : words.slice(-1);
  const own = letters(unit.split(' ').at(-1) ?? '');
  return own !== '' && words.length > 2 && letters(stated.join('')) === own;
}

const shortWind = (word: string | undefined) => {
  const plain = word?.replace(/\.$/, '') ?? '';
  return windNames.has(plain) ? plain : winds[plain];
};
const withoutOrdinal = (word: string) => word.replace(/^(\d+)(?:ST|ND|RD|TH)$/, '$1');
const plainWord = (word: string) => (fraction.test(word) ? word : withoutOrdinal(word).replace(/[^A-Z0-9-]+/g, ''));

const combined = (lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce<readonly string[]>(
    (lines, forms) => lines.flatMap((line) => forms.map((form) => (line === '' ? form : `${line} ${form}`))),
    [''],
  );

/** The line as publishers write it: kind of street and direction short and long, "5TH" and "5". */
export function streetVariants(words: readonly string[]): readonly string[] {
  const [last, before] = [words.length - 1, words.length - 2];
  const kindAt = shortWind(words[last]) && before >= 0 ? before : last;
  const forms = words.map((word, at) => {
    const kind = at === kindAt ? [abbreviations[word], expansions.get(word)] : [];
    const wind = at === last || at <= 1 ? [windNames.get(word), winds[word]] : [];
    return [...new Set([word, ...kind, ...wind, withoutOrdinal(word)].filter((form) => form !== undefined))];
  });
  return last < 0 ? [] : combined(forms);
}

interface StreetLine {
  /** House number with what is part of it ("100 1/2", "100A"); empty where the line has none. */
  readonly number: string;
  readonly range: readonly [number, number] | undefined;
  readonly winds: readonly [string | undefined, string | undefined];
  readonly name: string;
  readonly kind: string | undefined;
}

function takeNumber(words: string[]): string {
  if (words.length < 2 || !/^\d/.test(words[0] ?? '')) return '';
  const house = words.shift() ?? '';
  return words.length > 1 && fraction.test(words[0] ?? '') ? `${house} ${words.shift()}` : house;
}

/** Takes a direction off one end; a street may be called North, and a direction is beside a name. */
function takeWind(words: string[], end: 'front' | 'back'): string | undefined {
  const isName = words.length < 2 || (words.length === 2 && kindOf(words[1]) !== undefined);
  const wind = isName ? undefined : shortWind(words.at(end === 'front' ? 0 : -1));
  if (wind) words.splice(end === 'front' ? 0 : -1, 1);
  return wind;
}

const kindOf = (word: string | undefined) =>
  word === undefined ? undefined : (abbreviations[word] ?? (expansions.has(word) ? word : undefined));

function rangeOf(number: string): StreetLine['range'] {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(number) ?? [];
  return from && to && Number(from) < Number(to) ? [Number(from), Number(to)] : undefined;
}

/** A line taken apart; undefined where it names no street. */
function parsedLine(line: unknown): StreetLine | undefined {
  const words = [...wordsOfBuilding(line)];
  const number = takeNumber(words);
  const after = takeWind(words, 'back');
  const kind = words.length > 1 ? kindOf(words.at(-1)) : undefined;
  if (kind) words.pop();
  const before = words.length > 1 ? shortWind(words[0]) : undefined;
  if (before) words.shift();
  const name = words.map(plainWord).join('');
  return name === '' ? undefined : { number, range: rangeOf(number), winds: [before, after], name, kind };
}

/** Whether a line says no more than another one that goes on behind its kind of street: with a unit or a city. */
function goesOn(one: unknown, other: unknown): boolean {
  const [short, long] = [one, other].map((line) =>
    wordsOfBuilding(line).map((word) => kindOf(word) ?? shortWind(word) ?? plainWord(word)),
  );
  if (!short || !long || short.length < 2 || long.length <= short.length) return false;
  if (kindOf(short.at(-1)) === undefined || shortWind(long[short.length])) return false;
  return short.every((word, at) => word === long[at]);
}

/**
 * Whether two texts are one street line: the same house number and street. Undefined where it cannot be determined: either has
 * no street, only one states a direction, or one states a range that holds the other's number.
 */
export function sameStreetLine(one: unknown, other: unknown): boolean | undefined {
  const [a, b] = [parsedLine(one), parsedLine(other)];
  if (!a || !b) return undefined;
  if (goesOn(one, other) || goesOn(other, one)) return true;
  if (a.name !== b.name || (a.kind && b.kind && a.kind !== b.kind)) return false;
  const differs = (at: 0 | 1) => a.winds[at] !== undefined && b.winds[at] !== undefined && a.winds[at] !== b.winds[at];
  if (differs(0) || differs(1)) return false;
  if (a.number !== b.number && !inRange(a, b) && !inRange(b, a)) return false;
  const unsure = a.winds[0] !== b.winds[0] || a.winds[1] !== b.winds[1] || a.number !== b.number;
  return unsure ? undefined : true;
}

/** Whether a range of house numbers holds the other number, on the same side of the street. */
function inRange({ range }: StreetLine, { number }: StreetLine): boolean {
  if (!range || !/^\d+$/.test(number)) return false;
  const house = Number(number);
  return house >= range[0] && house <= range[1] && house % 2 === range[0] % 2;
}
