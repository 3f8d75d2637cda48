import { z } from 'zod';
import { code, computed, id, point, sum, text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-tri-basic',
  title: 'Toxics Release Inventory, basic data file, United States',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/{part}_US/csv',
  datasetUrl:
    'https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  megabytes: 65,
  editions: {
    since: 1987,
    from: { years: 1, day: '10-15' },
    by: { years: 2, day: '01-15' },
  },
  cadence: 'once a year, complete in autumn, for the calendar year before',
  staleAfterDays: 500,
  supersededAfterDays: 760,
  // the header numbers its columns (51. 5.1 - FUGITIVE AIR), and the numbers move between editions
  file: { format: 'table', headerWithout: /^\d+\.\s+/ },
  columns: {
    year: text('YEAR', { required: true }),
    facilityId: id('TRIFD', { required: true }),
    facility: text('FACILITY NAME'),
    city: text('CITY'),
    state: id('ST'),
    county: computed(['COUNTY'], z.string(), ([cell]) => countyKey(String(cell ?? ''))),
    chemical: text('CHEMICAL'),
    formType: code('FORM TYPE'),
    unit: computed(['UNIT OF MEASURE'], z.string(), ([cell]) => (/^gram/i.test(String(cell)) ? 'grams' : 'pounds')),
    // in the unit of the row
    air: sum(['5.1 - FUGITIVE AIR', '5.2 - STACK AIR']),
    water: sum(['5.3 - WATER']),
    underground: sum(['5.4 - UNDERGROUND', '5.4.1 - UNDERGROUND CL I', '5.4.2 - UNDERGROUND C II-V']),
    onSite: sum(['ON-SITE RELEASE TOTAL']),
    offSite: sum(['OFF-SITE RELEASE TOTAL']),
    ...mirrorColumns({ fields: { at: point('LATITUDE', 'LONGITUDE') } }),
  },
  keys: [['state', 'county']],
  parts: { column: 'year', newest: 1 },
  limits: ['Facilities above reporting thresholds only. Dioxins are in grams, everything else in pounds.'],
  seen: { by: 'code', note: 'address and columns from several public clients of 2025 and 2026; not seen live' },
};

export default dataset;
