import { findState, type State } from '../../geography/us-states.ts';
import { once } from '../../kernel/memoize.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cityKey } from './cities.ts';
import { geographyRows } from './geography.ts';

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

/** The ZIP table; read on first use. */
export const zipTable = once(() => {
  const rows = new Map<string, ZipRow>();
  const byPlace = new Map<string, string[]>();
  for (const line of geographyRows('zips')) {
    const [zip = '', place, stateCode, county, lat, lon, zctaLat, zctaLon] = line.split('\t');
    const state = stateCode && findState(stateCode)?.fips;
    rows.set(zip, {
      zip,
      ...(place && { place }),
      ...(stateCode && { stateCode }),
      ...(state && county && { countyFips: state + county }),
      ...(lat && lon && { geonames: { latitude: Number(lat), longitude: Number(lon) } }),
      ...(zctaLat && zctaLon && { zcta: { latitude: Number(zctaLat), longitude: Number(zctaLon) } }),
    });
    if (!place) continue;
    const key = `${cityKey(place)}|${stateCode}`;
    const known = byPlace.get(key);
    if (known) known.push(zip);
    else byPlace.set(key, [zip]);
  }
  return { rows, byPlace };
});

/** Cities of the post in a state, by one ZIP each or more; of all states without one. */
export const postalCitiesOf = (state: State | undefined): readonly { name: string; stateCode: string }[] =>
  [...zipTable().rows.values()].flatMap(({ place, stateCode }) =>
    place && stateCode && (state === undefined || stateCode === state.code) ? [{ name: place, stateCode }] : [],
  );
