import { digits, money, partName, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

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
