import { hasData } from '../../src/kernel/lookup.ts';
import { closestReadings } from '../../src/sources/airnow-api/client.ts';
import { laborMonths } from '../../src/sources/bls-laus/client.ts';
import { geocode, geographiesAt } from '../../src/sources/census-geocoder/client.ts';
import { membersFor } from '../../src/sources/congress-legislators/client.ts';
import earthSearch from '../../src/sources/earth-search/card.ts';
import { scenesOf } from '../../src/sources/earth-search/scenes.ts';
import echo from '../../src/sources/epa-echo/card.ts';
import { queryEcho } from '../../src/sources/epa-echo/query.ts';
import { floodMapAt } from '../../src/sources/fema-nfhl/client.ts';
import { toCommunity, toPanel, toZone } from '../../src/sources/fema-nfhl/map.ts';
import { CommunityAttributes, PanelAttributes, ZoneAttributes } from '../../src/sources/fema-nfhl/schema.ts';
import { recentFires } from '../../src/sources/nifc-wfigs/client.ts';
import { gaugeThresholds } from '../../src/sources/noaa-nwps/client.ts';
import { placesNear } from '../../src/sources/osm-overpass/client.ts';
import { droughtWeeks } from '../../src/sources/usdm/client.ts';
import { seismicDesignAt } from '../../src/sources/usgs-designmaps/client.ts';
import { elevationAt } from '../../src/sources/usgs-epqs/client.ts';
import { lastDepth, wellsNear } from '../../src/sources/usgs-groundwater/client.ts';
import { networkWellsNear } from '../../src/sources/usgs-ngwmn/client.ts';
import { stationsNear } from '../../src/sources/usgs-water/stations.ts';
import type { Recording } from './local-table.ts';
import { given, sending } from './reading.ts';

interface Features {
  readonly features: { readonly attributes: Record<string, unknown>; readonly properties: Record<string, unknown> }[];
}
const json = (text: string): unknown => JSON.parse(text);
const whole = (text: string) => sending(() => json(text));
const features = (text: string) => (json(text) as Features).features;
const point = { latitude: 38.9, longitude: -77 };
/** The count of what was read, and its first entry. */
const firstOf = (found: readonly unknown[] | string) => (typeof found === 'string' ? found : [found.length, found[0]]);

const overpass = (file: string, expected: unknown): Recording => ({
  file: `federal/osm-overpass/${file}`,
  reader: 'osm-overpass placesNear',
  read: async (text) => given(await placesNear(whole(text), point, 500)),
  expected,
});
const echoSearch = (file: string, expected: unknown): Recording => ({
  file: `federal/epa-echo/${file}`,
  reader: 'epa-echo queryEcho, first step',
  read: async (text) => {
    const page = { Results: { Message: 'Working', Facilities: [{ FacName: 'A' }] } };
    const source = sending((_url, at) => (at === 0 ? json(text) : page));
    const found = await queryEcho(source, echo, { service: 'echo_rest_services', params: {}, limit: 1 });
    return hasData(found) ? found.data.total : found.state;
  },
  expected,
});

const geocoded = (file: string, expected: unknown): Recording => ({
  file: `federal/census-geocoder/${file}`,
  reader: 'census-geocoder geocode',
  read: async (text) => {
    const found = given(await geocode(whole(text), '1600 Pennsylvania Ave NW'));
    if (typeof found === 'string') return found;
    const [first] = found;
    return [found.length, first?.matchedAddress, first?.zip, (first?.geographies.length ?? 0) > 0];
  },
  expected,
});

