import type { State } from '../../geography/us-states.ts';
import { groupBy } from '../../kernel/group.ts';
import { once } from '../../kernel/memoize.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { geographyRows } from './geography.ts';
import { countyFipsAt } from './polygons.ts';

export interface City extends GeoPoint {
  readonly name: string;
  readonly stateCode: string;
  /** 3-digit county code: of GeoNames, in the territories (where it has none) of the boundary around the place. */
  readonly county3: string;
}

const territories: ReadonlySet<string> = new Set(['PR', 'GU', 'VI', 'AS', 'MP']);

/** Upper case, "Saint" for "St", no accents, no punctuation: the form in which city names are compared. */
export function cityKey(name: string): string {
  return name
    .toUpperCase()
    .normalize('NFD')
    .replace(/[\p{M}'’`]+/gu, '')
    .replace(/[^A-Z0-9 ]+/g, ' ')
    .replace(/\b(ST|SAINT)\b/g, 'SAINT')
    .replace(/\b(FT|FORT)\b/g, 'FORT')
    .replace(/\b(MT|MOUNT)\b/g, 'MOUNT')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Every populated place by its key; about 17,000 places, read on first use. */
const cities = once((): ReadonlyMap<string, readonly City[]> => {
  const all = geographyRows('places').map((line): City => {
    const [name = '', stateCode = '', county = '', latitude, longitude] = line.split('\t');
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    const county3 = territories.has(stateCode) ? (countyFipsAt(point)?.slice(2) ?? '') : county;
    return { name, stateCode, county3, ...point };
  });
  return groupBy(all, ({ name }) => cityKey(name));
});

/** Populated places of a name, all states. */
export const citiesNamed = (name: string): readonly City[] => cities().get(cityKey(name)) ?? [];

/** Populated places of a state, of all states without one. */
export const citiesOf = (state: State | undefined): readonly City[] =>
  [...cities().values()].flat().filter(({ stateCode }) => state === undefined || stateCode === state.code);

/** Populated places whose name starts with the text, all states. */
export function citiesStarting(prefix: string): readonly City[] {
  const wanted = cityKey(prefix);
  return wanted === '' ? [] : [...cities()].flatMap(([key, some]) => (key.startsWith(wanted) ? some : []));
}
