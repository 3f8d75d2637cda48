import { findState } from '../geography/us-states.ts';
import { distanceMeters } from '../geometry/geo.ts';
import type { Searched } from '../kernel/answer.ts';
import { hasData } from '../kernel/lookup.ts';
import type { AddressPointsPort, PlaceQuery, Resolution } from '../kernel/ports/place.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { Subject } from '../kernel/subject.ts';
import { geocode, geographyIn, maxAddressLength } from '../sources/census-geocoder/client.ts';
import type { GeocoderMatch } from '../sources/census-geocoder/fields.ts';
import { type AreaResult, resolveArea, stateArea } from './area.ts';
import { findCounty } from './counties.ts';
import { cityKey } from './embedded/cities.ts';
import { type HouseAsking, houseAlone, onHouse } from './house.ts';
import { asCityAndCode, type ParsedPlace, parsePlace } from './parse.ts';
import { countyPair, countySubject, pointSubject, unresolvedSubject } from './subjects.ts';

/** Two matches of one address in one county that are closer than this are two sides of a street, not two places. */
const samePlaceMeters = 250;

const countyOf = (match: GeocoderMatch) => geographyIn(match.geographies, /^Counties$/i)?.geoid;

const placeOf = (match: GeocoderMatch) => geographyIn(match.geographies, /^(Incorporated|Census Designated) Places$/i);

function matchSubject(input: string, match: GeocoderMatch): Subject {
  const { latitude, longitude } = match;
  const fips = countyOf(match);
  const state = (match.stateCode && findState(match.stateCode)) || (fips ? findState(fips.slice(0, 2)) : undefined);
  // the boundaries of all counties are read only where the geocoder names none
  const near = fips ? undefined : pointSubject(input, { latitude, longitude });
  const place = placeOf(match);
  return {
    input,
    resolved: match.matchedAddress,
    latitude,
    longitude,
    precision: 'address',
    ...(state && { stateCode: state.code, stateFips: state.fips }),
    ...(fips
      ? countyPair(fips, match)
      : {
          ...(near?.county && { county: near.county }),
          countyAlternates: near?.countyAlternates ?? [],
          ...(near?.countyOverlaps && { countyOverlaps: near.countyOverlaps }),
        }),
    countyCandidates: [],
    ...(match.zip && { zip: match.zip }),
    ...(place?.baseName ? { placeName: place.baseName } : match.city && { placeName: match.city }),
    streetLine: match.matchedAddress.split(',')[0] ?? match.matchedAddress,
    candidates: [],
  };
}

async function settle(
  input: string,
  matches: readonly GeocoderMatch[],
  citation: Subject['citation'],
  asking: HouseAsking,
): Promise<Resolution> {
  const [first, ...others] = matches as [GeocoderMatch, ...GeocoderMatch[]];
  const away = others.filter(
    (other) => distanceMeters(first, other) > samePlaceMeters || countyOf(other) !== countyOf(first),
  );
  if (away.length > 0) {
    const candidates = [first, ...away].slice(0, 10).map((match) => {
      const fips = countyOf(match);
      return {
        label: match.matchedAddress,
        latitude: match.latitude,
        longitude: match.longitude,
        ...(fips && { countyFips: fips }),
      };
    });
    return {
      state: 'ambiguous',
      subject: unresolvedSubject(input, candidates),
      reason: `The Census Geocoder knows ${candidates.length} places for this address; name one of the candidates.`,
      searched: [],
    };
  }
  const onStreet: Subject = {
    ...matchSubject(input, first),
    ...(citation && { citation: { ...citation, ...(first.tigerLineId && { recordId: first.tigerLineId }) } }),
  };
  return { state: 'resolved', ...(await onHouse(onStreet, { ...asking, placeGeoid: placeOf(first)?.geoid })) };
}

