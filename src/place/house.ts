import type { Searched } from '../kernel/answer.ts';
import type { AddressPointsPort, HouseQuery, Resolution } from '../kernel/ports/place.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { GeoPoint, Subject } from '../kernel/subject.ts';
import { countiesNear, lineMeters } from './embedded/polygons.ts';
import type { ParsedPlace } from './parse.ts';
import { pointSubject } from './subjects.ts';

const numberPattern = /^\s*(\S+)\s+(.*)$/;

/** Wisconsin's "W255 N499" as layers write it: in one word. */
const inOneWord = (line: string) => line.replace(/^([NSEW]\d{1,5}|\d{1,2}) ([NSEW]\d{1,5}) /i, '$1$2 ');

/** The street lines of an address: the typed number on the matched street, and the line as it was typed. */
function linesOf(typed: string | undefined, matched: string | undefined): readonly string[] {
  const given = typed === undefined ? undefined : inOneWord(typed);
  const [, number] = numberPattern.exec(given ?? '') ?? [];
  const [, , street] = numberPattern.exec(matched ?? '') ?? [];
  // a number in words or none at all: the matched line has it
  const onMatched = number && /\d/.test(number) && street ? `${number} ${street}` : matched;
  return [...new Set([onMatched, given].filter((line) => line !== undefined && line !== ''))] as string[];
}

/** Undefined where the county is not certain. */
function groundOf({ stateFips, county, countyAlternates, countyCandidates }: Subject) {
  if (!stateFips || !county || countyCandidates.length > 0) return undefined;
  return { stateFips, countyFips: [county, ...countyAlternates].map(({ fips }) => fips) };
}

const rounded = ({ latitude, longitude }: GeoPoint): GeoPoint => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});

export interface HouseAsking {
  readonly houses: AddressPointsPort | undefined;
  readonly sources: SourceAccess;
  readonly parsed: ParsedPlace;
}

/** A matched address at the point of its house where a published layer has one, else unchanged along its street. */
export async function onHouse(
  subject: Subject,
  { houses, sources, parsed, placeGeoid }: HouseAsking & { readonly placeGeoid: string | undefined },
): Promise<{ readonly subject: Subject; readonly searched: readonly Searched[] }> {
  const { latitude, longitude } = subject;
  const ground = groundOf(subject);
  if (!houses || !ground || latitude === undefined || longitude === undefined) return { subject, searched: [] };
  const city = parsed.city ?? subject.placeName;
  const query: HouseQuery = {
    lines: linesOf(parsed.streetLine, subject.streetLine),
    ...ground,
    ...(placeGeoid && { placeGeoid }),
    ...(city && { city }),
    ...(subject.zip && { zip: subject.zip }),
    near: { latitude, longitude },
  };
  const { point, citation, searched } = await houses.find(query, sources);
  if (!point || !citation) return { subject, searched };
  return { subject: { ...subject, ...rounded(point), precision: 'rooftop', citation }, searched };
}

/**
 * An address that the geocoder did not find, at the point of its house: searched in its ZIP or city where its county is
 * certain. Undefined `subject` where it is not found.
 */
export async function houseAlone(
  input: string,
  area: Resolution | { readonly state: string; readonly subject: Subject },
  { houses, sources, parsed }: HouseAsking,
): Promise<{ readonly subject?: Subject; readonly searched: readonly Searched[] }> {
  const ground = area.state === 'resolved' ? groundOf(area.subject) : undefined;
  const { streetLine, city, zip } = parsed;
  if (!houses || !ground || !streetLine || !(city || zip)) return { searched: [] };
  const query: HouseQuery = { lines: [inOneWord(streetLine)], ...ground, ...(city && { city }), ...(zip && { zip }) };
  const { point, line, citation, searched } = await houses.find(query, sources);
  const placed = point && pointSubject(input, rounded(point));
  const isThere = placed?.county !== undefined && ground.countyFips.includes(placed.county.fips);
  // beside a county's line the county of the address is more certain than a simplified outline
  const isBeside =
    point !== undefined && countiesNear(point, lineMeters).some((fips) => ground.countyFips.includes(fips));
  if (!placed || !(isThere || isBeside) || !line || !citation) return { searched };
  const { stateCode, stateFips, placeName, county, countyAlternates } = area.subject;
  const name = city ?? placeName;
  const tail = [name, [stateCode, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const subject: Subject = {
    ...placed,
    ...(!isThere && { stateCode, stateFips, county, countyAlternates, countyCandidates: [] }),
    resolved: `${line}, ${tail}`.toUpperCase(),
    precision: 'rooftop',
    ...(zip && { zip }),
    ...(name && { placeName: name }),
    streetLine: line,
    citation,
  };
  return { subject, searched };
}
