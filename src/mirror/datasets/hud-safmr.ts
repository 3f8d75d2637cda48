import { digits, money, partName, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

const rent = (bedrooms: number) => money(`SAFMR ${bedrooms}BR`);

export const smallAreaRents = table('hud-safmr', {
  year: partName(),
  zip: digits('ZIP Code', 5, { required: true }),
  areaName: text(['HUD Metro Fair Market Rent Area Name', 'HUD Fair Market Rent Area Name']),
  rent0: rent(0),
  rent1: rent(1),
  rent2: rent(2),
  rent3: rent(3),
  rent4: rent(4),
});

export default {
  id: 'hud-safmr',
  title: 'Small Area Fair Market Rents by ZIP Code',
  publisher: 'US Department of Housing and Urban Development',
  sourceUrl: 'https://www.huduser.gov/portal/datasets/fmr/fmr{part}/FY{yy}_safmrs.xlsx',
  alsoAt: [
    'https://www.huduser.gov/portal/datasets/fmr/fmr{part}/fy{part}_safmrs.xlsx',
    'https://www.huduser.gov/portal/datasets/fmr/fmr{part}/fy{part}_safmrs_revised.xlsx',
  ],
  datasetUrl: 'https://www.huduser.gov/portal/datasets/fmr/smallarea/index.html',
  vintage: { column: 'year' },
  megabytes: 6,
  editions: { since: 2022, from: [-1, '08-15'], by: [-1, '10-01'] },
  cadence: 'each fiscal year, in force from 1 October',
  staleAfterDays: 400,
  file: { format: 'table' },
  columns: mirrorColumns(smallAreaRents),
  keys: [['zip', 'year']],
  parts: { column: 'year', newest: 1 },
  shipped: [
    {
      file: 'hud-safmr-2024.csv.gz',
      edition: '2024',
      part: '2024',
      retrievedAt: '2023-12-06T00:00:00.000Z',
      rows: 27_446,
    },
  ],
  seen: {
    by: 'code',
    note: 'columns from the file of FY2024; addresses of FY2025 to FY2027 as several public clients read them; not seen live by us',
  },
} satisfies Dataset;
