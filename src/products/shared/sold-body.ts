import { z } from 'zod';
import { FindingSchema, SectionCitationSchema } from '../../reports/sections.ts';

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

export const standsOutField = {
  standsOut: z
    .array(FindingSchema)
    .describe(
      'By fixed rules, what matters most by its kind first: debts and liens, orders and cases, hazards, contamination, permits, registrations, water, what is near, what could not be read; empty: no rule found anything',
    ),
};
