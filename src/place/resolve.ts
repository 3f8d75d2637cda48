import { findState } from '../geography/us-states.ts';
import { distanceMeters } from '../geometry/geo.ts';
import type { Searched } from '../kernel/answer.ts';
import { hasData } from '../kernel/lookup.ts';
import type { AddressPointsPort, PlaceQuery, Resolution } from '../kernel/ports/place.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { Subject } from '../kernel/subject.ts';
import { cleanText } from '../kernel/text.ts';
import { type GeocoderMatch, geocode, geographyIn, maxAddressLength } from '../sources/census-geocoder/client.ts';
import { type AreaResult, resolveArea, stateArea } from './area.ts';
import { findCounty } from './counties.ts';
import { type HouseAsking, houseAlone, onHouse } from './house.ts';
import { type ComparedMatch, compareMatch } from './match.ts';
import { addressText, asCityAndCode, type ParsedPlace, parsePlace } from './parse.ts';
import { resolvePoint, spotOf } from './points.ts';
import { countyPair, countySubject, pointSubject, unresolvedSubject, withDoubts } from './subjects.ts';

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

const choicesOf = (matches: readonly GeocoderMatch[]) =>
  matches.slice(0, 10).map((match) => {
    const fips = countyOf(match);
    const { matchedAddress, latitude, longitude } = match;
    return { label: matchedAddress, latitude, longitude, ...(fips && { countyFips: fips }) };
  });

/** What a match and its query differ in, for the limits of an answer. */
const differenceOf = ({ match, differs }: ComparedMatch): string =>
  `The geocoder has "${match.matchedAddress}", which differs from the address as it was given in ${differs.join(', ')}: the answer is of that one.`;

async function settle(
  input: string,
  matches: readonly ComparedMatch[],
  citation: Subject['citation'],
  asking: HouseAsking,
): Promise<Resolution> {
  const [compared, ...others] = matches as [ComparedMatch, ...ComparedMatch[]];
  const first = compared.match;
  const away = others.flatMap(({ match }) =>
    distanceMeters(first, match) > samePlaceMeters || countyOf(match) !== countyOf(first) ? [match] : [],
  );
  if (away.length > 0) {
    const candidates = choicesOf([first, ...away]);
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
  const found = await onHouse(onStreet, { ...asking, placeGeoid: placeOf(first)?.geoid });
  const doubts = compared.differs.length > 0 ? [differenceOf(compared)] : [];
  return { state: 'resolved', ...found, subject: withDoubts(found.subject, doubts) };
}

/** The address without unit, box and names, within the length that the service takes. */
function question({ unit: _unit, ...parsed }: ParsedPlace): string {
  const whole = addressText(parsed);
  const tail = addressText({ ...parsed, streetLine: '', urbanization: '' });
  return whole.length <= maxAddressLength ? whole : `${whole.slice(0, maxAddressLength - tail.length - 2)}, ${tail}`;
}

/** Matches in the queried state: those that differ in nothing, else those of the same place, else none. */
function fitting(matches: readonly GeocoderMatch[], parsed: ParsedPlace) {
  const compared = matches
    .filter(({ stateCode }) => !parsed.state || !stateCode || stateCode === parsed.state.code)
    .map((match) => compareMatch(match, parsed));
  const same = compared.filter(({ isOther }) => !isOther);
  const whole = same.filter(({ differs }) => differs.length === 0);
  return { fits: whole.length > 0 ? whole : same, others: compared.filter(({ isOther }) => isOther) };
}

/** Matches of other places, as choices; their number, street or city is not the queried one. */
function otherPlaces(
  input: string,
  { streetLine }: ParsedPlace,
  others: readonly ComparedMatch[],
): Omit<AreaResult, 'state'> & { readonly state: 'ambiguous'; readonly reason: string } {
  const candidates = choicesOf(others.map(({ match }) => match));
  const offered = candidates.length === 1 ? 'another address' : `${candidates.length} other addresses`;
  return {
    state: 'ambiguous',
    subject: unresolvedSubject(input, candidates),
    reason: `The Census Geocoder does not know "${cleanText(streetLine ?? input, 80)}" there and offers ${offered}; name one of the candidates if it is meant, or give latitude and longitude.`,
  };
}

async function resolveStreet(input: string, asking: HouseAsking): Promise<Resolution> {
  const { parsed, sources } = asking;
  const lookup = await geocode(sources, question(parsed));
  const base = { area: 'United States', recordScope: 'address ranges, current benchmark' };
  const source = 'citation' in lookup ? lookup.citation.sourceName : lookup.source;
  const { fits, others } = fitting(hasData(lookup) ? lookup.data : [], parsed);
  if (hasData(lookup) && fits.length > 0) return settle(input, fits, lookup.citation, asking);
  const state = hasData(lookup) ? 'empty' : lookup.state;
  const reason = state === 'empty' ? 'the geocoder has no match for this address' : 'reason' in lookup && lookup.reason;
  const geocoded: Searched = { source, ...base, state, ...(reason && { reason }) };
  const area = resolveArea(input, parsed);
  const house = await houseAlone(input, area, asking);
  const searched = [geocoded, ...house.searched];
  if (house.subject) return { state: 'resolved', subject: house.subject, searched };
  return { ...(others.length > 0 ? otherPlaces(input, parsed, others) : area), searched };
}

const streetInstead = 'give the street address of the property.';
const parcelSentence =
  'A number in the text looks like that of a parcel and was not read: svc_parcel_lookup takes it together with the state and county.';

/** A place known from the text and the embedded lists alone. */
function resolveText(text: string, parsed: ParsedPlace): Resolution {
  const input = parsed.withoutNames ?? text;
  const area = resolveArea(input, parsed);
  const other = area.state === 'unresolved' ? asCityAndCode(text) : undefined;
  const again = other === undefined ? undefined : resolveArea(input, parsePlace(other));
  const found = again?.state === 'resolved' ? again : area;
  const { postal, parcelNumber } = parsed;
  const coarse = postal ? `${postal} has no location: ${streetInstead}` : parcelNumber ? parcelSentence : undefined;
  if (!coarse || found.state === 'ambiguous') return { ...found, searched: [] };
  if (found.state !== 'resolved') {
    return { ...found, searched: [], reason: postal ? `${postal} is no place: ${streetInstead}` : parcelSentence };
  }
  const doubts = parcelNumber ? [parcelSentence] : [];
  return { ...found, subject: withDoubts(found.subject, doubts), searched: [], coarse };
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
  const spot = spotOf(query, text);
  if (spot) {
    const parsed = parsePlace(text ?? '');
    return ofUnit(await resolvePoint(parsed.withoutNames ?? text, spot, sources), parsed);
  }
  if (text === undefined) return { ...resolveCodes(query), searched: [] };
  const parsed = withArguments(parsePlace(text), query);
  if (!parsed.street || parsed.abroad) return resolveText(text, parsed);
  return ofUnit(await resolveStreet(parsed.withoutNames ?? text, { parsed, sources, houses }), parsed);
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
