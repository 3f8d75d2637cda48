import { digits, money, partName, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

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

export default dataset('hud-safmr', {
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
});
