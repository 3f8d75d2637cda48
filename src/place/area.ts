import { distance } from 'fastest-levenshtein';
import { findState, type State } from '../geography/us-states.ts';
import type { Candidate, Subject } from '../kernel/subject.ts';
import { cleanText } from '../kernel/text.ts';
import { countiesNamed, findCounty } from './counties.ts';
import { citiesOf, cityKey } from './embedded/cities.ts';
import { citiesEverywhere, type LocatedArea, locateCity, locateZip } from './embedded/locate.ts';
import { postalCitiesOf } from './embedded/zips.ts';
import { boroughOf, cityAlone, commonCity, commonCounty } from './names.ts';
import type { ParsedPlace } from './parse.ts';
import { areaSubject, countySubject, unresolvedSubject } from './subjects.ts';

const mostSimilar = 6;

/** Names of cities, with their state, that a misspelled one may stand for, nearest first; none for a short name. */
function similarCities(name: string, state: State | undefined): readonly { name: string; stateCode: string }[] {
  const key = cityKey(name);
  // two exchanged letters are two changes
  const most = key.length < 4 ? 0 : key.length < 6 ? 1 : 2;
  if (most === 0) return [];
  const near = new Map<string, { name: string; stateCode: string; edits: number }>();
  for (const one of [...citiesOf(state), ...postalCitiesOf(state)]) {
    const edits = distance(cityKey(one.name), key);
    const label = `${cityKey(one.name)}|${one.stateCode}`;
    if (edits <= most && !near.has(label)) near.set(label, { ...one, edits });
  }
  return [...near.values()].toSorted((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1)).slice(0, mostSimilar);
}

export type AreaResult =
  | { readonly state: 'resolved'; readonly subject: Subject }
  | { readonly state: 'ambiguous' | 'unresolved'; readonly subject: Subject; readonly reason: string };

const ambiguous = (input: string, candidates: readonly Candidate[], what: string): AreaResult => ({
  state: 'ambiguous',
  subject: unresolvedSubject(input, candidates.slice(0, 12)),
  reason: `"${cleanText(what, 60)}" is the name of ${candidates.length} places; name one of the candidates.`,
});

/** The area of a whole state. */
export function stateArea(input: string, state: State, label = state.name): AreaResult {
  const subject = areaSubject(input, {
    kind: 'state',
    label,
    state,
    countyAlternates: [],
    countyCandidates: [],
  });
  return { state: 'resolved', subject };
}

function countyArea(input: string, name: string, state: State | undefined): AreaResult | undefined {
  const common = commonCounty(name, state);
  const current = common?.state ? { stateCode: common.state.code, name: common.standsFor } : undefined;
  const named = (stateCode: string, text: string) =>
    findCounty(stateCode, text).map((county) => ({ county, stateCode }));
  const own = state
    ? named(state.code, name)
    : countiesNamed(name).filter(({ stateCode }) => stateCode !== current?.stateCode);
  const found = [...(state && current ? [] : own), ...(current ? named(current.stateCode, current.name) : [])];
  const [only] = found;
  if (!only) return undefined;
  if (found.length === 1) return { state: 'resolved', subject: countySubject(input, only.county) };
  return ambiguous(
    input,
    found.map(({ county, stateCode }) => ({ label: `${county.name}, ${stateCode}`, countyFips: county.fips })),
    name,
  );
}

const choiceOf = ({ label, point, county }: LocatedArea): Candidate => ({
  label,
  ...point,
  ...(county && { countyFips: county.fips }),
});

function cityArea(input: string, city: string, state: State | undefined, streetLine?: string): AreaResult | undefined {
  const home = state ?? (commonCity(city) ?? cityAlone(city))?.state;
  if (home) {
    const areas = locateCity(commonCity(city, home)?.standsFor ?? city, home);
    const [only] = areas;
    if (areas.length === 1 && only) return { state: 'resolved', subject: areaSubject(input, only, streetLine) };
    return areas.length > 1 ? ambiguous(input, areas.map(choiceOf), city) : boroughArea(input, city, home);
  }
  const everywhere = citiesEverywhere(city);
  const borough = boroughOf(city);
  if (borough?.state && everywhere.every(({ stateCode }) => stateCode === borough.state?.code)) {
    return boroughArea(input, city, borough.state);
  }
  const [only] = everywhere;
  if (!only) return undefined;
  const single = everywhere.length === 1 && !borough ? findState(only.stateCode) : undefined;
  if (single) return cityArea(input, city, single, streetLine);
  const choices = everywhere.map(({ name, stateCode, latitude, longitude }) => ({
    label: `${name}, ${stateCode}`,
    latitude,
    longitude,
  }));
  const ofNewYork = borough?.state ? findCounty(borough.state.code, borough.standsFor) : [];
  return ambiguous(
    input,
    [...ofNewYork.map(({ fips }) => ({ label: `${city}, NY`, countyFips: fips })), ...choices],
    city,
  );
}

