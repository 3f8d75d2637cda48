import { z } from 'zod';
import { type Answer, answerSchema } from '../../kernel/answer.ts';

const diagnosticKind = (kind: string) => `${kind}_diagnostic`;

/**
 * Output of a route that sells one answer: the sold body (`kind`, `charged: true`) or its free diagnostic
 * (`<kind>_diagnostic`, `charged: false`, why, and no facts). Both are otherwise an answer.
 */
export function soldAnswerSchema<F extends z.ZodType>(kind: string, parts: { facts: F; components?: boolean }) {
  const whole = answerSchema(parts).shape;
  const { facts: _facts, ...without } = whole;
  const message = z.string().describe('Why nothing was charged');
  return z.union([
    z.strictObject({ kind: z.literal(kind), charged: z.literal(true), ...whole }),
    z.strictObject({ kind: z.literal(diagnosticKind(kind)), charged: z.literal(false), message, ...without }),
  ]);
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
