import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { tableFile } from './table-file.ts';

export const financeGroups = [
  'taxes',
  'other_governments',
  'charges',
  'miscellaneous',
  'schools',
  'police_and_fire',
  'highways',
  'water_sewer_waste',
  'parks',
  'health_and_welfare',
  'administration',
  'debt_and_holdings',
] as const;
export type FinanceGroup = (typeof financeGroups)[number];

const code = z.string().regex(/^[A-Z0-9?]{3}$/, 'three characters of an item code');

/**
 * Lines of a government's figures in the order of a report, each with the item codes of the Bureau's classification manual
 * that it adds up (`?` stands for any character); an item belongs to the first line that lists it. `flow`: money of a year,
 * `stock`: what is there at its end.
 */
export const financeLines = tableFile(
  'finance-lines',
  {
    line: text,
    title: text,
    group: z.enum(financeGroups),
    kind: z.enum(['flow', 'stock']),
    codes: listOf(code),
  },
  ({ codes, ...row }) => {
    const pattern = new RegExp(`^(?:${codes.join('|').replaceAll('?', '.')})$`);
    return { ...row, codes, has: (item: string) => pattern.test(item) };
  },
);

export type FinanceLine = ReturnType<typeof financeLines>[number];

/** The line of an item; undefined for one that is not reported. */
export const lineOfItem = (item: string): FinanceLine | undefined => financeLines().find(({ has }) => has(item));
