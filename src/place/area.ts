import { findState, type State } from '../geography/us-states.ts';
import { once } from '../kernel/memoize.ts';
import type { Candidate, Subject } from '../kernel/subject.ts';
import { cleanText } from '../kernel/text.ts';
import { countiesNamed, findCounty } from './counties.ts';
import { citiesEverywhere, type LocatedArea, locateCity, locateZip } from './embedded/locate.ts';
import type { ParsedPlace } from './parse.ts';
import { areaSubject, countySubject, unresolvedSubject } from './subjects.ts';

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
  if (state) {
    const found = findCounty(state.code, name);
    const [only] = found;
    if (found.length === 1 && only) return { state: 'resolved', subject: countySubject(input, only) };
    return found.length > 1
      ? ambiguous(
          input,
          found.map((county) => ({ label: `${county.name}, ${state.code}`, countyFips: county.fips })),
          name,
        )
      : undefined;
  }
  const everywhere = countiesNamed(name);
  const [only] = everywhere;
  if (everywhere.length === 1 && only) return { state: 'resolved', subject: countySubject(input, only.county) };
  if (everywhere.length === 0) return undefined;
  return ambiguous(
    input,
    everywhere.map(({ county, stateCode }) => ({ label: `${county.name}, ${stateCode}`, countyFips: county.fips })),
    name,
  );
}

const choiceOf = ({ label, point, county }: LocatedArea): Candidate => ({
  label,
  ...point,
  ...(county && { countyFips: county.fips }),
});

function cityArea(input: string, city: string, state: State | undefined, streetLine?: string): AreaResult | undefined {
  if (state) {
    const areas = locateCity(city, state);
    const [only] = areas;
    if (areas.length === 1 && only) return { state: 'resolved', subject: areaSubject(input, only, streetLine) };
    return areas.length > 1 ? ambiguous(input, areas.map(choiceOf), city) : undefined;
  }
  const everywhere = citiesEverywhere(city);
  const [only] = everywhere;
  if (everywhere.length === 0 || !only) return undefined;
  const home = findState(only.stateCode);
  if (everywhere.length === 1 && home) return cityArea(input, city, home, streetLine);
  return ambiguous(
    input,
    everywhere.map(({ name, stateCode, latitude, longitude }) => ({
      label: `${name}, ${stateCode}`,
      latitude,
      longitude,
    })),
    city,
  );
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
    cityArea(input, city, state, streetLine) ?? countyFallback(input, city, state) ?? trailingCity(input, city, state)
  );
}

function notListed(input: string, { zip, county, city, state }: ParsedPlace): AreaResult {
  const name = county || city;
  if (name && !zip && !state && isForeignCountry(name)) {
    return {
      state: 'unresolved',
      subject: unresolvedSubject(input),
      reason: `"${cleanText(name, 60)}" is outside the United States; only the US states, DC and the territories are covered.`,
    };
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

// "Wake, NC" where no place has that name but a county does
function countyFallback(input: string, name: string, state: State | undefined): AreaResult | undefined {
  return state ? countyArea(input, name, state) : undefined;
}

/** The United States and its territories by their country codes. */
const domestic = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** English names of the other countries in lower case, from the Unicode CLDR that Node carries; names of US states are left out. */
const foreignNames = once((): ReadonlySet<string> => {
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Set(
    codes.flatMap((code) => {
      const name = domestic.has(code) ? undefined : regions.of(code);
      return name && !findState(name) ? [name.toLowerCase()] : [];
    }),
  );
});

/** True for the English name of a country other than the United States. */
const isForeignCountry = (name: string): boolean => foreignNames().has(name.trim().toLowerCase());
