import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { CountyParcels } from '../src/catalog/views/parcel-coverage.ts';
import { findState } from '../src/geography/us-states.ts';
import { askableAt } from '../src/places/registry/askable.ts';
import { withLayers } from '../src/places/registry/layers/beside.ts';
import { shippedLayers } from '../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../src/places/registry/load.ts';
import { decidedByCodes, type Jurisdiction, parcelDepthOf, sourcesOf } from '../src/places/schema/jurisdiction.ts';

/** Whether a place speaks for all of a county; a city does where it is exactly its county. */
const speaksFor = (place: Jurisdiction, county: string) =>
  place.kind === 'state' || (place.geoid.county.includes(county) && (place.kind === 'county' || decidedByCodes(place)));

/**
 * Every county of the states with its people (FY 2024 table of HUD, census of 2020) and how much a parcel source that
 * reaches all of it tells. A city's own source is counted only where the city is the whole county.
 */
export function readCountyParcels(): readonly CountyParcels[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL('county-people.csv', import.meta.url), 'utf8'), {
    columns: true,
  });
  const index = withLayers(shippedPlaces, shippedLayers);
  return rows.map(({ county: fips = '', people = '0' }) => {
    const state = findState(fips.slice(0, 2));
    if (!state) throw new Error(`scripts/county-people.csv: ${fips} is of no state`);
    const depths = index
      .inState(state.fips)
      .filter((place) => speaksFor(place, fips))
      .map((place) => askableAt(place, [fips], false))
      .flatMap((place) => sourcesOf(place, 'parcel'))
      // of a layer that lacks counties without saying which, nothing is promised
      .filter(({ coverage }) => !coverage?.uncounted)
      .map(parcelDepthOf);
    const depth = depths.includes('facts') ? 'facts' : depths.length > 0 ? 'identity' : undefined;
    return { fips, state: state.name, people: Number(people), ...(depth && { depth }) };
  });
}
