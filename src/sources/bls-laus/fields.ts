import { z } from 'zod';
import { computed, count, joinedDigits, number, type RowOf, table, text } from '../../fields/define.ts';

/** LAUCN + state + county + zeros + two digits of the measure (03 rate, 04 unemployed, 05 employed, 06 labor force). */
const seriesOf = (cell: unknown) => /^\s*LAUCN(\d{5})0{8}(0[3-6])\s*$/.exec(String(cell));

/** YYYY-MM; undefined for the annual mean (M13). */
function monthOf([year, period]: readonly unknown[]): string | undefined {
  const [, month] = /^\s*M(0[1-9]|1[0-2])\s*$/.exec(String(period)) ?? [];
  return month === undefined ? undefined : `${String(year).trim()}-${month}`;
}

/** One measure of a county in one month, of the interface and of the flat file. */
export const laborPoints = table('bls-laus', {
  countyFips: computed(['series_id'], z.string(), ([cell]) => seriesOf(cell)?.[1], { required: true }),
  measure: computed(['series_id'], z.string(), ([cell]) => seriesOf(cell)?.[2], { required: true }),
  month: computed(['year', 'period'], z.string(), monthOf, { required: true }),
  value: number('value'),
  isPreliminary: computed(['footnote_codes'], z.boolean(), ([cell]) => String(cell ?? '').includes('P')),
});
export type LaborPoint = RowOf<typeof laborPoints>;

/** The annual averages of a county. */
export const laborYears = table('bls-laus', {
  countyFips: joinedDigits(
    [
      ['State FIPS Code', 2],
      ['County FIPS Code', 3],
    ],
    { required: true },
  ),
  county: text('County Name/State Abbreviation', { otherwise: 'not stated' }),
  year: text('Year', { required: true }),
  laborForce: count('Labor Force'),
  employed: count('Employed'),
  unemployed: count('Unemployed'),
  unemploymentRatePercent: number(['Unemployment Rate (%)', 'Unemploy- ment Rate (%)'], { unit: 'percent' }),
});
export type LaborYear = RowOf<typeof laborYears>;
