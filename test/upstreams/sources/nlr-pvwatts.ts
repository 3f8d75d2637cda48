import type { FakeUpstream } from '../fake-upstream.ts';

/** Shares of a year's energy by month, of a system that faces south in the middle latitudes. */
const shares = [0.062, 0.068, 0.086, 0.094, 0.1, 0.098, 0.1, 0.095, 0.085, 0.082, 0.068, 0.062];

/**
 * Parameters, `errors` beside `outputs` and the members of `station_info` after the documentation of PVWatts V8
 * (developer.nlr.gov/docs/solar/pvwatts/v8) and two public clients' response types.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'nlr-pvwatts',
  hosts: ['developer.nlr.gov'],
  respond({ path, query, headers }) {
    if (path !== '/api/pvwatts/v8.json') return undefined;
    if (!headers['x-api-key']) return { status: 403, body: { error: { code: 'API_KEY_MISSING' } } };
    const capacity = Number(query.get('system_capacity'));
    const [lat, lon] = [Number(query.get('lat')), Number(query.get('lon'))];
    const head = { inputs: Object.fromEntries(query), warnings: [], version: '8.5.0', ssc_info: { version: 302 } };
    if (!(capacity >= 0.05)) return { status: 422, body: { ...head, errors: ['system_capacity is out of range'] } };
    if (lat < 15 || lat > 65) return { status: 422, body: { ...head, errors: ['No climate data found'] } };
    const annual = capacity * (1900 - 14 * Math.abs(lat - 12));
    const monthly = shares.map((share) => annual * share);
    return {
      body: {
        ...head,
        errors: [],
        station_info: {
          lat: Number((lat + 0.01).toFixed(2)),
          lon: Number((lon - 0.01).toFixed(2)),
          elev: 96,
          tz: -5,
          location: '1234567',
          city: '',
          state: '',
          solar_resource_file: '1234567.csv',
          distance: 1480,
          weather_data_source: 'NSRDB PSM V3 GOES tmy-2020 3.2.0',
        },
        outputs: {
          ac_monthly: monthly,
          poa_monthly: monthly.map((value) => value / capacity / 0.78),
          solrad_monthly: monthly.map((value) => value / capacity / 0.78 / 30.4),
          dc_monthly: monthly.map((value) => value * 1.04),
          ac_annual: annual,
          solrad_annual: annual / capacity / 0.78 / 365,
          capacity_factor: (annual / (capacity * 8760)) * 100,
        },
      },
    };
  },
};

export default fakeUpstream;
