import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'faa-airports',
  title: 'Airports of the National Airspace System Resources (NASR) subscription',
  publisher: 'Federal Aviation Administration',
  sourceUrl: 'https://nfdc.faa.gov/webContent/28DaySub/extra/{cycle}_APT_CSV.zip',
  cycle: { first: '2026-05-14', days: 28 },
  datasetUrl: 'https://www.faa.gov/air_traffic/flight_info/aeronav/aero_data/NASR_Subscription/',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'effective' },
  megabytes: 8,
  cadence: 'every 28 days, under a new name',
  staleAfterDays: 400,
  file: { format: 'table', member: /APT_BASE\.csv$/i, encoding: 'latin1' },
  columns: {
    effective: { type: 'text', value: (raw) => String(raw.EFF_DATE ?? '').replaceAll('/', '-') || null },
    ident: { from: ['ARPT_ID', 'iata'], type: 'text' },
    name: { from: ['ARPT_NAME', 'name'], type: 'text' },
    city: { from: ['CITY', 'city'], type: 'text' },
    state: { from: ['STATE_CODE', 'state'], type: 'text' },
    latitude: { from: ['LAT_DECIMAL', 'latitude'], type: 'real' },
    longitude: { from: ['LONG_DECIMAL', 'longitude'], type: 'real' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['state']],
  // A: airport; heliports, seaplane bases and balloon ports are other types
  keep: (raw) => raw.SITE_TYPE_CODE === undefined || raw.SITE_TYPE_CODE === 'A',
  limits: ['Reference points of airports, not their boundaries or flight paths.'],
  seen: {
    by: 'code',
    note: 'columns of APT_BASE.csv by the published layout; address, size and days of the cycles of May to October 2026 as four public clients use them; not fetched by us',
  },
};

export default dataset;
