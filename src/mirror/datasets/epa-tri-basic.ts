import { id, text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { runningNumber, triForms } from '../../sources/epa-tri/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-tri-basic',
  title: 'Toxics Release Inventory, basic data file, United States',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/{part}_US/csv',
  datasetUrl:
    'https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present',
  vintage: { column: 'year' },
  megabytes: 65,
  editions: { since: 1987, from: [1, '10-15'], by: [2, '01-15'] },
  cadence: 'once a year, complete in autumn, for the calendar year before',
  staleAfterDays: 500,
  supersededAfterDays: 760,
  file: { format: 'table', headerWithout: runningNumber },
  columns: {
    year: text('YEAR', { required: true }),
    state: id('ST'),
    ...mirrorColumns(triForms),
  },
  keys: [['state', 'countyKey']],
  parts: { column: 'year', newest: 1 },
  seen: { by: 'code', note: 'address and columns from several public clients of 2025 and 2026; not seen live' },
};

export default dataset;
