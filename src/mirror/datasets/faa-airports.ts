import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'faa-airports',
  title: 'Airports of the National Airspace System Resources (NASR) subscription',
  publisher: 'Federal Aviation Administration',
  sourceUrl: 'https://www.faa.gov/air_traffic/flight_info/aeronav/aero_data/NASR_Subscription/',
  datasetUrl: 'https://www.faa.gov/air_traffic/flight_info/aeronav/aero_data/NASR_Subscription/',
  licenseNote: 'US government work, public domain',
  byHand: 'the CSV archive with APT_BASE.csv of the newest edition',
  vintage: 'the edition that was loaded',
  cadence: 'every 28 days, under a new name',
  staleAfterDays: 400,
  file: { format: 'table', member: /APT_BASE\.csv$/i, encoding: 'latin1' },
  columns: {
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
  verifiedAt: null,
  verification: 'columns of APT_BASE.csv by the published layout; the page with the newest file was not read by us',
};

export default dataset;
