import { z } from 'zod';
import { lanes } from '../../places/schema/jurisdiction.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { withheldWords } from './counted.ts';

const yearCount = z.strictObject({
  from: z.iso.date(),
  until: z.iso.date(),
  count: z.int().min(0).optional().describe('Absent where it is 1 or 2 and the register lists incidents'),
});

const SeriesSchema = z.strictObject({
  id: z.string().describe('Id of the section that says the same in words'),
  title: z.string(),
  lane: z.enum(lanes),
  unit: z.literal('records'),
  quarters: z
    .array(
      z.strictObject({
        quarter: z.string().describe('"2026-Q3"'),
        from: z.iso.date(),
        until: z.iso.date(),
        count: z.int().min(0).optional(),
        withheld: z.enum(withheldWords).optional().describe('Why there is no count'),
      }),
    )
    .min(1)
    .describe('Complete calendar quarters, oldest first'),
  lastTwelveMonths: yearCount.optional(),
  twelveMonthsBefore: yearCount.optional(),
  citation: SectionCitationSchema,
});

export const trendFields = {
  series: z.array(SeriesSchema).describe('One per register that was read to its end and has records in the circle'),
};

export type TrendSeries = z.infer<typeof SeriesSchema>;
