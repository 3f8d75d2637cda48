import { mirrorColumns } from '../../fields/table.ts';
import { laborYears } from '../../sources/bls-laus/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'bls-laus-county',
  title: 'Labor force by county, annual averages (LAUS)',
  publisher: 'US Bureau of Labor Statistics',
  sourceUrl: 'https://www.bls.gov/lau/laucnty{yy}.xlsx',
  datasetUrl: 'https://www.bls.gov/lau/tables.htm',
  vintage: { column: 'year' },
  outside: ['AS', 'GU', 'MP', 'VI'],
  megabytes: 0.4,
  editions: { since: 1990, from: [1, '03-15'], by: [1, '06-15'] },
  cadence: 'yearly, in spring for the year before',
  staleAfterDays: 430,
  supersededAfterDays: 530,
  file: { format: 'table' },
  columns: mirrorColumns(laborYears),
  keys: [['countyFips', 'year']],
  parts: { column: 'year', newest: 1 },
  seen: {
    by: 'recording',
    note: 'columns from the published file of 2016; several public clients read the address of 2024 in 2026; not seen live by us',
  },
} satisfies Dataset;
