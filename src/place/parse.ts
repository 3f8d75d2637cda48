import parser from 'parse-address';
import { findState, type State, stateNames } from './states.ts';

/** What a line of text says about a place. Nothing here has been looked up. */
export interface ParsedPlace {
  /** Looks like a street address or an intersection: worth asking a geocoder. */
  readonly street: boolean;
  readonly streetLine?: string;
  readonly city?: string;
  readonly county?: string;
  readonly state?: State;
  readonly zip?: string;
}

const countyWord = /\b(county|parish|borough|municipio|census area|planning region)\b/i;
const postBox = /^\s*(p\.?\s*o\.?\s*)?box\s+\w+\b/i;
const numbered = /^\s*(\d+[\d-]*[a-z]?|[nsew]\d+[nsew]\d+|one|two|three)(\s+1\/2)?\s+\S*[a-z]/i;
const crossing = /\S\s*(&|@|\/)\s*\S|\b(and|at)\b/i;
const filler = /^(near|around|in|at|the|city of|town of|village of|downtown|what about|for)\s+/i;

interface Tail {
  readonly rest: string;
  readonly zip?: string;
  readonly state?: State;
}

/** Takes country, ZIP and state off the end. */
function takeTail(text: string): Tail {
  let rest = text.replace(/[,\s]+(usa|u\.s\.a\.|united states( of america)?)\.?$/i, '').trim();
  const zipped = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(rest);
  const zip = zipped?.[1];
  if (zipped) rest = rest.slice(0, zipped.index).replace(/[\s,]+$/, '');
  const coded = /(?:^|[\s,])([A-Za-z]{2})\.?$/.exec(rest);
  let state = coded?.[1] ? findState(coded[1]) : undefined;
  // "st" at the end of a street is a street, not a state; a code counts after a comma, in capitals, or before a ZIP
  if (state && coded && !(zip || /,\s*\S+$/.test(rest) || /[A-Z]{2}\.?$/.test(rest))) state = undefined;
  if (state && coded) rest = rest.slice(0, coded.index).replace(/[\s,]+$/, '');
  if (!state) {
    const upper = rest.toUpperCase();
    const name = stateNames.find(
      (candidate) => upper === candidate || upper.endsWith(` ${candidate}`) || upper.endsWith(`,${candidate}`),
    );
    if (name) {
      state = findState(name);
      rest = rest.slice(0, rest.length - name.length).replace(/[\s,]+$/, '');
    }
  }
  return { rest, ...(zip && { zip }), ...(state && { state }) };
}

/** Splits "street, city" where there is no comma between them. */
function splitByLibrary(text: string): { streetLine?: string; city?: string } {
  const parsed = parser.parseLocation(text) as Record<string, string | undefined> | null;
  if (!parsed) return {};
  const street = [parsed.number, parsed.prefix, parsed.street, parsed.type, parsed.suffix].filter(Boolean).join(' ');
  return { ...(street && { streetLine: street }), ...(parsed.city && { city: parsed.city }) };
}

/** Reads a line of text right to left: country, ZIP, state, city, street. Never throws. */
export function parsePlace(input: string): ParsedPlace {
  const text = input.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 240);
  const { rest, zip, state } = takeTail(text);
  const tail = { ...(zip && { zip }), ...(state && { state }) };
  if (rest === '') return { street: false, ...tail };
  if (postBox.test(rest)) {
    const city = rest.split(',').slice(1).join(',').trim();
    return { street: false, ...(city && { city }), ...tail };
  }
  const pieces = rest
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean);
  const head = pieces[0] ?? '';
  const isCrossing = crossing.test(head) && pieces.length + (state ? 1 : 0) + (zip ? 1 : 0) > 1;
  if (numbered.test(head) || isCrossing) {
    const last = pieces.length > 1 ? pieces.at(-1) : undefined;
    if (last !== undefined) return { street: true, streetLine: head, ...cityOrCounty(last), ...tail };
    const split = splitByLibrary(text);
    return { street: true, streetLine: split.streetLine ?? head, ...(split.city && { city: split.city }), ...tail };
  }
  const named = (pieces.at(-1) ?? '').replace(filler, '').trim();
  return { street: false, ...(named && cityOrCounty(named)), ...tail };
}

const cityOrCounty = (text: string): { city: string } | { county: string } =>
  countyWord.test(text) ? { county: text } : { city: text };
