import { z } from 'zod';
import { code, computed, count, id, number, partName, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

/** Counties, cities, townships and school districts; neither states nor special districts. */
const kept = /^..[1235]/;
/** Beside that: revenue, spending, assistance, interest, long-term debt at the end of the year, cash and securities. */
const keptItems = '(?:[ABCDEFGIJTUW]|4[49])';

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

export default dataset('census-government-finances', {
  file: {
    format: 'fixed',
    encoding: 'latin1',
    layouts: [
      {
        member: /Fin_PID_\d{4}\.txt$/i,
        keep: kept,
        columns: {
          unitId: [0, 12],
          stateFips: [0, 2],
          type: [2, 3],
          countyFips3: [3, 6],
          name: [12, 76],
          placeFips: [111, 116],
          population: [116, 125],
          populationYear: [125, 127],
          enrollment: [127, 134],
          enrollmentYear: [134, 136],
          fiscalYearEnd: [140, 144],
        },
      },
      // until 2016 the number of a unit has 14 characters and begins with the Bureau's own code of the state
      {
        member: /Fin_GID_\d{4}\.txt$/i,
        keep: kept,
        columns: {
          unitId: [0, 14],
          type: [2, 3],
          name: [14, 78],
          stateFips: [113, 115],
          countyFips3: [115, 118],
          placeFips: [118, 123],
          population: [123, 132],
          populationYear: [132, 134],
          enrollment: [134, 141],
          enrollmentYear: [141, 143],
          fiscalYearEnd: [147, 151],
        },
      },
      {
        member: /FinEstDAT.*\.txt$/i,
        length: 32,
        keep: new RegExp(`${kept.source}.{9}${keptItems}`),
        columns: { unitId: [0, 12], item: [12, 15], thousands: [15, 27], flag: [31, 32] },
      },
      {
        member: /FinEstDAT.*\.txt$/i,
        length: 34,
        keep: new RegExp(`${kept.source}.{11}${keptItems}`),
        columns: { unitId: [0, 14], item: [14, 17], thousands: [17, 29], flag: [33, 34] },
      },
    ],
  },
  columns: mirrorColumns(financeLines),
  keys: [
    ['unitId', 'year'],
    ['stateFips', 'type', 'year'],
  ],
  parts: { column: 'year', newest: 1, also: { every: 5, newest: 3 } },
});
