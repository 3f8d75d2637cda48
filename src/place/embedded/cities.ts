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

let loaded: ReadonlyMap<string, readonly City[]> | undefined;

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
function cities(): ReadonlyMap<string, readonly City[]> {
  if (!loaded) {
    const map = new Map<string, City[]>();
    for (const line of geographyRows('places')) {
      const [cityName = '', stateCode = '', county, latitude, longitude] = line.split('\t');
      const point = { latitude: Number(latitude), longitude: Number(longitude) };
      const inTerritory = territories.has(stateCode);
      const county3 = inTerritory ? (countyFipsAt(point)?.slice(2) ?? '') : (county ?? '');
      const city = { name: cityName, stateCode, county3, ...point };
      const key = cityKey(cityName);
      const known = map.get(key);
      if (known) known.push(city);
      else map.set(key, [city]);
    }
    loaded = map;
  }
  return loaded;
}

/** Populated places of a name, all states. */
export const citiesNamed = (name: string): readonly City[] => cities().get(cityKey(name)) ?? [];

/** Populated places whose name starts with the text, all states. */
export function citiesStarting(prefix: string): readonly City[] {
  const wanted = cityKey(prefix);
  return wanted === '' ? [] : [...cities()].flatMap(([key, some]) => (key.startsWith(wanted) ? some : []));
}