export const federalRecordings: readonly Recording[] = [
  {
    file: 'federal/airnow/current_ziplatlong.json',
    reader: 'airnow-api closestReadings',
    read: async (text) => firstOf(given(await closestReadings(whole(text), point))),
    expected: [
      3,
      {
        area: 'Central LA CO',
        pollutant: 'OZONE',
        aqi: 44,
        category: 'Good',
        observedLocal: '2020-12-20 15:00 PST',
        observedAt: '2020-12-20T23:00:00Z',
      },
    ],
  },
  {
    file: 'federal/usgs-ngwmn/sites.json',
    reader: 'usgs-ngwmn networkWellsNear',
    read: async (text) => {
      const found = given(await networkWellsNear(whole(text), { latitude: 42.52, longitude: -90.27 }, 500));
      return typeof found === 'string' ? found : found.map(({ id }) => id);
    },
    expected: ['USGS-272838082142201'],
  },
  {
    file: 'federal/fema-nfhl/layer28-attributes-hamilton-in.json',
    reader: 'fema-nfhl toZone',
    read: (text) => features(text).map(({ attributes }) => toZone(ZoneAttributes.parse(attributes)).zone),
    expected: ['A', 'X', 'X'],
  },
  {
    file: 'federal/fema-nfhl/layer3-firm-panels-hamilton-in.json',
    reader: 'fema-nfhl toPanel',
    read: (text) => features(text).map(({ attributes }) => toPanel(PanelAttributes.parse(attributes))),
    expected: ['18057C0233G', '18057C0035G', '18057C0205G'].map((panel) => ({
      panel,
      effectiveOn: '2014-11-19',
      panelType: 'Countywide, Panel Printed',
    })),
  },
  {
    file: 'federal/fema-nfhl/layer22-political-jurisdiction.json',
    reader: 'fema-nfhl toCommunity',
    read: (text) => features(text).map(({ attributes }) => toCommunity(CommunityAttributes.parse(attributes))),
    expected: [{ name: 'HAMILTON COUNTY', communityId: '180080' }],
  },
  ...['error-200-no-featureserver.json', 'error-200-bad-outfield.json'].map(
    (file): Recording => ({
      file: `federal/fema-nfhl/${file}`,
      reader: 'fema-nfhl floodMapAt: an error inside a 200',
      read: async (text) => given(await floodMapAt(whole(text), point, 100)),
      expected: 'unavailable',
    }),
  ),
  geocoded('address-locations.json', [1, '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502', '20502', false]),
  geocoded('onelineaddress-geographies-with-layer-errors.json', [
    1,
    '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502',
    '20502',
    true,
  ]),
  geocoded('address-geographies-census2020.json', [
    2,
    '1600 Pennsylvania Ave NW, WASHINGTON, DC, 20037',
    '20037',
    true,
  ]),
  {
    file: 'federal/census-geocoder/coordinates-geographies.json',
    reader: 'census-geocoder geographiesAt',
    read: async (text) => firstOf(given(await geographiesAt(whole(text), point))),
    expected: [4, { layer: 'Counties', geoid: '36091', name: 'Saratoga County', baseName: 'Saratoga' }],
  },
  {
    file: 'federal/noaa-nwps/error-404.json',
    reader: 'noaa-nwps gaugeThresholds: an unknown gauge',
    read: async (text) =>
      given(
        await gaugeThresholds(
          sending(() => json(text), 404),
          'XXXX1',
        ),
      ),
    expected: 'unavailable',
  },
  {
    file: 'federal/stac-earth-search/search_s2_items.json',
    reader: 'earth-search scenesOf',
    read: async (text) => {
      const question = {
        bbox: [-180, -90, 180, 90],
        fromDate: '2000-01-01',
        toDate: '2030-01-01',
        maxCloudCoverage: 100,
      };
      const found = given(await scenesOf(whole(text), earthSearch, question as never));
      return typeof found === 'string' ? found : [found.length, found[0]?.id];
    },
    expected: [2, 'S2B_24MVV_20250731_0_L2A'],
  },
  {
    file: 'federal/congress-legislators/legislators-current-3.json',
    reader: 'congress-legislators membersFor',
    read: async (text) =>
      firstOf(given(await membersFor(whole(text), { stateCode: 'WA', district: undefined, on: '2026-11-21' }))),
    expected: [
      1,
      {
        chamber: 'senate',
        name: 'Maria Cantwell',
        party: 'Democrat',
        website: 'https://www.cantwell.senate.gov',
        termEnds: '2031-01-03',
      },
    ],
  },
  {
    file: 'federal/usgs-epqs/point.json',
    reader: 'usgs-epqs elevationAt',
    read: async (text) => given(await elevationAt(whole(text), point)),
    expected: { feet: 44.56, resolutionMeters: 1 },
  },
  {
    file: 'federal/usgs-waterdata/ogc_latest-continuous.json',
    reader: 'usgs-water stationsNear',
    read: async (text) => {
      const body = json(text) as Features;
      const source = sending((url) => {
        const code = new URL(url).searchParams.get('parameter_code');
        return { ...body, features: body.features.filter(({ properties }) => properties.parameter_code === code) };
      });
      const near = { latitude: 40.2343, longitude: -92.6864 };
      return firstOf(given(await stationsNear(source, near, 5000, new Date('2026-08-01T00:00:00Z'))));
    },
    expected: [
      1,
      {
        id: 'USGS-06904500',
        latitude: 40.2343333333333,
        longitude: -92.6863888888889,
        distanceMeters: 4,
        gageHeight: { value: 1.59, observedAt: '2026-08-07T18:45:00.000Z', unit: 'ft' },
        discharge: { value: 535, observedAt: '2026-08-07T18:45:00.000Z', unit: 'ft^3/s' },
      },
    ],
  },
  {
    file: 'federal/usgs-waterdata/ogc_field-measurements.json',
    reader: 'usgs-groundwater lastDepth: stage and discharge are no depth to water',
    read: async (text) => given(await lastDepth(whole(text), 'USGS-05427718', '1900-01-01')),
    expected: 'empty',
  },
  {
    file: 'federal/usgs-waterdata/ogc_field-measurements-metadata.json',
    reader: 'usgs-groundwater wellsNear: series of other parameters date no depth',
    read: async (text) => {
      const well = {
        type: 'Feature',
        id: 'USGS-05427718',
        geometry: { type: 'Point', coordinates: [-89.3525, 43.2089] },
        properties: { id: 'USGS-05427718' },
      };
      const source = sending((url) =>
        url.includes('metadata') ? json(text) : { type: 'FeatureCollection', features: [well], numberReturned: 1 },
      );
      return firstOf(given(await wellsNear(source, { latitude: 43.2089, longitude: -89.3525 }, 1000)));
    },
    expected: [1, { id: 'USGS-05427718', latitude: 43.2089, longitude: -89.3525, distanceMeters: 0 }],
  },
  {
    file: 'federal/usgs-waterdata/ogc_monitoring-locations.json',
    reader: 'usgs-groundwater wellsNear',
    read: async (text) => {
      const none = { type: 'FeatureCollection', features: [], numberReturned: 0 };
      const source = sending((url) => (url.includes('metadata') ? none : json(text)));
      return firstOf(given(await wellsNear(source, { latitude: 41.0478, longitude: -73.5296 }, 50_000)));
    },
    expected: [
      2,
      {
        id: 'USGS-410252073314801',
        latitude: 41.04777271320483,
        longitude: -73.52955169969904,
        distanceMeters: 5,
        name: 'CT-STM 2',
        wellDepthFeet: 84,
        constructed: '1955',
        aquiferCode: 'N600NECRSN',
        altitudeFeet: 9,
        verticalDatum: 'NAVD88',
      },
    ],
  },
  {
    file: 'federal/nifc-wfigs/perimeter-current-feature.json',
    reader: 'nifc-wfigs recentFires',
    read: async (text) => {
      const body = { features: features(text).map(({ properties }) => ({ attributes: properties })) };
      return firstOf(
        given(
          await recentFires(
            sending(() => body),
            point,
          ),
        ),
      );
    },
    expected: [
      1,
      {
        name: 'VAPE',
        year: 2026,
        discoveredOn: '2026-01-01',
        acres: 0.16,
        fireId: '2026-MTBFA-000001',
        withinMeters: 0,
      },
    ],
  },
  {
    file: 'federal/nifc-wfigs/perimeter-history-properties.json',
    reader: 'nifc-wfigs recentFires: a row of all years',
    read: async (text) =>
      firstOf(
        given(
          await recentFires(
            sending(() => ({ features: [{ attributes: json(text) }] })),
            point,
          ),
        ),
      ),
    expected: [1, { name: '0289 NE DARLENE 3', year: 2024, fireId: '2024-ORPRD-000289', withinMeters: 0 }],
  },
  overpass('remark-runtime-error-01.json', 'unavailable'),
  overpass('remark-runtime-remark-01.json', 'unavailable'),
  echoSearch('air_get_facilities.json', 1),
  echoSearch('cwa_get_facilities.json', 1),
  echoSearch('sdw_get_systems.json', 40),
  echoSearch('cwa_get_facilities_error_queryset_limit.json', 'unavailable'),
  {
    file: 'federal/bls-laus/timeseries-LAUCN040010000000005.json',
    reader: 'bls-laus laborMonths',
    read: async (text) => {
      const found = given(await laborMonths(whole(text), ['04001'], new Date('2026-11-21T00:00:00Z')));
      return typeof found === 'string' ? found : [found.months.length, found.months[0]];
    },
    expected: [4, { month: '2023-01', employed: 17_585, preliminary: true }],
  },
  {
    file: 'federal/bls-laus/error-invalid-series.json',
    reader: 'bls-laus laborMonths: a number that BLS does not know',
    read: async (text) => given(await laborMonths(whole(text), ['21219'], new Date('2026-11-21T00:00:00Z'))),
    expected: 'empty',
  },
  {
    file: 'federal/usgs-designmaps/asce7-22-partial-granite-city-il.json',
    reader: 'usgs-designmaps seismicDesignAt',
    read: async (text) => given(await seismicDesignAt(whole(text), point)),
    expected: {
      referenceDocument: 'ASCE7-22',
      ss: 0.61,
      s1: 0.18,
      sds: 0.43,
      sd1: 0.25,
      tl: 12,
      seismicDesignCategory: 'D',
    },
  },
  {
    file: 'federal/usgs-designmaps/asce7-16-expected-values.json',
    reader: 'usgs-designmaps seismicDesignAt: rows of the older edition without ss and sds are no answer',
    read: async (text) => {
      const states = (json(text) as unknown[]).map(async (body) =>
        given(
          await seismicDesignAt(
            sending(() => body),
            point,
          ),
        ),
      );
      return [...new Set(await Promise.all(states))];
    },
    expected: ['unavailable'],
  },
  {
    file: 'federal/_shapes-not-recordings/usdm-county-percent-row-shape.json',
    reader: 'usdm droughtWeeks',
    read: async (text) => {
      const [from, to] = [new Date('2026-09-01T00:00:00Z'), new Date('2026-09-15T00:00:00Z')];
      return firstOf(given(await droughtWeeks(whole(text), ['25009'], from, to)));
    },
    expected: [
      1,
      {
        countyFips: '25009',
        county: 'Essex County',
        date: '2026-09-08',
        percentNone: 0,
        percentAtLeast: { D0: 100, D1: 0, D2: 0, D3: 0, D4: 0 },
      },
    ],
  },
];
