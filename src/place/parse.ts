import { findState, type State } from '../geography/us-states.ts';
import { citiesNamed } from './embedded/cities.ts';
import { zipRow } from './embedded/locate.ts';
import { abroadIn, boroughOf, cityAlone, commonCity, isCityIn } from './names.ts';
import { isUrbanization } from './reading/spanish.ts';
import { readStreet, type StreetContext, type StreetReading } from './reading/street-line.ts';
import { type Tail, takeTail } from './reading/tail.ts';
import { type Pieces, type Postal, readPostal, tidyText, withoutPersons } from './reading/tidy.ts';
import { isUnit } from './reading/unit.ts';
import { isEverydayKind } from './reading/words.ts';

/** What a line of text says about a place, with cities recognized by the embedded lists. Nothing else has been looked up. */
export interface ParsedPlace {
  /** Looks like a street address or an intersection: worth a query to the geocoder. */
  readonly street: boolean;
  readonly streetLine?: string;
  /** As it is written: "Apt 5B". */
  readonly unit?: string;
  /** Of Puerto Rico: "Urb Las Gladiolas". */
  readonly urbanization?: string;
  readonly city?: string;
  readonly county?: string;
  readonly state?: State;
  readonly zip?: string;
  /** The text names an address of the post that has no location of its own. */
  readonly postal?: Postal;
  /** The text is a state's name alone ("New York"), which may also be a city's; a code or "state of …" is not. */
  readonly bareStateName?: boolean;
  /** The text has what looks like the number of a parcel, which is not read here. */
  readonly parcelNumber?: true;
  /** The words by which the place lies outside of the United States. */
  readonly abroad?: string;
  /** The text without the names of persons and firms that it had; absent where it had none. */
  readonly withoutNames?: string;
}

const endsInCounty = /\b(?:county|parish|borough|municipio|census area|planning region)$/i;
const countyWord = /\b(county|parish|borough|municipio|census area|planning region)\b/i;
const filler =
  /^(?:(?:near|around|in|at|the city of|city of|town of|village of|downtown|midtown|uptown|what about|for) )+/i;
const parcelWord =
  /\b(?:apn|pin|parcel(?: (?:id|no|number|num))?|folio|bbl|tax (?:map|id)(?: (?:no|number))?|map ?(?:and|\/|&) ?lot|geo id)\b[ .:#-]{0,4}(?:[a-z]{1,3}-?)?\d[\w.-]{3,}/i;
/** Groups of digits and nothing else, longer than a ZIP: "17-09-423-001-0000". */
const digitGroups = /^\d[\d. -]{6,}\d$/;

/** "portland or" with a comma before its last word, where that word is a state code that is also an everyday word. */
export function asCityAndCode(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  const code = words.pop() ?? '';
  if (words.length === 0 || !/^(?:ct|ne|me|in|or|hi|ok|oh|pr)$/i.test(code)) return undefined;
  const city = words.join(' ');
  return /[,\d]/.test(city) ? undefined : `${city}, ${code}`;
}

const piecesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean);

const isPuertoRico = ({ state, zip }: Tail) => (state ? state.code === 'PR' : /^00[679]/.test(zip ?? ''));

function contextOf(tail: Tail): (followed: boolean) => Omit<StreetContext, 'crossings'> {
  const home = tail.state ?? findState(zipRow(tail.zip ?? '')?.stateCode ?? '');
  return (followed) => ({
    isCity: (words) => home !== undefined && isCityIn(words, home),
    known: tail.state !== undefined || tail.zip !== undefined,
    puertoRico: isPuertoRico(tail),
    followed,
  });
}

