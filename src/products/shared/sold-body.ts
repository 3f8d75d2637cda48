import { z } from 'zod';
import { SectionCitationSchema, type StandingItem, StandingItemSchema } from '../../reports/sections.ts';

export const checkSchema = z.strictObject({ action: z.string(), with: z.string(), url: z.string().optional() });

export const nextChecksSchema = z.array(z.strictObject({ order: z.int().positive(), ...checkSchema.shape }));

/** Things in their order, from 1. */
export const inOrder = <T extends object>(things: readonly T[]) => things.map((one, at) => ({ order: at + 1, ...one }));

export const sourcesSchema = z.array(
  z.strictObject({ citation: SectionCitationSchema, usedFor: z.array(z.string()).min(1) }),
);

export const closingFields = { nextChecks: nextChecksSchema, caveats: z.array(z.string()), sources: sourcesSchema };

/** `degraded`: not all of it could be read. */
export const composeStatusSchema = z.enum(['ok', 'degraded']);

/** At most so many things stand out. */
const mostItems = 7;

export const itemsField = {
  items: z
    .array(StandingItemSchema)
    .max(mostItems)
    .describe('What stands out in the records by fixed rules, on the parcel first; nothing is scored'),
};

/** Items in their order, as many as are reported. */
export const numbered = (items: readonly Omit<StandingItem, 'order'>[]): StandingItem[] =>
  inOrder(items.slice(0, mostItems));
