import { timeZoneAt } from '../geography/time-zone.ts';
import type { AddressPointsPort, PlacePort } from '../kernel/ports/place.ts';
import { countyCode, findCounty } from './counties.ts';
import { countyFipsAt } from './embedded/polygons.ts';
import { parsePlace } from './parse.ts';
import { resolvePlace } from './resolve.ts';
import { embeddedCitation } from './subjects.ts';

/**
 * Place resolution: live geocoder first, then the house's own point in the layers of `houses`; embedded geography at
 * `area` precision after them. Reads its data on first use.
 */
export function createPlacePort(houses?: AddressPointsPort): PlacePort {
  return {
    resolve: (query, sources) => resolvePlace(query, sources, houses),
    withoutNames: (text) => (parsePlace(text).withoutNames ?? text) || 'c/o',
    countyAt(point) {
      const fips = countyFipsAt(point);
      return fips === undefined ? undefined : countyCode(fips);
    },
    findCounty,
    timeZoneAt,
    embeddedCitation,
  };
}