/** Country, ZIP and state, also where a county or the street is behind them, or the ZIP is elsewhere. */
function tailOf(text: string): Tail {
  const tail = takeTail(text);
  const pieces = piecesOf(tail.rest);
  const last = pieces.at(-1) ?? '';
  const zip = tail.zip === undefined ? pieces.findIndex((piece, at) => at > 0 && /^\d{5}(?:-\d{4})?$/.test(piece)) : -1;
  if (zip > 0) return { ...tail, rest: pieces.toSpliced(zip, 1).join(', '), zip: (pieces[zip] ?? '').slice(0, 5) };
  if (tail.state || pieces.length < 3) return tail;
  const before = takeTail(pieces.slice(0, -1).join(', '));
  if (!before.state) return tail;
  if (endsInCounty.test(last)) return { ...before, ...(tail.zip && { zip: tail.zip }) };
  return /^\d/.test(last) ? { ...before, rest: `${last}, ${before.rest}` } : tail;
}

/** Reads a line of text right to left: country, ZIP, state, city, street. Never throws. */
export function parsePlace(input: string): ParsedPlace {
  const tidy = withCityParted(tidyText(input));
  const numbered = withoutParcelNumber(tidy);
  const own = withoutPersons(numbered.text, (text) => piecesOf(text));
  const { rest, ...tail } = tailOf(own.text);
  const read = withNamesake(readPieces(rest, tail, own), tidy);
  const parsed = { ...read, ...(numbered.found && { parcelNumber: true as const }) };
  const { state, zip, street } = parsed;
  const pieces = piecesOf(rest);
  const where = state || zip || (street && pieces.length < 3) ? undefined : abroadIn(rest, pieces);
  const bare = state !== undefined && zip === undefined && state.name.toUpperCase() === tidy.toUpperCase();
  return { ...parsed, ...(where && { abroad: where }), ...(bare && { bareStateName: true }) };
}

/** "12 Oak St NYC" with a comma before the name of a city that needs no state; a code of a state is read as the state. */
function withCityParted(text: string): string {
  const words = /^\d/.test(text) ? text.split(' ') : [];
  const parts = [1, 2, 3].map((count) => words.length - count);
  const at = parts.find((from) => {
    const name = words.slice(from).join(' ');
    const before = words[from - 1] ?? '';
    if (!isEverydayKind(before) || before.endsWith(',') || findState(name)) return false;
    return commonCity(name) ?? boroughOf(name) ?? cityAlone(name);
  });
  return at === undefined ? text : `${words.slice(0, at).join(' ')}, ${words.slice(at).join(' ')}`;
}

/** A street "in New York" or "in Washington" is in the city of that name, not in the state alone. */
function withNamesake(parsed: ParsedPlace, text: string): ParsedPlace {
  const { street, city, county, state, zip } = parsed;
  if (!street || city || county || zip || !state || !text.toUpperCase().endsWith(state.name.toUpperCase()))
    return parsed;
  if (state.code === 'NY') return { ...parsed, city: state.name };
  const { state: _state, ...rest } = parsed;
  return state.code === 'WA' ? { ...rest, city: state.name } : parsed;
}

function withoutParcelNumber(text: string): { readonly text: string; readonly found: boolean } {
  const found = parcelWord.test(text);
  const rest = text.replace(parcelWord, '').replace(/^[\s,]{1,9}/, '');
  const [first = '', ...others] = piecesOf(rest);
  if (!found && digitGroups.test(first) && !/^\d{5}-?\d{4}$/.test(first))
    return { text: others.join(', '), found: true };
  return { text: found ? rest : text, found };
}

type Ground = Omit<Tail, 'rest'>;

function readPieces(rest: string, tail: Ground, own: Pieces): ParsedPlace {
  const nameless = own.changed ? { withoutNames: own.text } : {};
  const pieces = piecesOf(rest);
  if (rest === '' || (tail.state && /^(the )?state( of)?$/i.test(rest))) return { street: false, ...tail, ...nameless };
  const read = readStreetIn(pieces, tail) ?? readPostalIn(pieces, tail);
  if (read) return { ...nameless, ...read, ...tail };
  const named = (pieces.at(-1) ?? '').replace(filler, '').trim();
  return { street: false, ...(named && cityOrCounty(named, tail.state)), ...tail, ...nameless };
}

