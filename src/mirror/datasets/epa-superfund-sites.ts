import { code, digits, id, point, text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
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
    epaId: id('epa_id'),
    name: text('name'),
    city: text('city_name'),
    zip: id('zip_code'),
    state: id('fk_ref_state_code'),
    countyFips: digits('fips_code', 5),
    countyName: text('county_name'),
    nplCode: code('npl_status_code'),
    nplStatus: text('npl_status_name'),
    archived: text('archived_ind'),
    ...mirrorColumns({ fields: { at: point('primary_latitude_decimal_val', 'primary_longitude_decimal_val') } }),
  },
  keys: [['state'], ['countyFips']],
  limits: ['About two thirds of the sites have no coordinates.'],
  seen: {
    by: 'code',
    note: 'columns and path as several public clients read them, by state; the CSV form of the whole table was not seen live, and the table was down at times in 2026',
  },
};

export default dataset;
