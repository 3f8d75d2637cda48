import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';

const BatchAnswerSchema = z.strictObject({
  question: z.string(),
  state: z.string(),
  says: z.string(),
  citations: z.array(SectionCitationSchema).optional(),
});

const BatchPlaceSchema = z.strictObject({
  position: z.int().min(1),
  label: z.string(),
  /** Where it has no answers of its own: how it ended, and what is said of it. */
  state: z.string().optional(),
  says: z.string().optional(),
  page: z.string().optional().describe('Address of its own page'),
  answers: z.array(BatchAnswerSchema).optional(),
});

/** What a batch brought, as its page, PDF and data show it: place by place in the order of the request. */
export const BatchResultsSchema = z.strictObject({
  kind: z.string().regex(/_results$/),
  generatedAt: z.string(),
  summary: z.string(),
  batch: z.array(BatchPlaceSchema).min(1),
  caveats: z.array(z.string()),
});
export type BatchResults = z.infer<typeof BatchResultsSchema>;
export type BatchPlace = z.infer<typeof BatchPlaceSchema>;
