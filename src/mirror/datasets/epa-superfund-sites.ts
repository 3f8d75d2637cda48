import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-superfund-sites',
  title: 'Superfund sites (SEMS), Envirofacts table',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://data.epa.gov/dmapservice/sems.envirofacts_site/1:200000/csv',
  datasetUrl: 'https://enviro.epa.gov/envirofacts/sems/search',
  licenseNote: 'US government work, public domain',
  vintage: 'undated table, see the day it was retrieved',
  megabytes: 8,
  cadence: 'continuous; published about monthly',
  staleAfterDays: 120,
  file: { format: 'table' },
  columns: {
    epaId: { from: 'epa_id', type: 'text' },
    name: { from: 'name', type: 'text' },
    city: { from: 'city_name', type: 'text' },
    zip: { from: 'zip_code', type: 'text' },
    state: { from: 'fk_ref_state_code', type: 'text' },
    countyFips: { from: 'fips_code', type: 'text', pad: 5 },
    countyName: { from: 'county_name', type: 'text' },
    nplCode: { from: 'npl_status_code', type: 'text' },
    nplStatus: { from: 'npl_status_name', type: 'text' },
    archived: { from: 'archived_ind', type: 'text' },
    latitude: { from: 'primary_latitude_decimal_val', type: 'real' },
    longitude: { from: 'primary_longitude_decimal_val', type: 'real' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['state'], ['countyFips']],
  limits: ['About two thirds of the sites have no coordinates.'],
  seen: {
    by: 'code',
    note: 'columns and path as several public clients read them, by state; the CSV form of the whole table was not seen live, and the table was down at times in 2026',
  },
};

export default dataset;
