import { distance } from 'fastest-levenshtein';
import type { GeocoderMatch } from '../sources/census-geocoder/client.ts';
import { findCounty } from './counties.ts';
import { cityKey } from './embedded/cities.ts';
import { boroughOf } from './names.ts';
import type { ParsedPlace } from './parse.ts';
import { takeNumber } from './reading/house-number.ts';
import { cutUnit } from './reading/unit.ts';
import { standardOf, wordKey } from './reading/words.ts';

/** A street line taken apart, each part in the form in which it is compared. */
interface LineParts {
  /** Digits and letters of the house number without its fraction; empty where the line has none. */
  readonly number: string;
  readonly fraction: string | undefined;
  readonly unit: string | undefined;
  readonly directions: string;
  /** Name without blanks, ordinals in digits; a numbered road by its class and number ("county 220"). */
  readonly name: string;
  readonly kind: string | undefined;
}

const roadWords = new Set(['ROAD', 'RD', 'HIGHWAY', 'HWY', 'ROUTE', 'RTE', 'RT', 'MARKET', 'TO', 'TRUNK', 'LINE']);

const bare = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
const accentless = (text: string) => text.normalize('NFD').replace(/\p{M}+/gu, '');

function plainWord(word: string): string {
  const key = wordKey(word);
  const ordinal = standardOf('ordinal', key) ?? /^(\d+)(?:ST|ND|RD|TH)$/.exec(key)?.[1];
  return bare(ordinal ?? standardOf('name', key) ?? key);
}

/** "County Road E" ends in the letter of its road. */
const endsInLetter = (words: readonly string[]) =>
  words.length > 2 && roadWords.has(wordKey(words.at(-2) ?? '')) && standardOf('route', words[0]) !== undefined;

function takeDirections(words: string[]): string {
  const found: string[] = [];
  const isKind = (word: string | undefined) => standardOf('suffix', word) !== undefined;
  const isName = () => words.length < 2 || (words.length === 2 && isKind(words[1]));
  const first = isName() ? undefined : standardOf('direction', words[0]);
  if (first) found.push(`${first} before`) && words.shift();
  const last = words.length < 2 || endsInLetter(words) ? undefined : standardOf('direction', words.at(-1));
  if (last) found.push(`${last} behind`) && words.pop();
  return found.join(' ');
}

/** "US Hwy 50", "SR-9", "County Road M": class and number of a numbered road, and what follows it ("Frontage"). */
function numberedRoad(words: readonly string[]): string | undefined {
  const split = words.flatMap((word) => {
    const [, letters = '', digits = ''] = /^([A-Z]{1,3})-?(\d{1,4}[A-Z]?)$/.exec(wordKey(word)) ?? [];
    return letters && standardOf('route', letters) ? [letters, digits] : wordKey(word).split('-').filter(Boolean);
  });
  let [at, kind] = [0, ''];
  for (; at < split.length; at++) {
    const own = standardOf('route', split[at]);
    if (own === undefined && !roadWords.has(split[at] ?? '')) break;
    if (own && own !== 'any' && kind === '') kind = own;
  }
  const id = split[at] ?? '';
  if (at === 0 || !/^(?:\d{1,4}[A-Z]?|[A-Z]{1,2})$/.test(id) || (at < 2 && standardOf('direction', id)))
    return undefined;
  if (at === 1 && /^(?:ST|CO|RD|I|TR|US|ROAD|RM)$/.test(split[0] ?? '') && !/^\d/.test(id)) return undefined;
  const further = split.slice(at + 1).filter((word) => standardOf('suffix', word) === undefined);
  return [kind || 'any', id, ...further].join(' ');
}

/** Takes a street line apart. */
export function lineParts(line: string): LineParts {
  const words = accentless(line)
    .split(/[\s,]+/)
    .filter(Boolean);
  const number = takeNumber(words, true);
  const text = number?.text ?? '';
  const { before, unit } = cutUnit(number ? words.slice(number.count) : words);
  const rest = [...before];
  const fraction = /\b(\d\/\d)$/.exec(text)?.[1];
  const directions = takeDirections(rest);
  const road = numberedRoad(rest);
  const parts = {
    number: bare(text.replace(/\b\d\/\d$/, '')),
    fraction,
    unit: unit === undefined ? undefined : bare(unit.split(' ').at(-1) ?? ''),
    directions,
  };
  if (road !== undefined) return { ...parts, name: road, kind: undefined };
  const kind = rest.length > 1 ? standardOf('suffix', rest.at(-1)) : undefined;
  if (kind) return { ...parts, name: rest.slice(0, -1).map(plainWord).join(''), kind };
  const first = rest.length > 1 ? (standardOf('spanish', rest[0]) ?? standardOf('suffix', rest[0])) : undefined;
  const name = (first ? rest.slice(1) : rest).map(plainWord).join('');
  return { ...parts, name, kind: first };
}

