import { findState, type State, stateNames } from '../../geography/us-states.ts';
import { citiesNamed } from '../embedded/cities.ts';
import { traditionalState } from '../names.ts';
import { isEverydayKind } from './words.ts';

/** Country, ZIP and state at the end of a text, and what is before them. */
export interface Tail {
  readonly rest: string;
  readonly zip?: string;
  readonly state?: State;
}

// two-letter state codes that also end a plain sentence, and those that also end a street line
const everydayCode = /^(?:ct|ne|me|in|or|hi|ok|oh|pr)$/i;
const streetCode = /^(?:ct|ne|la)$/i;
const capitals = /^[A-Z]{2}$/;
const numberedRoad = /(?:^|\s)(?:hwy|highway|route|rte|rt|road|rd|carr)\.?$/i;
const startsWithNumber = /^\d/;

function withoutTrailingCommas(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,]/.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}
const lastPiece = (text: string) => text.slice(text.lastIndexOf(',') + 1).trim();

function takeZip(text: string): { rest: string; zip?: string } {
  const zipped = /(?:^|[\s,])(?:[A-Za-z]{2}-?)?(\d{5})(?:[- ]?\d{4})?$/.exec(text);
  const zip = zipped?.[1];
  if (!zip) return { rest: text };
  const at = text.lastIndexOf(zip);
  const before = withoutTrailingCommas(text.slice(0, at).replace(/-$/, ''));
  return numberedRoad.test(before) ? { rest: text } : { rest: before, zip };
}

/** "12 Maple Ct" ends in a street's word: such a code is a state behind a street that has its kind already. */
function endsStreet(code: string, before: string): boolean {
  const words = before.split(' ');
  if (!streetCode.test(code) || isEverydayKind(words.at(-1))) return streetCode.test(code);
  const isMarked = capitals.test(code) && before !== before.toUpperCase();
  return !(isMarked || words.slice(2).some(isEverydayKind));
}

/** A code counts before a ZIP, after a comma, or in capitals after a name; "1 Court St, Ct" has a street's word twice. */
function isStateCode(code: string, text: string, hasZip: boolean): boolean {
  if (hasZip) return true;
  const before = text.slice(0, -code.length).trim();
  if (before.endsWith(',')) {
    const isStreetAlone = startsWithNumber.test(text) && !before.slice(0, -1).includes(',');
    return !(isStreetAlone && streetCode.test(code) && /^[A-Z][a-z]$/.test(code));
  }
  if (startsWithNumber.test(text)) return !endsStreet(code, before);
  return capitals.test(code) || !everydayCode.test(code);
}

function takeStateCode(text: string, hasZip: boolean): Tail {
  const [all, first, second] = /(?:^|[\s,])([A-Za-z])\.? ?([A-Za-z])\.?$/.exec(text) ?? [];
  if (!all || !first || !second) return { rest: text };
  const isApart = /[A-Za-z]\.? [A-Za-z]/.test(all);
  const isDotted = /[A-Za-z]\.\s?[A-Za-z]\.?$/.test(all);
  if (isApart && !isDotted) return { rest: text };
  const code = `${first}${second}`;
  const state = findState(code);
  if (!state || !(isDotted || isStateCode(code, text, hasZip))) return { rest: text };
  return { rest: withoutTrailingCommas(text.slice(0, text.length - all.length)), state };
}

/** A state by its name; a city's name that ends in a state's ("Port Washington") is none. */
function takeStateName(text: string, hasZip: boolean): Tail {
  const upper = text.toUpperCase();
  const name = stateNames.find(
    (candidate) => upper === candidate || upper.endsWith(` ${candidate}`) || upper.endsWith(`,${candidate}`),
  );
  const state = name && findState(name);
  if (!name || !state) return takeTraditional(text, hasZip);
  const piece = lastPiece(text);
  const isCity = !hasZip && piece.length > name.length && citiesNamed(piece).length > 0;
  return isCity ? { rest: text } : { rest: withoutTrailingCommas(text.slice(0, text.length - name.length)), state };
}

/** "Calif." after a comma, before a ZIP, or with its dot. */
function takeTraditional(text: string, hasZip: boolean): Tail {
  const [, two = '', one = ''] = /(?:^|[\s,])((?:\p{L}+\.? )?(\p{L}+)\.?)$/u.exec(text) ?? [];
  for (const words of [two, one]) {
    const state = words === '' ? undefined : traditionalState(words);
    const at = text.lastIndexOf(words);
    const before = text.slice(0, at);
    if (state && (hasZip || /,\s*$/.test(before) || text.endsWith('.'))) {
      return { rest: withoutTrailingCommas(before), state };
    }
  }
  return { rest: text };
}

const country = /[,\s]{1,9}(?:usa|u\.s\.a\.|u\.s\.|united states(?: of america)?|ee\.? ?uu\.?|estados unidos)\.?$/i;

/** Removes country, ZIP and state from the end. */
export function takeTail(text: string): Tail {
  const domestic = withoutTrailingCommas(text.replace(country, '').replace(/, ?US$/, ''));
  const named = /^(.+) state$/i.exec(domestic)?.[1];
  const { rest, zip } = takeZip(named && findState(named) ? named : domestic);
  const coded = takeStateCode(rest, zip !== undefined);
  const stated = coded.state ? coded : takeStateName(coded.rest, zip !== undefined);
  const later = zip === undefined && stated.state ? takeZip(stated.rest) : { rest: stated.rest };
  const code = zip ?? later.zip;
  return { rest: later.rest, ...(stated.state && { state: stated.state }), ...(code && { zip: code }) };
}
