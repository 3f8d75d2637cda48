import { distance } from 'fastest-levenshtein';
import type { GeocoderMatch } from '../sources/census-geocoder/client.ts';
import { findCounty } from './counties.ts';
import { cityKey } from './embedded/cities.ts';
import { boroughOf } from './names.ts';
import type { ParsedPlace } from './parse.ts';
import { type LineParts, lineParts, sameName } from './reading/line-parts.ts';

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
