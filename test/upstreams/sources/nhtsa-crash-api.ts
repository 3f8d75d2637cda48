import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

/** Meters east of the point in Raleigh by year; the service has no year after 2022. */
const raleigh: Readonly<Record<number, readonly number[]>> = {
  2020: [100, 1200],
  2021: [200, 800],
  2022: [300, 900, 1300],
};

/**
 * Evidence: columns and text values as the README of elipousson/crashapi prints them (all cells text, nine decimals), the
 * nesting `Results: [[…]]` and the numbers of state and county without leading zeros as seven further clients read them.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'nhtsa-crash-api',
  hosts: ['crashviewer.nhtsa.dot.gov'],
  respond({ path, query }) {
    if (!path.endsWith('/CrashAPI/crashes/GetCrashesByLocation') || query.get('format') !== 'json') return undefined;
    const [first, last] = [Number(query.get('fromCaseYear')), Number(query.get('toCaseYear'))];
    const isWake = query.get('state') === '37' && query.get('county') === '183';
    const row = (year: number, at: number, latitude: string, longitude: string) => ({
      CITY: '1540',
      CITYNAME: 'RALEIGH',
      COUNTY: '183',
      COUNTYNAME: 'WAKE (183)',
      CaseYear: String(year),
      FATALS: '1',
      LATITUDE: latitude,
      LONGITUD: longitude,
      STATE: '37',
      STATENAME: 'North Carolina',
      ST_CASE: `37${at}`,
      TOTALVEHICLES: '1',
      TWAY_ID: 'PLANTED RD',
      TWAY_ID2: '',
      VE_FORMS: '1',
    });
    const rows = isWake
      ? Object.entries(raleigh).flatMap(([year, easts]) =>
          Number(year) < first || Number(year) > last
            ? []
            : easts.map((east, at) => {
                const there = offset(samplePlaces.raleigh, east, 0);
                return row(Number(year), at, there.latitude.toFixed(9), there.longitude.toFixed(9));
              }),
        )
      : [];
    const unplaced = isWake && first <= 2022 && last >= 2022 ? [row(2022, 999, '77.777700000', '777.777700000')] : [];
    return { body: { Results: [[...rows, ...unplaced]] } };
  },
};

export default fakeUpstream;
