import { z } from 'zod';
import { SectionCitationSchema } from '../../../reports/sections.ts';

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

export type RentCell = z.infer<typeof RentCellSchema>;

const bound = z.strictObject(figure);

export const RentRangeSchema = z
  .strictObject({
    lowUsd: z.number(),
    highUsd: z.number(),
    cellCount: z.int(),
    publishers: z.array(z.string()),
    lowFrom: bound.describe('The published figure that is the lower end'),
    highFrom: bound.describe('The published figure that is the upper end'),
  })
  .describe('From the lowest to the highest published figure for this bedroom count, dollars a month');

export type RentRange = z.infer<typeof RentRangeSchema>;
