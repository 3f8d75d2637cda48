import { type NumberTaken, takeNumber } from './house-number.ts';
import { readSpanish, readUrbanization } from './spanish.ts';
import { cutUnit, takeLeadingUnit } from './unit.ts';
import { isEverydayKind, standardOf } from './words.ts';

/** A street line as it is written, without its unit. */
export interface StreetReading {
  readonly line: string;
  readonly unit?: string;
  /** "Urb Las Gladiolas": tells streets of one name in one municipio apart. */
  readonly urbanization?: string;
  /** Words behind the line where no comma parts them: its city. */
  readonly rest?: string;
  readonly crossing?: true;
  /** Words before the number were left out: a person's, a firm's or a house's name. */
  readonly dropped?: true;
}

export interface StreetContext {
  /** Whether the words are a city's name in the state of the text; false where the text names none. */
  readonly isCity: (words: string) => boolean;
  /** The text names a state or ZIP, so that a city may stand behind the street without a comma. */
  readonly known: boolean;
  readonly puertoRico: boolean;
  /** A further part of the text has the city. */
  readonly followed: boolean;
  /** Whether two streets may be read as their crossing. */
  readonly crossings: boolean;
}

const letters = /\p{L}/u;
const joint = /^(?:&|@|\/|and|at)$/i;
const cornerOf = /^(?:(?:at |near )?the )?(?:corner|intersection|cor\.?)(?: of)? /i;
const spell = (words: readonly string[]) => words.join(' ').replace(/,$/, '');

const isStreetWord = (word: string | undefined) =>
  isEverydayKind(word) || standardOf('direction', word) !== undefined || /^\d/.test(word ?? '');
const namesStreet = (words: readonly string[]) =>
  words.some((word) => letters.test(word) && standardOf('direction', word) === undefined) ||
  words.some((word) => /^\d/.test(word));

/** Where the city begins in words without a comma: at a listed name behind the kind of street, else any listed name. */
function cityAt(words: readonly string[], { isCity, known }: StreetContext): number | undefined {
  if (!known) return undefined;
  const starts = words.flatMap((_, at) =>
    at > 0 && namesStreet(words.slice(0, at)) && isCity(words.slice(at).join(' ')) ? [at] : [],
  );
  return starts.find((at) => isStreetWord(words[at - 1])) ?? starts[0] ?? unlistedCityAt(words);
}

