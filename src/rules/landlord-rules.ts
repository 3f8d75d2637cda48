import { z } from 'zod';
import { optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/** What a row is about, and how an answer calls it. */
export const landlordTopics = {
  deposit_cap: 'Highest security deposit',
  deposit_return: 'Return of the security deposit',
  notice_of_entry: 'Notice before entry',
  termination_month_to_month: 'Notice to end a month-to-month tenancy',
  notice_of_rent_increase: 'Notice of a rent increase',
  rent_increase_limit: 'Limit of rent increases',
} as const;
export type LandlordTopic = keyof typeof landlordTopics;

/**
 * What the statutes of a state say of residential tenancies: deposits, notice, entry, rent increases. Only rows that were
 * checked against a text; further rules may exist, and a city can have its own.
 */
export const landlordRules = citedTable({
  id: 'landlord-rules',
  name: 'landlord and tenant statutes',
  columns: {
    topic: z.enum(Object.keys(landlordTopics) as [LandlordTopic, ...LandlordTopic[]]),
    rule: text,
    exceptions: optionalText,
  },
});
