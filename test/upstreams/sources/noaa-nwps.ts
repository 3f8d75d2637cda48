import type { FakeUpstream } from '../fake-upstream.ts';

const none = {
  primary: -999,
  primaryUnit: '',
  secondary: -999,
  secondaryUnit: '',
  floodCategory: 'fcst_not_current',
  validTime: '0001-01-01T00:00:00Z',
};
const stage = (primary: number, secondary: number, floodCategory: string, validTime: string) => ({
  primary,
  primaryUnit: 'ft',
  secondary,
  secondaryUnit: 'kcfs',
  floodCategory,
  validTime,
});

/**
 * Synthetic gauges around Raleigh: one with forecast and thresholds, one that forecasts nothing.
 * Shape after the answer for ACRT2 that a public client quotes from 2026-09-25 (`inService` an object, -9999 and -999
 * for "none"); its stageflow part is noaa-nwps/gauge-ACRT2-stageflow.json of the recordings. The second gauge keeps the
 * plain truth value of older clients.
 */
const gauges = [
  {
    lid: 'CBTN7',
    usgsId: '02087324',
    name: 'Crabtree Creek at US 1 at Raleigh',
    latitude: 35.8111,
    longitude: -78.6111,
    inService: { enabled: true, message: '' },
    status: {
      observed: stage(3.21, 0.052, 'no_flooding', '2026-11-21T10:15:00Z'),
      forecast: stage(4.1, 0.2, 'no_flooding', '2026-11-22T00:00:00Z'),
    },
    flood: {
      stageUnits: 'ft',
      flowUnits: 'cfs',
      categories: {
        action: { stage: 15, flow: -9999 },
        minor: { stage: 18, flow: 4000 },
        moderate: { stage: 20, flow: -9999 },
        major: { stage: 24, flow: -9999 },
      },
    },
  },
  {
    lid: 'WLNN7',
    usgsId: '',
    name: 'Walnut Creek at South Wilmington Street',
    latitude: 35.7551,
    longitude: -78.6432,
    inService: true,
    status: { observed: stage(1.9, -999, 'not_defined', '2026-11-21T10:00:00Z'), forecast: none },
    flood: { stageUnits: 'ft', flowUnits: 'cfs', categories: { action: { stage: -9999, flow: -9999 } } },
  },
];

const fakeUpstream: FakeUpstream = {
  cardId: 'noaa-nwps',
  hosts: ['api.water.noaa.gov'],
  respond({ path, query }) {
    const one = /^\/nwps\/v1\/gauges\/(\w+)$/.exec(path);
    if (one) {
      const gauge = gauges.find(({ lid }) => lid === one[1]);
      return gauge
        ? { body: gauge }
        : { status: 404, body: { code: 5, message: '[] could not find unknown ID', details: [] } };
    }
    if (path !== '/nwps/v1/gauges') return undefined;
    const edge = (name: string) => Number(query.get(`bbox.${name}`));
    const inside = gauges.filter(
      ({ latitude, longitude }) =>
        longitude >= edge('xmin') && longitude <= edge('xmax') && latitude >= edge('ymin') && latitude <= edge('ymax'),
    );
    return { body: { gauges: inside.map(({ flood: _, inService: __, ...gauge }) => gauge) } };
  },
};

export default fakeUpstream;
