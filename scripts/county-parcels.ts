import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { CountyParcels } from '../src/catalog/views/parcel-coverage.ts';
import { createJurisdictions } from '../src/jurisdictions/index.ts';
import { shippedLayers } from '../src/jurisdictions/layers/index.ts';
import { shippedPlaces } from '../src/jurisdictions/load.ts';
import { decidedByCodes, parcelDepthOf, sourcesOf } from '../src/kernel/jurisdiction.ts';
import { findState } from '../src/kernel/us-states.ts';
import { findCounty } from '../src/place/counties.ts';
import { countySubject } from '../src/place/subjects.ts';

/**
 * Every county of the states with its people (FY 2024 table of HUD, census of 2020) and how much a parcel source that
 * reaches all of it tells. A city's own source is counted only where the city is the whole county.
 */
export function readCountyParcels(): readonly CountyParcels[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL('county-people.csv', import.meta.url), 'utf8'), {
    columns: true,
  });
  const port = createJurisdictions(shippedPlaces, shippedLayers);
  return rows.flatMap(({ county: fips = '', people = '0' }) => {
    const state = findState(fips.slice(0, 2));
    const [known] = state ? findCounty(state.code, fips) : [];
    if (!state || !known) throw new Error(`scripts/county-people.csv: ${fips} is no county`);
    const depths = port
      .candidates(countySubject(fips, known))
      .filter((place) => place.kind !== 'city' || decidedByCodes(place))
      .flatMap((place) => sourcesOf(place, 'parcel'))
      // of a layer that lacks counties without saying which, nothing is promised
      .filter(({ coverage }) => !coverage?.uncounted)
      .map(parcelDepthOf);
    const depth = depths.includes('facts') ? 'facts' : depths.length > 0 ? 'identity' : undefined;
    return [{ fips, state: state.name, people: Number(people), ...(depth && { depth }) }];
  });
}