function readStreetIn(pieces: readonly string[], tail: Ground): ParsedPlace | undefined {
  const contextAt = contextOf({ rest: '', ...tail });
  const isBeside = (piece: string) =>
    isEverydayKind(piece) ||
    isUnit(piece) ||
    isUrbanization(piece, puertoRican(tail)) ||
    readPostal(piece) !== undefined;
  // a house number is surer than a crossing: "Pat and Kim, 12 Oak St"
  for (const crossings of [false, true]) {
    for (const [at, piece] of pieces.entries()) {
      if (isUnit(piece) || endsInCounty.test(piece) || readPostal(piece)) continue;
      const behind = pieces.slice(at + 1).filter((one) => !isBeside(one));
      const street = readStreet(piece, { ...contextAt(behind.length > 0), crossings });
      if (street) return withPlace(street, { pieces, at, behind, isBeside }, tail);
    }
  }
  return undefined;
}

/** A postal address without a street; what is before it is a name. */
function readPostalIn(pieces: readonly string[], tail: Ground): ParsedPlace | undefined {
  const at = pieces.findIndex((piece) => readPostal(piece) !== undefined);
  const postal = readPostal(pieces[at] ?? '');
  if (!postal) return undefined;
  const last = pieces.at(-1) ?? '';
  const city = readPostal(last) ? postal.rest : last;
  const parsed = { street: false, postal: postal.kind, ...(city && { city }) };
  return at === 0
    ? parsed
    : { ...parsed, withoutNames: addressText({ streetLine: pieces[at] ?? '', ...parsed, ...tail }) };
}

interface Around {
  readonly pieces: readonly string[];
  readonly at: number;
  readonly behind: readonly string[];
  readonly isBeside: (piece: string) => boolean;
}

/** The city behind the street, or a known one before it; other parts are names, and are left out. */
function withPlace(street: StreetReading, around: Around, tail: Ground): ParsedPlace {
  const { pieces, at, behind, isBeside } = around;
  const units = pieces.filter((piece, index) => index !== at && isUnit(piece));
  const urban = pieces.find((piece, index) => index !== at && isUrbanization(piece, true) && !isUnit(piece));
  const before = pieces.slice(0, at).filter((piece) => !isBeside(piece));
  const state = tail.state ?? findState(zipRow(tail.zip ?? '')?.stateCode ?? '');
  const isKnown = (piece: string) => (state ? isCityIn(piece, state) : citiesNamed(piece).length > 0);
  const city = behind.at(-1) ?? street.rest ?? before.find(isKnown);
  const unit = street.unit ?? units.join(' ');
  const { urbanization = puertoRican(tail) ? urban : undefined } = street;
  const parsed: ParsedPlace = {
    street: true,
    streetLine: street.line,
    ...(unit && { unit }),
    ...(urbanization && { urbanization }),
    ...(city && cityOrCounty(city, tail.state)),
  };
  const isLeftOut =
    street.dropped || before.some((piece) => piece !== city) || behind.slice(0, -1).some((piece) => !isKnown(piece));
  return isLeftOut ? { ...parsed, withoutNames: addressText({ ...parsed, ...tail }) } : parsed;
}

const puertoRican = (tail: Ground) => isPuertoRico({ rest: '', ...tail });

/** The address as it is sent: street, urbanización, city, state and ZIP; `unit` where the text is for the caller. */
export function addressText({ streetLine, unit, urbanization, city, county, state, zip }: ParsedPlace): string {
  const line = [streetLine, unit].filter(Boolean).join(' ');
  const tail = [state?.code, zip].filter(Boolean).join(' ');
  return [line, urbanization, city ?? county, tail].filter(Boolean).join(', ');
}

function cityOrCounty(text: string, home: State | undefined): Pick<ParsedPlace, 'city' | 'county' | 'state'> {
  const named = text.replace(filler, '').trim() || text;
  if (countyWord.test(named)) return { county: named };
  const { standsFor: city = named, state } = commonCity(named, home) ?? {};
  return { city, ...(state && { state }) };
}
