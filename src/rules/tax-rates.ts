import { z } from 'zod';
import { pickFields } from '../fields/table.ts';
import { isoDate, numeric, optionalText, text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

/**
 * What a rate is multiplied with: the whole assessed value, or a part of it that classes, caps and exemptions leave.
 */
const bases = ['assessed_value', 'taxable_value'] as const;

/**
 * Rates of single taxing bodies, in force from one day through another; without `to` until they are changed. `geoid` is
 * the Census code of the county or place that levies, where its boundary decides who pays; `appliesTo` is "all" where
 * the page makes no difference.
 */
export const taxRates = citedTable({
  id: 'tax-rates',
  name: 'property tax rates',
  columns: {
    body: text,
    geoid: z
      .string()
      .regex(/^\d{5}(\d{2})?$/, '5 digits of a county or 7 of a place')
      .exactOptional(),
    appliesTo: text,
    dollarsPer100: numeric(z.number().positive()),
    base: z.enum(bases),
    taxYear: text,
    from: isoDate,
    to: isoDate.exactOptional(),
    note: optionalText,
  },
});

export type TaxRateRow = RowOf<typeof taxRates>;

/** Schema of a rate in an answer; {@link viewRate} makes it. */
export const rateShape = {
  body: z.string().describe('Who levies'),
  appliesTo: z.string().describe('For which property; "all" where the page makes no difference'),
  ratePer100Usd: z.number().describe('Dollars of tax a year on each $100 of the base'),
  base: z.enum(bases),
  taxYear: z.string(),
  inForce: z.boolean().describe('Whether the rate is known to be in force today'),
  note: z.string().optional(),
};

/** A rate as an answer of a day states it. */
export const viewRate = (one: TaxRateRow, today: string) => ({
  ...pickFields(one, 'body', 'appliesTo', 'base', 'taxYear', 'note'),
  ratePer100Usd: one.dollarsPer100,
  inForce: inForce(one, today),
});

/** Whether a rate is in force on a day, YYYY-MM-DD. */
export const inForce = ({ from, to }: TaxRateRow, day: string): boolean =>
  from <= day && (to === undefined || day <= to);

/** Rates on the whole assessed value: what a tax can be computed with, body by body. */
export const computableRates = (): readonly TaxRateRow[] =>
  taxRates.rows.filter(({ base, geoid }) => base === 'assessed_value' && geoid !== undefined);

/** Computable rates of the bodies whose Census code is among those that contain a point. */
export const levyingAt = (codes: ReadonlySet<string | undefined>): readonly TaxRateRow[] =>
  computableRates().filter(({ geoid }) => codes.has(geoid));