/** A borough of New York City as its county. */
function boroughArea(input: string, name: string, state: State): AreaResult | undefined {
  const borough = boroughOf(name, state);
  const [county] = borough ? findCounty(state.code, borough.standsFor) : [];
  if (!county) return undefined;
  const subject = countySubject(input, county);
  return {
    state: 'resolved',
    subject: { ...subject, placeName: 'New York', resolved: `${name}, ${subject.resolved}` },
  };
}

/** Cities whose names are spelled much like the queried one. */
function misspelled(input: string, city: string, state: State | undefined): AreaResult | undefined {
  const similar = similarCities(city, state);
  if (similar.length === 0) return undefined;
  const candidates = similar.flatMap(({ name, stateCode }) => {
    const home = findState(stateCode);
    const [area] = home ? locateCity(name, home) : [];
    return area ? [choiceOf({ ...area, label: `${name}, ${stateCode}` })] : [];
  });
  return {
    state: 'ambiguous',
    subject: unresolvedSubject(input, candidates),
    reason: `"${cleanText(city, 60)}" is in no list of places${state ? ` of ${state.name}` : ''}; name one of the candidates if it is meant.`,
  };
}

/** Words at the end of free text that name a place in the state: "near old Biloxi" gives "Biloxi". */
function trailingCity(input: string, text: string, state: State | undefined): AreaResult | undefined {
  const words = text.split(' ');
  for (let count = Math.min(4, words.length); count > 0; count--) {
    const found = cityArea(input, words.slice(-count).join(' '), state);
    if (found) return found;
  }
  return undefined;
}

/** Area of a ZIP; unresolved where the text names another state. */
function zipArea(input: string, { zip, city, state, streetLine }: ParsedPlace): AreaResult | undefined {
  const area = zip ? locateZip(zip, city) : undefined;
  if (!area) return undefined;
  if (!state || area.state.code === state.code) {
    return { state: 'resolved', subject: areaSubject(input, area, streetLine) };
  }
  return {
    state: 'unresolved',
    subject: unresolvedSubject(input),
    reason: `ZIP ${zip} lies in ${area.state.name}, and the text says ${state.name}; correct one of the two.`,
  };
}

/** Area that the text names: a county, else a city, else a county by a city's words. */
function namedArea(input: string, { county, city, state, streetLine }: ParsedPlace): AreaResult | undefined {
  const byCounty = county ? countyArea(input, county, state) : undefined;
  if (byCounty || !city) return byCounty;
  return (
    cityArea(input, city, state, streetLine) ??
    countyFallback(input, city, state) ??
    trailingCity(input, city, state) ??
    misspelled(input, city, state)
  );
}

const abroadResult = (input: string, where: string): AreaResult => ({
  state: 'unresolved',
  subject: unresolvedSubject(input),
  reason: `"${cleanText(where, 60)}" is outside the United States; only the US states, DC and the territories are covered.`,
});

function notListed(input: string, parsed: ParsedPlace): AreaResult {
  const { zip, county, city, state } = parsed;
  const name = county || city;
  if (parsed.street && !name && !zip && !state) {
    const reason = 'The address has no city, state or ZIP: add one of them.';
    return { state: 'unresolved', subject: unresolvedSubject(input), reason };
  }
  const quoted = name ? `"${cleanText(name, 60)}"` : 'the text';
  const where = state ? ` (${state.name})` : '';
  return {
    state: 'unresolved',
    subject: unresolvedSubject(input),
    reason: `${zip ? `ZIP ${zip}` : quoted} is in no embedded list of US ZIP codes, places and counties${where}; give a ZIP, "City, ST", or latitude and longitude.`,
  };
}

/** Area of parsed text from embedded data alone: ZIP, county, city, state, in that order of trust. */
export function resolveArea(input: string, parsed: ParsedPlace): AreaResult {
  if (parsed.abroad) return abroadResult(input, parsed.abroad);
  const area = zipArea(input, parsed) ?? namedArea(input, parsed);
  if (area) return area;
  const { zip, county, city, state } = parsed;
  if (state && !city && !county && !zip) return stateOrCity(input, state, parsed.bareStateName === true);
  // a postal address whose ZIP and city are in no list is still known to lie in its state
  if (state && zip) return stateArea(input, state, `${state.name} (ZIP ${zip} is in no embedded list)`);
  return notListed(input, parsed);
}

/** Cities of a state's name that are as likely to be meant as the state itself. */
const namesakes: Readonly<Record<string, { readonly city: string; readonly state: string }>> = {
  NY: { city: 'New York', state: 'NY' },
  WA: { city: 'Washington', state: 'DC' },
};

function stateOrCity(input: string, state: State, bareName: boolean): AreaResult {
  const namesake = bareName ? namesakes[state.code] : undefined;
  const home = namesake && findState(namesake.state);
  const [city] = namesake && home ? locateCity(namesake.city, home) : [];
  if (!city) return stateArea(input, state);
  return ambiguous(input, [choiceOf(city), { label: `${state.name} State` }], state.name);
}

// "Wake, NC" where no place has that name but a county does; a county's short name where no place anywhere has it
function countyFallback(input: string, name: string, state: State | undefined): AreaResult | undefined {
  return state || commonCounty(name) ? countyArea(input, name, state) : undefined;
}
