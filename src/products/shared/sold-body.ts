import { z } from 'zod';
import { type Subject, SubjectViewSchema, viewSubject } from '../../kernel/subject.ts';
import { FindingSchema, SectionCitationSchema } from '../../reports/sections.ts';

export const checkSchema = z.strictObject({ action: z.string(), with: z.string(), url: z.string().optional() });

export const nextChecksSchema = z.array(z.strictObject({ order: z.int().positive(), ...checkSchema.shape }));

/** A place as a sold body names it. */
export const soldSubjectSchema = SubjectViewSchema.omit({ resolvedBy: true });

export function soldSubject(subject: Subject): z.infer<typeof soldSubjectSchema> {
  const { resolvedBy: _resolvedBy, ...view } = viewSubject(subject);
  return view;
}

/** Where the copies of a sold body are read, until when, and who can read them. */
export const accessSchema = z.strictObject({
  html: z.string(),
  pdf: z.string(),
  json: z.string(),
  until: z.string(),
  note: z.string(),
});

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
