import { z } from 'zod';
import { code, computed, count, id, number, partName, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** Two digits of a year, which is none after that of the edition. */
const wholeYear = ([cell]: readonly unknown[]) => {
  const [digits] = /^\d{2}$/.exec(String(cell).trim()) ?? [];
  return digits && `20${digits}`;
};

/** A line of a unit, or of one of its amounts. */
export const financeLines = table('census-government-finances', {
  year: partName(),
  unitId: id('unitId', { required: true }),
  type: code('type', { description: '1 county, 2 city, 3 township, 5 school district; only on the line of a unit' }),
  stateFips: id('stateFips'),
  countyFips3: id('countyFips3'),
  placeFips: id('placeFips', { description: '99 and the county code where it is a county' }),
  name: text('name'),
  population: count('population', { zero: 'missing' }),
  populationYear: computed(['populationYear'], z.string(), wholeYear),
  enrollment: count('enrollment', { zero: 'missing' }),
  enrollmentYear: computed(['enrollmentYear'], z.string(), wholeYear),
  fiscalYearEnd: computed(['fiscalYearEnd'], z.string(), ([cell]) =>
    /^\d{4}$/.exec(String(cell).trim())?.[0].replace(/^../, '$&-'),
  ),
  item: code('item', {
    description: 'Object and function of the classification manual; only on the line of an amount',
  }),
  usd: number('thousands', { unit: 'USD', factor: 1000 }),
  flag: code('flag', { description: 'R reported, I imputed, A corrected by an analyst, S from another source' }),
});
