import { z } from 'zod';
import { type Answer, answerSchema } from '../../kernel/answer.ts';

const diagnosticKind = (kind: string) => `${kind}_diagnostic`;

/**
 * Bodies of a route that sells one answer: the sold one (`kind`, `charged: true`) and its free diagnostic
 * (`<kind>_diagnostic`, `charged: false`, why, and no facts). Both are otherwise an answer.
 */
export function soldAnswerSchemas<F extends z.ZodType>(kind: string, parts: { facts: F; components?: boolean }) {
  const whole = answerSchema(parts).shape;
  const { facts: _facts, ...without } = whole;
  const message = z.string().describe('Why nothing was charged');
  return {
    output: z.strictObject({ kind: z.literal(kind), charged: z.literal(true), ...whole }),
    diagnostic: z.strictObject({
      kind: z.literal(diagnosticKind(kind)),
      charged: z.literal(false),
      message,
      ...without,
    }),
  };
}

/** An answer as it is sold. */
export function soldAnswer(kind: string, answer: Answer) {
  return { kind, charged: true as const, ...answer };
}

/** The free answer in place of a sold one: what was searched, what it brought, and what to do next. */
export function freeAnswer(kind: string, { facts: _facts, ...answer }: Answer) {
  return {
    kind: diagnosticKind(kind),
    charged: false as const,
    message: `Not charged: ${answer.summary}`,
    ...answer,
  };
}
