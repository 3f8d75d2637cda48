import parser from 'parse-address';
import { findState, type State, stateNames } from '../geography/us-states.ts';

/** What a line of text says about a place. Nothing here has been looked up. */
export interface ParsedPlace {
  /** Looks like a street address or an intersection: worth a query to the geocoder. */
  readonly street: boolean;
  readonly streetLine?: string;
  /** As it is written: "Apt 5B". */
  readonly unit?: string;
  readonly city?: string;
  readonly county?: string;
  readonly state?: State;
  readonly zip?: string;
  /** The text names a post office box, which has no location of its own. */
  readonly postBox?: true;
  /** The text is a state's name alone ("New York"), which may also be a city's; a code or "state of …" is not. */
  readonly bareStateName?: boolean;
}

const countyWord = /\b(county|parish|borough|municipio|census area|planning region)\b/i;
const postBox = /^\s*(p\.?\s*o\.?\s*|post office\s+)?box\s+#?[\w-]+[\s,]*/i;
const unit =
  /[\s,]+(?:(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|bldg|building|lot)\b\.?\s*#?|#)\s*(?:\d[\w-]*|[a-z]-?\d*)$/i;
// two-letter state codes that also end a street name or a plain sentence
const codeOrWord = /^(ct|ne|me|in|or|hi|ok|oh|pr)$/i;
const numbered = /^\s*(\d+[\d-]*[a-z]?|[nsew]\d+[nsew]\d+|one|two|three)(\s+1\/2)?\s+\S*[a-z]/i;
const streetWord = /^(st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|way|pl|place|ter|cir|hwy)\.?$/i;
const crossing = /\S\s*(&|@|\/)\s*\S|\b(and|at)\b/i;
const filler = /^(near|around|in|at|the|city of|town of|village of|downtown|what about|for)\s+/i;

interface Tail {
  readonly rest: string;
  readonly zip?: string;
  readonly state?: State;
}

const withoutTrailingCommas = (text: string) => text.replace(/[\s,]+$/, '');

function takeZip(text: string): { rest: string; zip?: string } {
  const zipped = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(text);
  if (!zipped?.[1]) return { rest: text };
  return { rest: withoutTrailingCommas(text.slice(0, zipped.index)), zip: zipped[1] };
}

/** "12 Maple Ct" ends in a street's word: such a code counts after a comma, before a ZIP, or in capitals after a name. */
function isStateCode(code: string, text: string, hasZip: boolean): boolean {
  if (hasZip || /,\s*\S+$/.test(text)) return true;
  const isEverydayWord = codeOrWord.test(code);
  if (numbered.test(text)) return !isEverydayWord || splitByLibrary(text).state !== undefined;
  return /[A-Z]{2}\.?$/.test(text) || !isEverydayWord;
}

function takeStateCode(text: string, hasZip: boolean): Tail {
  const coded = /(?:^|[\s,])([A-Za-z]{2})\.?$/.exec(text);
  const state = coded?.[1] ? findState(coded[1]) : undefined;
  if (!coded?.[1] || !state || !isStateCode(coded[1], text, hasZip)) return { rest: text };
  return { rest: withoutTrailingCommas(text.slice(0, coded.index)), state };
}

function takeStateName(text: string): Tail {
  const upper = text.toUpperCase();
  const name = stateNames.find(
    (candidate) => upper === candidate || upper.endsWith(` ${candidate}`) || upper.endsWith(`,${candidate}`),
  );
  const state = name && findState(name);
  if (!name || !state) return { rest: text };
  return { rest: withoutTrailingCommas(text.slice(0, text.length - name.length)), state };
}

/** Removes country, ZIP and state from the end. */
function takeTail(text: string): Tail {
  const domestic = text.replace(/[,\s]+(usa|u\.s\.a\.|united states( of america)?)\.?$/i, '').trim();
  const named = /^(.+) state$/i.exec(domestic)?.[1];
  const { rest, zip } = takeZip(named && findState(named) ? named : domestic);
  const coded = takeStateCode(rest, zip !== undefined);
  return { ...(coded.state ? coded : takeStateName(coded.rest)), ...(zip && { zip }) };
}

/** Splits "street, city" where there is no comma between them. */
function splitByLibrary(text: string): { streetLine?: string; city?: string; state?: string } {
  const parsed = parser.parseLocation(text);
  if (!parsed) return {};
  const street = [parsed.number, parsed.prefix, parsed.street, parsed.type, parsed.suffix].filter(Boolean).join(' ');
  const { state } = parsed;
  const city = streetWord.test(parsed.city ?? '') ? undefined : parsed.city;
  if (parsed.city !== city) return {};
  return { ...(street && { streetLine: street }), ...(city && { city }), ...(state && { state }) };
}

/** "portland or" with a comma before its last word, where that word is a state code that is also an everyday word. */
export function asCityAndCode(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  const code = words.pop() ?? '';
  if (words.length === 0 || !/^[a-z]{2}$/i.test(code) || !codeOrWord.test(code)) return undefined;
  const city = words.join(' ');
  return /[,\d]/.test(city) ? undefined : `${city}, ${code}`;
}

/** Reads a line of text right to left: country, ZIP, state, city, street. Never throws. */
export function parsePlace(input: string): ParsedPlace {
  const text = input.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 240);
  const { rest: whole, zip, state } = takeTail(text);
  const tail = { ...(zip && { zip }), ...(state && { state }) };
  const bare = state !== undefined && zip === undefined && state.name.toUpperCase() === text.toUpperCase();
  if (whole === '' || (state && /^(the )?state( of)?$/i.test(whole))) {
    return { street: false, ...tail, ...(bare && { bareStateName: true }) };
  }
  const boxed = postBox.exec(whole);
  if (boxed) {
    const city = whole.slice(boxed[0].length).split(',').at(-1)?.trim();
    return { street: false, postBox: true, ...(city && { city }), ...tail };
  }
  const pieces = whole
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean);
  const head = pieces[0] ?? '';
  const isCrossing = crossing.test(head) && pieces.length + (state ? 1 : 0) + (zip ? 1 : 0) > 1;
  if (numbered.test(head) || isCrossing) return { street: true, ...streetAndCity(head, pieces, text), ...tail };
  const named = (pieces.at(-1) ?? '').replace(filler, '').trim();
  return { street: false, ...(named && cityOrCounty(named)), ...tail };
}

/** Street line without its unit, and the city after a comma or, without one, as the address library splits the text. */
function streetAndCity(head: string, pieces: readonly string[], text: string): Partial<ParsedPlace> {
  const streetLine = head.replace(unit, '');
  const last = pieces.length > 1 ? pieces.at(-1) : undefined;
  const [named] = [head, ...pieces.slice(1)].flatMap((piece) => unit.exec(` ${piece}`)?.[0] ?? []);
  const own = named ? { unit: named.replace(/^[\s,]+/, '') } : {};
  if (last !== undefined && !unit.test(` ${last}`)) return { streetLine, ...own, ...cityOrCounty(last) };
  const split = splitByLibrary(text);
  return { streetLine: split.streetLine ?? streetLine, ...own, ...(split.city && { city: split.city }) };
}

const cityOrCounty = (text: string): { city: string } | { county: string } =>
  countyWord.test(text) ? { county: text } : { city: text };
