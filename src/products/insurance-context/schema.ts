import { z } from 'zod';
import { ReportFactSchema, SectionCitationSchema } from '../../reports/sections.ts';

export const structureFields = {
  structure: z
    .array(ReportFactSchema)
    .describe('What the parcel record says of the building; empty: it says nothing, which is not that there is none'),
  floodMapAndYearBuilt: z
    .strictObject({
      yearBuilt: z.int().describe('As the parcel record gives it'),
      firstRateMapOn: z
        .string()
        .describe('First flood insurance rate map of the community, as its status book gives it'),
      built: z.enum(['before_first_map', 'same_year', 'after_first_map']).describe('By the years alone'),
      citations: z.array(SectionCitationSchema).min(1),
    })
    .optional()
    .describe('Two records held against each other; absent where one of them says nothing'),
};

const body = z.strictObject(structureFields);
export type StructureFields = z.infer<typeof body>;
