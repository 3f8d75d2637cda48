import { digits, number, text, year } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

export const countyIndexes = table('fhfa-hpi-county', {
  countyFips: digits(['FIPS code', 'FIPS'], 5, { required: true }),
  county: text('County'),
  state: text('State'),
  year: year('Year', { required: true }),
  annualChangePercent: number('Annual Change (%)', { unit: 'percent' }),
  index: number('HPI'),
  index2000: number('HPI with 2000 base'),
});

export default {
  id: 'fhfa-hpi-county',
  title: 'House Price Index by county, annual, all transactions',
  publisher: 'Federal Housing Finance Agency',
  sourceUrl: 'https://www.fhfa.gov/hpi/download/annual/hpi_at_county.xlsx',
  datasetUrl: 'https://www.fhfa.gov/data/hpi/datasets',
  vintage: { column: 'year' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 4,
  cadence: 'yearly, at the end of March',
  staleAfterDays: 430,
  supersededAfterDays: 480,
  file: { format: 'table' },
  columns: mirrorColumns(countyIndexes),
  keys: [['countyFips', 'year']],
  seen: {
    by: 'recording',
    note: 'columns from the published file (edition to 2017); address as several public clients of 2026 use it; not seen live by us',
  },
} satisfies Dataset;
