import { id } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { superfundSites } from '../../sources/epa-sems/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-superfund-sites',
  title: 'Superfund sites (SEMS), Envirofacts table',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://data.epa.gov/dmapservice/sems.envirofacts_site/1:200000/csv',
  datasetUrl: 'https://enviro.epa.gov/envirofacts/sems/search',
  vintage: 'undated table, see the day it was retrieved',
  megabytes: 8,
  cadence: 'continuous; published about monthly',
  staleAfterDays: 120,
  file: { format: 'table' },
  columns: { ...mirrorColumns(superfundSites), state: id('fk_ref_state_code') },
  keys: [['state'], ['countyFips']],
  seen: {
    by: 'code',
    note: 'columns and path as several public clients read them, by state; the CSV form of the whole table was not seen live, and the table was down at times in 2026',
  },
};

export default dataset;
