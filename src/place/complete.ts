import { findState, states } from '../geography/us-states.ts';
import { countyCode } from './counties.ts';
import { citiesStarting } from './embedded/cities.ts';
import { locateZip, zipsStarting } from './embedded/locate.ts';
import { countyNames } from './embedded/polygons.ts';

const most = 20;
/** Number of letters before counties and cities are suggested: fewer match half the country. */
const enough = 3;

/** "Wake County, NC" for every county whose name starts with the text. */
function countiesStarting(wanted: string): readonly string[] {
  return [...countyNames().keys()].flatMap((fips) => {
    const county = countyCode(fips);
    const state = findState(fips.slice(0, 2));
    return county && state && county.name.toLowerCase().startsWith(wanted) ? [`${county.name}, ${state.code}`] : [];
  });
}

/** "Biloxi, MS" for every city whose name starts with the text; a name that a state has in several counties would not resolve. */
function citiesOnceStarting(wanted: string): readonly string[] {
  const counties = new Map<string, Set<string>>();
  for (const { name, stateCode, county3 } of citiesStarting(wanted)) {
    const label = `${name}, ${stateCode}`;
    counties.set(label, (counties.get(label) ?? new Set()).add(county3));
  }
  return [...counties].flatMap(([label, { size }]) => (size === 1 ? [label] : []));
}

/**
 * Places that complete a typed text, at most 20: for digits the ZIP codes with this prefix; else the configured places by
 * their display names, then states, then counties and cities of the embedded lists by name.
 */
export function completePlace(prefix: string, configured: readonly string[]): readonly string[] {
  const wanted = prefix.trim().toLowerCase();
  if (/^\d{2,5}$/.test(wanted))
    return zipsStarting(wanted)
      .filter((zip) => locateZip(zip) !== undefined)
      .slice(0, most);
  const near = [...configured, ...states.map(({ name }) => name)].filter((place) =>
    place.toLowerCase().startsWith(wanted),
  );
  const [name = '', state = ''] = wanted.split(',').map((part) => part.trim());
  const further =
    name.length < enough
      ? []
      : [...citiesOnceStarting(name), ...countiesStarting(name)].filter((place) =>
          place.split(', ').at(-1)?.toLowerCase().startsWith(state),
        );
  return [...new Set([...near, ...further.toSorted()])].slice(0, most);
}
