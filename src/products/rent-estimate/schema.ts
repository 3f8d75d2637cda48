import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';

/** Why no estimate is sold. */
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

/** Ground that a published figure speaks for, from the nearest to the widest. */
export const rentLevels = ['unit_block', 'tract', 'zip', 'town', 'county'] as const;

const figure = {
  level: z.enum(rentLevels),
  area: z.string(),
  publisher: z.string(),
  measure: z.string().describe('What the figure is: a percentile or a median, with utilities or without'),
  vintage: z.string(),
  citation: SectionCitationSchema,
};

export const RentCellSchema = z.strictObject({
  ...figure,
  lowUsd: z.number().describe('Dollars a month; the same as highUsd but for a band'),
  highUsd: z.number().optional().describe('Absent where a band has no upper end'),
  marginOfErrorUsd: z.number().optional().describe('At 90 % confidence'),
  unitCount: z.int().optional().describe('Units of which it is made, where that is published'),
  isCounted: z.boolean().describe('Whether the estimate rests on it'),
  whyNotCounted: z.string().optional(),
});

/** One published figure of rents for the bedroom count that was asked. */
export type RentCell = z.infer<typeof RentCellSchema>;

const bound = z.strictObject(figure);

export const rentFields = {
  asked: z.strictObject({
    bedroomCount: z.int(),
    bathroomCount: z.number().optional(),
    areaSquareFeet: z.number().optional(),
    propertyType: z.enum(propertyTypes).optional(),
    notUsed: z.array(z.string()).describe('What was given and no published figure tells apart'),
  }),
  estimate: z
    .strictObject({
      lowUsd: z.number(),
      highUsd: z.number(),
      cellCount: z.int(),
      publishers: z.array(z.string()),
      lowFrom: bound.describe('The published figure that is the lower end'),
      highFrom: bound.describe('The published figure that is the upper end'),
    })
    .describe('From the lowest to the highest published figure for this bedroom count, dollars a month'),
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