/** Whether two names are one: numbered roads also where only one says of which class it is. */
export function sameName(a: LineParts, b: LineParts): boolean {
  if (a.name === b.name) return true;
  const [one, other] = [a.name.split(' '), b.name.split(' ')];
  const isOpen = one[0] === 'any' || other[0] === 'any';
  return isOpen && one.length > 1 && one.slice(1).join(' ') === other.slice(1).join(' ');
}

export interface ComparedMatch {
  readonly match: GeocoderMatch;
  /** It is another place than the queried one: another number, street or city. */
  readonly isOther: boolean;
  /** Parts in which it differs from the query, in words. */
  readonly differs: readonly string[];
}

const digits = (number: string) => /^\d+/.exec(number)?.[0];

/** Another number; one whose letter or fraction alone is not known is a difference of its own. */
function compareNumber(typed: LineParts, found: LineParts): 'same' | 'part' | 'other' {
  if (typed.number === found.number) return typed.fraction === found.fraction ? 'same' : 'part';
  const isPart = /^\d+[A-Z]$/.test(typed.number) && digits(typed.number) === found.number;
  return isPart ? 'part' : 'other';
}

/** The streets of a crossing in either order. */
function sameCrossing(typed: string, found: string): boolean {
  const streets = (line: string) => line.split(/ (?:&|@|\/|and|at) /i).map((street) => lineParts(street).name);
  return streets(typed).toSorted().join('|') === streets(found).toSorted().join('|');
}

function differencesOfLine(typedLine: string, foundLine: string): { other: boolean; differs: string[] } {
  const [typed, found] = [lineParts(typedLine), lineParts(foundLine)];
  if (typed.number === '') return { other: !sameCrossing(typedLine, foundLine), differs: [] };
  const number = compareNumber(typed, found);
  const isOtherKind = typed.kind !== undefined && found.kind !== undefined && typed.kind !== found.kind;
  const isOtherUnit = typed.unit !== undefined && found.unit !== undefined && typed.unit !== found.unit;
  return {
    other: number === 'other' || !sameName(typed, found),
    differs: [
      ...(number === 'part' ? ['part of the house number'] : []),
      ...(typed.directions === found.directions ? [] : ['the direction']),
      ...(isOtherKind ? ['the kind of street'] : []),
      ...(isOtherUnit ? ['the unit'] : []),
    ],
  };
}

/** Longest difference of two spellings of one city's name. */
const spelling = 2;

/** Whether the queried city is the borough of New York in whose county the match lies. */
function inBorough({ geographies }: GeocoderMatch, city: string): boolean {
  const borough = boroughOf(city);
  const [county] = borough ? findCounty('NY', borough.standsFor) : [];
  return geographies.some(({ layer, geoid }) => /^Counties$/i.test(layer) && geoid === county?.fips);
}

/** City and ZIP: a place under both other names is another one; one of them may be written otherwise. */
function differencesOfArea(match: GeocoderMatch, { city, zip }: ParsedPlace): { other: boolean; differs: string[] } {
  const sameZip = zip === undefined || match.zip === undefined ? undefined : zip === match.zip;
  const own = [
    match.city,
    ...match.geographies
      .filter(({ layer }) => /Places$|County Subdivisions$/i.test(layer))
      .map(({ baseName }) => baseName),
  ];
  const names = own.flatMap((name) => (name ? [cityKey(name)] : []));
  const queried = city === undefined ? undefined : cityKey(city);
  const sameCity =
    city === undefined || queried === undefined || names.length === 0
      ? undefined
      : names.includes(queried) || inBorough(match, city);
  const misspelled =
    queried !== undefined && sameCity === false && names.some((name) => distance(name, queried) <= spelling);
  const other = sameZip === false ? sameCity !== true : sameCity === false && sameZip !== true && !misspelled;
  return {
    other,
    differs: [...(sameZip === false ? ['the ZIP'] : []), ...(sameCity === false ? ['the city'] : [])],
  };
}

/** A match of the geocoder against the query, part by part. */
export function compareMatch(match: GeocoderMatch, parsed: ParsedPlace): ComparedMatch {
  const line = differencesOfLine(parsed.streetLine ?? '', match.matchedAddress.split(',')[0] ?? '');
  const area = differencesOfArea(match, parsed);
  return { match, isOther: line.other || area.other, differs: [...line.differs, ...area.differs] };
}
