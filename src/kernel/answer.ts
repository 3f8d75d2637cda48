import { z } from 'zod';
import { CitationSchema } from './citation.ts';
import { RecordSchema } from './record.ts';
import { AnswerStateSchema } from './state.ts';
import { SubjectViewSchema } from './subject.ts';

/** One value with its unit and the key of its citation. */
export function fact<T extends z.ZodType>(value: T) {
  return z.strictObject({
    value,
    unit: z.string().optional(),
    citation: z.string().describe('Key into citations'),
    note: z.string().optional().describe("The publisher's own legend or a limit of this one value"),
  });
}

/** A row of a list: plain fields (units in their names) that share one citation. */
export function row<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({ ...shape, citation: z.string().describe('Key into citations') });
}

/** A list of such rows. */
export const rows = <S extends z.ZodRawShape>(shape: S) => z.array(row(shape));

/** A row that an answer may lack, and what it is. */
export const optionalRow = <S extends z.ZodRawShape>(about: string, shape: S) => row(shape).optional().describe(about);

/** The same for a list. */
export const optionalRows = <S extends z.ZodRawShape>(about: string, shape: S) =>
  rows(shape).optional().describe(about);

export const SearchedSchema = z
  .strictObject({
    source: z.string().describe('Name of the source that was queried'),
    area: z.string().describe('The area that the question covered, in words'),
    period: z.string().optional(),
    recordScope: z.string().optional().describe('Which records of the source were in question'),
    state: AnswerStateSchema,
    reason: z.string().optional(),
    failed: z.literal(true).optional().describe('What is missing did not answer; it was not left out at a limit'),
  })
  .meta({ id: 'Searched' });

export const VerifyNextSchema = z
  .strictObject({ action: z.string(), with: z.string(), url: z.url().optional() })
  .meta({ id: 'VerifyNext' });

export const ComponentSchema = z
  .strictObject({
    state: AnswerStateSchema,
    reason: z.string().optional(),
    tool: z.string().optional().describe('Free tool that answers this part in full'),
  })
  .meta({ id: 'Component' });

/** Entries of a list that a composed answer shows of one of its parts, where the tool names no other number. */
export const partEntries = 2;

export type Searched = z.infer<typeof SearchedSchema>;
export type VerifyNext = z.infer<typeof VerifyNextSchema>;
export type Component = z.infer<typeof ComponentSchema>;

const base = {
  state: AnswerStateSchema,
  summary: z.string().describe('One sentence that says what was searched and what it brought'),
  subject: SubjectViewSchema.optional(),
  citations: z.record(z.string(), CitationSchema),
  searched: z.array(SearchedSchema),
  limits: z.array(z.string()),
  verifyNext: z.array(VerifyNextSchema),
  retryAfterSeconds: z.int().optional().describe('Data of it are being fetched: ask again after so long'),
};

/**
 * The one shape of a free tool's result. `facts` is a strict object built with {@link fact} and {@link row}.
 * An answer that is not `found`, `partial` or `stale` carries no facts,
 * except for what this service says about its own coverage.
 */
export function answerSchema<F extends z.ZodType = z.ZodUndefined>(parts: {
  facts?: F;
  records?: boolean;
  components?: boolean;
}) {
  return z.strictObject({
    ...base,
    ...(parts.facts && { facts: parts.facts.optional() }),
    ...(parts.records && { records: z.array(RecordSchema).optional() }),
    ...(parts.components && { components: z.record(z.string(), ComponentSchema).optional() }),
  });
}

/** {@link answerSchema} with facts under these names. */
export const answerOf = <S extends z.ZodRawShape>(facts: S, parts: { readonly components?: boolean } = {}) =>
  answerSchema({ facts: z.strictObject(facts), ...parts });

const AnswerSchema = z.looseObject({
  ...base,
  facts: z.record(z.string(), z.unknown()).optional(),
  records: z.array(RecordSchema).optional(),
  components: z.record(z.string(), ComponentSchema).optional(),
});

/** Any answer, whatever its tool puts inside `facts`. */
export type Answer = z.infer<typeof AnswerSchema>;
