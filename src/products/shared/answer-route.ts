import { z } from 'zod';
import type { ToolContext } from '../../catalog/context.ts';
import { type Answer, answerSchema } from '../../kernel/answer.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { isChargeable } from '../../kernel/chargeable.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import type { AnswerState } from '../../kernel/state.ts';
import { limitsOf } from '../../rules/limits.ts';

const diagnosticKind = (kind: string) => `${kind}_diagnostic`;

/**
 * Bodies of a route that sells one answer: the sold one (`kind`, `charged: true`) and its free diagnostic
 * (`<kind>_diagnostic`, `charged: false`, why, and no facts). Both are otherwise an answer.
 */
function soldAnswerSchemas<F extends z.ZodType>(kind: string, parts: { facts: F; components?: boolean }) {
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

function soldAnswer(kind: string, answer: Answer) {
  return { kind, charged: true as const, ...answer };
}

function freeAnswer(kind: string, { facts: _facts, ...answer }: Answer) {
  return {
    kind: diagnosticKind(kind),
    charged: false as const,
    message: `Not charged: ${answer.summary}`,
    ...answer,
  };
}

type Context = ToolContext<'point'>;

interface AnswerPlan<Input, F extends z.ZodType> {
  /** Kind of the sold body; that of the free one is `<kind>_diagnostic`. */
  readonly kind: string;
  readonly facts: F;
  /** Whether its answers have components. */
  readonly components?: boolean;
  /** Stated in every answer, in front of its own; those of data/rules/limits.csv under the name of the route where absent. */
  readonly limits?: readonly string[];
  /** States in which the answer is worth its price; found, partial and stale where absent. */
  readonly sells?: readonly AnswerState[];
  /** @param answer empty, about the subject of the call */
  ask(ctx: Context, input: Input, answer: AnswerBuilder): Promise<Answer>;
}

/**
 * Shapes, coverage and work of such a route. Its sources are cheap, so that the answer itself decides before the payment, and the
 * same answer is what is sold: one call asks once. Without facts nothing is charged, whatever the state says.
 */
export function answerRoute<Input, F extends z.ZodType>({
  kind,
  facts,
  components = false,
  limits = limitsOf(kind.replaceAll('_', '-')),
  sells,
  ask,
}: AnswerPlan<Input, F>) {
  const once = memoizeByFirst(async (ctx: Context, input: Input) => {
    const answer = await ask(ctx, input, new AnswerBuilder(ctx.subject));
    return { ...answer, limits: [...new Set([...limits, ...answer.limits])] };
  });

  return {
    ...soldAnswerSchemas(kind, { facts, components }),
    limits: [...limits],
    unresolved: (answer: Answer) => freeAnswer(kind, answer),
    async preflight(ctx: Context, input: Input) {
      const answer = await once(ctx, input);
      return isChargeable(answer, sells)
        ? { ready: true as const }
        : { ready: false as const, diagnostic: freeAnswer(kind, answer) };
    },
    async run(ctx: Context, input: Input) {
      const answer = await once(ctx, input);
      return isChargeable(answer, sells)
        ? { charge: true as const, body: soldAnswer(kind, answer) }
        : { charge: false as const, diagnostic: freeAnswer(kind, answer) };
    },
  };
}
