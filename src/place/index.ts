import tzLookup from '@photostructure/tz-lookup';
import type { PlacePort } from '../kernel/ports/place.ts';
import { countyCode, findCounty } from './counties.ts';
import { countyFipsAt } from './embedded/polygons.ts';
import { resolvePlace } from './resolve.ts';
import { embeddedCitation } from './subjects.ts';

/** Place resolution: live geocoder first, embedded geography at `area` precision after it. Reads its data on first use. */
export function createPlacePort(): PlacePort {
  return {
    resolve: resolvePlace,
    countyAt(point) {
      const fips = countyFipsAt(point);
      return fips === undefined ? undefined : countyCode(fips);
    },
    findCounty,
    timeZoneAt({ latitude, longitude }) {
      try {
        return tzLookup(latitude, longitude);
      } catch {
        return undefined;
      }
    },
    embeddedCitation,
  };
}
