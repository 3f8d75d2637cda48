import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { RentCellSchema, RentRangeSchema } from '../shared/rents/schema.ts';

export const rentReasons = ['commercial_use', 'no_estimate', 'no_comparables', 'uncovered'] as const;
export type RentReason = (typeof rentReasons)[number];

export const propertyTypes = [
  'single_family',
  'condo',
  'townhouse',
  'multi_family',
  'apartment',
  'manufactured',
] as const;

export const rentFields = {
  asked: z.strictObject({
    bedroomCount: z.int(),
    bathroomCount: z.number().optional(),
    areaSquareFeet: z.number().optional(),
    propertyType: z.enum(propertyTypes).optional(),
    notUsed: z.array(z.string()).describe('What was given and no published figure tells apart'),
  }),
  estimate: RentRangeSchema,
  comparables: z.array(RentCellSchema).describe('The published figures, from the nearest ground to the widest'),
  licensedReference: z.strictObject({
    state: z.enum(['not_configured', 'not_included', 'found', 'no_record']),
    reason: z.string().optional(),
    amountUsd: z.number().optional(),
    rangeLowUsd: z.number().optional(),
    rangeHighUsd: z.number().optional(),
    comparableCount: z.int().optional(),
    citation: SectionCitationSchema.optional(),
  }),
};

const body = z.strictObject(rentFields);
export type RentFields = z.infer<typeof body>;

export const rentReasonField = {
  reason: z
    .enum(rentReasons)
    .describe(
      'commercial_use: so the parcel record; no_estimate: too few published figures; no_comparables: none for this bedroom count; uncovered: the place is not known or its sources could not be read',
    ),
};