function unlistedCityAt(words: readonly string[]): number | undefined {
  let at = words.findLastIndex((word, index) => index > 0 && isEverydayKind(word)) + 1;
  if (at === 0) return undefined;
  const isPart = (word: string | undefined) => isStreetWord(word) || /^\p{L}$/u.test(word ?? '');
  while (isPart(words[at])) at++;
  const rest = words.slice(at);
  const isName = rest.length > 0 && rest.every((word) => /^\p{L}[\p{L}.'’-]*$/u.test(word));
  return isName && standardOf('suffix', rest[0]) === undefined ? at : undefined;
}

function withCity(words: readonly string[], context: StreetContext): Pick<StreetReading, 'line' | 'rest'> {
  const at = context.followed ? undefined : cityAt(words, context);
  return at === undefined ? { line: spell(words) } : { line: spell(words.slice(0, at)), rest: spell(words.slice(at)) };
}

function readCrossing(piece: string, context: StreetContext): StreetReading | undefined {
  const words = piece
    .replace(cornerOf, '')
    .replace(/([&@])/g, ' $1 ')
    .replace(/(\p{L})\/(?=[\p{L}\d])/gu, '$1 / ')
    .split(' ')
    .filter(Boolean);
  const at = words.findIndex((word, index) => joint.test(word) && index > 0 && index < words.length - 1);
  if (at < 0 || !(context.known || context.followed) || context.isCity(piece)) return undefined;
  const { line, rest } = withCity(words.slice(at + 1), context);
  const whole = spell([...words.slice(0, at), words[at] ?? '&', line]);
  return { line: whole, crossing: true, ...(rest && { rest }) };
}

/** Whether the words behind a number can be a street's: a number in words needs a kind of street, a ZIP no city alone. */
function isStreet(number: NumberTaken, behind: readonly string[], context: StreetContext): boolean {
  if (!behind.some((word) => letters.test(word))) return false;
  if (number.inWords) return behind.some((word, at) => at > 0 && isEverydayKind(word));
  return !(/^\d{5}$/.test(number.text) && context.isCity(behind.join(' ')));
}

/** Kinds of roads that have numbers themselves. */
const numberedKinds = new Set(['LOOP', 'HWY', 'RTE', 'FWY', 'EXPY', 'TPKE', 'PKWY']);

/** A unit without a word for it, behind a plain kind of street ("12 Oak St 5B"). */
function bareUnitAt(words: readonly string[]): boolean {
  const [name, kind, unit = ''] = words.slice(-3);
  const isNumbered = words.some((word) => standardOf('route', word) !== undefined && !/^st\.?$/i.test(word));
  const isPlain = isEverydayKind(kind) && !numberedKinds.has(standardOf('suffix', kind) ?? '');
  return name !== undefined && isPlain && !isNumbered && /^(?:\d{1,4}[a-z]?|[a-z]\d{1,3})$/i.test(unit);
}

function readNumbered(words: readonly string[], context: StreetContext): StreetReading | undefined {
  const number = takeNumber(words, context.puertoRico);
  const behind = number ? words.slice(number.count) : [];
  if (!number || !isStreet(number, behind, context)) return undefined;
  const { before, unit, after } = cutUnit(behind);
  const apart = after.length > 0 ? { line: spell(before), rest: spell(after) } : withCity(before, context);
  const named = apart.line.split(' ');
  const bare = unit === undefined && bareUnitAt(named);
  const line = bare ? spell(named.slice(0, -1)) : apart.line;
  const own = bare ? named.at(-1) : unit;
  return {
    line: `${number.text} ${line}`,
    ...(own && { unit: own }),
    ...(apart.rest && { rest: apart.rest }),
  };
}

const mostNames = 8;
const isName = (word: string) =>
  /^[\p{L}.'’&-]+$/u.test(word) &&
  !(isEverydayKind(word) || standardOf('route', word) || standardOf('direction', word) || standardOf('spanish', word));

/** The street line behind words that are none of it: a name before a number whose street has a kind. */
function readBehindName(words: readonly string[], context: StreetContext): StreetReading | undefined {
  for (let at = 1; at < Math.min(words.length, mostNames + 1); at++) {
    if (!isName(words[at - 1] ?? '')) return undefined;
    const number = takeNumber(words.slice(at), context.puertoRico);
    const behind = number && !number.inWords ? words.slice(at + number.count) : [];
    const isSure = behind.some((word, index) => index > 0 && isEverydayKind(word)) || standardOf('route', behind[0]);
    const reading = isSure ? readNumbered(words.slice(at), context) : undefined;
    if (reading) return { ...reading, dropped: true };
  }
  return undefined;
}

function readPuertoRican(words: readonly string[], { isCity, followed }: StreetContext): StreetReading | undefined {
  const at = followed ? -1 : words.findIndex((_, index) => index > 1 && isCity(words.slice(index).join(' ')));
  const reading = readSpanish(at < 0 ? words : words.slice(0, at));
  return reading && at > 0 ? { ...reading, rest: spell(words.slice(at)) } : reading;
}

/** The street line that a part of a text between commas is or holds; undefined for any other text. */
export function readStreet(piece: string, context: StreetContext): StreetReading | undefined {
  const words = piece.split(' ').filter(Boolean);
  const urban =
    context.puertoRico || standardOf('urbanization', words[0]) === 'URB' ? readUrbanization(words) : undefined;
  if (urban) {
    const reading = readStreet(urban.behind.join(' '), { ...context, puertoRico: true });
    return reading && { ...reading, urbanization: spell(urban.name) };
  }
  const leading = takeLeadingUnit(words);
  const behindUnit = leading && readNumbered(leading.behind, context);
  if (behindUnit) return { ...behindUnit, unit: behindUnit.unit ?? leading.unit };
  return (
    (context.puertoRico ? readPuertoRican(words, context) : undefined) ??
    readNumbered(words, context) ??
    readBehindName(words, context) ??
    (context.crossings ? readCrossing(piece, context) : undefined)
  );
}
