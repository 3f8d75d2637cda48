import { z } from 'zod';
import { type StandingItem, StandingItemSchema } from '../../reports/sections.ts';
import { inOrder } from './sold-body.ts';

/** At most so many things stand out. */
const mostItems = 7;

/** What stands out in the records of a brief, the parcel's own first. */
export const itemsField = {
  items: z
    .array(StandingItemSchema)
    .max(mostItems)
    .describe('What stands out in the records by fixed rules, on the parcel first; nothing is scored'),
};

/** Items in their order, as many as are reported. */
export const numbered = (items: readonly Omit<StandingItem, 'order'>[]): StandingItem[] =>
  inOrder(items.slice(0, mostItems));
