import type { FakeUpstream } from '../fake-upstream.ts';

const dayMs = 86_400_000;

/** Days before the end of the queried period; the last report lies in the next county. */
const reports = [
  { ago: 3, type: 'H', typetext: 'HAIL', magnitude: '1.00', magf: 1, unit: 'INCH', county: 'Wake' },
  { ago: 3, type: 'H', typetext: 'HAIL', magnitude: '1.75', magf: 1.75, unit: 'INCH', county: 'WAKE' },
  { ago: 20, type: 'D', typetext: 'TSTM WND DMG', magnitude: '', magf: null, unit: null, county: 'Wake' },
  { ago: 5, type: 'T', typetext: 'TORNADO', magnitude: '', magf: null, unit: null, county: 'Durham' },
] as const;

/**
 * Evidence: `sts`, `ets` (to the minute, Z) and `states`, and the properties valid, type, typetext, magnitude, magf, unit,
 * city, county, st, state, source and remark, as public clients of 2026 ask and read them; county names in either case.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'iem-local-storm-reports',
  hosts: ['mesonet.agron.iastate.edu'],
  respond({ path, query }) {
    if (!path.endsWith('/geojson/lsr.geojson')) return undefined;
    const [from, to] = [Date.parse(query.get('sts') ?? ''), Date.parse(query.get('ets') ?? '')];
    const state = query.get('states');
    const features = reports.flatMap(({ ago, ...properties }, at) => {
      const time = to - ago * dayMs;
      if (state !== 'NC' || !(time >= from)) return [];
      const [lat, lon] = [35.78 + at / 100, -78.64];
      const valid = new Date(time).toISOString().replace('.000Z', 'Z');
      return [
        {
          type: 'Feature',
          id: at,
          properties: {
            ...properties,
            valid,
            st: 'NC',
            state: 'NC',
            city: '2 E PLANTED',
            source: 'PUBLIC',
            remark: 'PLANTED NAME saw it.',
            lat,
            lon,
          },
          geometry: { type: 'Point', coordinates: [lon, lat] },
        },
      ];
    });
    return { body: { type: 'FeatureCollection', features } };
  },
};

export default fakeUpstream;