/** The address without unit and box where its parts are known, else the caller's words; within the service's limit. */
function question(text: string, { streetLine, city, state, zip }: ParsedPlace): string {
  const tail = [city, [state?.code, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const line = streetLine && (zip || (city && state)) ? `${streetLine}, ${tail}` : tail ? text : text.trim();
  const missing = [state && !line.includes(state.code) && state.code, zip && !line.includes(zip) && zip];
  const whole = [line, ...missing].filter(Boolean).join(', ');
  return whole.length <= maxAddressLength ? whole : `${whole.slice(0, maxAddressLength - tail.length - 2)}, ${tail}`;
}

/** Matches that agree with the caller's state, ZIP and city: another state is no match, a ZIP or city narrows several. */
function fitting(matches: readonly GeocoderMatch[], { state, zip, city }: ParsedPlace): readonly GeocoderMatch[] {
  let left = matches.filter((match) => !state || !match.stateCode || match.stateCode === state.code);
  for (const fits of [
    (match: GeocoderMatch) => zip !== undefined && match.zip === zip,
    (match: GeocoderMatch) => city !== undefined && match.city !== undefined && cityKey(match.city) === cityKey(city),
  ]) {
    const some = left.filter(fits);
    if (left.length > 1 && some.length > 0) left = some;
  }
  return left;
}

async function resolveStreet(input: string, asking: HouseAsking): Promise<Resolution> {
  const { parsed, sources } = asking;
  const lookup = await geocode(sources, question(input, parsed));
  const base = { area: 'United States', recordScope: 'address ranges, current benchmark' };
  const source = 'citation' in lookup ? lookup.citation.sourceName : lookup.source;
  const matches = hasData(lookup) ? fitting(lookup.data, parsed) : [];
  if (hasData(lookup) && matches.length > 0) return settle(input, matches, lookup.citation, asking);
  const state = hasData(lookup) ? 'empty' : lookup.state;
  const reason = state === 'empty' ? 'the geocoder has no match for this address' : 'reason' in lookup && lookup.reason;
  const geocoded: Searched = { source, ...base, state, ...(reason && { reason }) };
  const area = resolveArea(input, parsed);
  const house = await houseAlone(input, area, asking);
  const searched = [geocoded, ...house.searched];
  return house.subject ? { state: 'resolved', subject: house.subject, searched } : { ...area, searched };
}

const streetInstead = 'give the street address of the property.';
const postBoxCoarse = `A post office box has no location: ${streetInstead}`;

/** "35.7783, -78.6431": nothing but latitude and longitude in decimal degrees. */
const coordinateText = /^\s*([+-]?\d{1,2}\.\d{2,})\s*[,;\s]\s*([+-]?\d{1,3}\.\d{2,})\s*$/;

/** The point of a query: its coordinates, or those that its text consists of. */
function pointOf({ latitude, longitude }: PlaceQuery, text: string | undefined) {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  const [, lat, lon] = coordinateText.exec(text ?? '') ?? [];
  return lat !== undefined && lon !== undefined ? { latitude: Number(lat), longitude: Number(lon) } : undefined;
}

/**
 * {@link PlacePort.resolve}: coordinates, then county codes, then the geocoder and the layers of `houses` for street text,
 * then embedded areas.
 */
export async function resolvePlace(
  query: PlaceQuery,
  sources: SourceAccess,
  houses?: AddressPointsPort,
): Promise<Resolution> {
  const text = query.address ?? query.place;
  const point = pointOf(query, text);
  if (point) {
    const input = text ?? `${point.latitude}, ${point.longitude}`;
    const subject = pointSubject(input, point);
    if (subject) return ofUnit({ state: 'resolved', subject, searched: [] }, parsePlace(text ?? ''));
    const reason =
      'The coordinates lie in no county of the United States or its territories (order is latitude, then longitude).';
    return { state: 'unresolved', subject: unresolvedSubject(input), reason, searched: [] };
  }
  if (text !== undefined) {
    const parsed = withArguments(parsePlace(text), query);
    if (parsed.street) return ofUnit(await resolveStreet(text, { parsed, sources, houses }), parsed);
    const area = resolveArea(text, parsed);
    const other = area.state === 'unresolved' ? asCityAndCode(text) : undefined;
    const again = other === undefined ? undefined : resolveArea(text, parsePlace(other));
    const found = again?.state === 'resolved' ? again : area;
    if (!parsed.postBox || found.state === 'ambiguous') return { ...found, searched: [] };
    return found.state === 'resolved'
      ? { ...found, searched: [], coarse: postBoxCoarse }
      : { ...found, searched: [], reason: `A post office box is no place: ${streetInstead}` };
  }
  return { ...resolveCodes(query), searched: [] };
}

const ofUnit = (resolution: Resolution, { unit }: ParsedPlace): Resolution =>
  unit ? { ...resolution, subject: { ...resolution.subject, unit } } : resolution;

function withArguments(parsed: ParsedPlace, { zip, state: stateText }: PlaceQuery): ParsedPlace {
  const state = parsed.state ?? (stateText === undefined ? undefined : findState(stateText));
  const code = parsed.zip ?? zip;
  return { ...parsed, ...(state && { state }), ...(code !== undefined && { zip: code }) };
}

function resolveCodes(query: PlaceQuery): AreaResult {
  const input = [query.county, query.state, query.zip].filter((part) => part !== undefined).join(', ');
  if (query.zip !== undefined) {
    const state = query.state === undefined ? undefined : findState(query.state);
    return resolveArea(input, { street: false, zip: query.zip, ...(state && { state }) });
  }
  const state = query.state === undefined ? undefined : findState(query.state);
  if (query.state === undefined && query.county !== undefined) {
    const [name = '', of = ''] = query.county.split(',').map((part) => part.trim());
    const named = findState(of);
    return resolveArea(input, { street: false, county: name, ...(named && { state: named }) });
  }
  if (!state) {
    const reason =
      query.state === undefined
        ? 'No place was given.'
        : 'The state is neither a two-letter code, a 2-digit FIPS code nor the name of a US state or territory.';
    return { state: 'unresolved', subject: unresolvedSubject(input), reason };
  }
  if (query.county === undefined) return stateArea(input, state);
  const counties = findCounty(state.code, query.county);
  const [only] = counties;
  if (counties.length === 1 && only) return { state: 'resolved', subject: countySubject(input, only) };
  if (counties.length > 1) {
    const candidates = counties.map((county) => ({ label: `${county.name}, ${state.code}`, countyFips: county.fips }));
    return {
      state: 'ambiguous',
      subject: unresolvedSubject(input, candidates),
      reason: `${candidates.length} counties of ${state.name} have that name; name one of the candidates.`,
    };
  }
  return {
    state: 'unresolved',
    subject: unresolvedSubject(input),
    reason: `${state.name} has no county of that name or code in the embedded lists.`,
  };
}
