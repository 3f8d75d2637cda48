import type { ToolContext } from '../../catalog/context.ts';
import type { Subject } from '../../kernel/subject.ts';
import { type Brief, type BriefDiagnostic, composeBrief, composeDiagnostic } from '../../reports/brief.ts';
import type { ComponentChoice } from '../../reports/compose/components.ts';
import type { ComponentReading } from '../../reports/compose/material.ts';
import { askComponents } from '../ask-components.ts';

/** What a sold brief is made of, as data, and when it is worth its price. */
export interface BriefPlan<Input> {
  readonly kind: string;
  readonly diagnosticKind: string;
  /** What the brief is called in its sentence: "Environmental records". */
  readonly words: string;
  readonly parts: (input: Input, subject: Subject) => readonly ComponentChoice[];
  /** Why the answers are too thin to be sold, as a sentence; undefined where they are worth the price. */
  readonly thin: (readings: readonly ComponentReading[], subject: Subject) => string | undefined;
  readonly caveats: readonly string[];
}

type Context = ToolContext<'point'> | ToolContext<'area'>;
type Asked = { readonly ready: Brief } | { readonly thin: BriefDiagnostic };

const componentMs = 12_000;

/**
 * Coverage and work of a brief. Its components are free tools, so that what they answer decides before the payment,
 * and the same answers are what is sold: one call asks them once.
 */
export function briefRoute<Input extends { readonly address?: string | undefined }>(plan: BriefPlan<Input>) {
  const known = new WeakMap<object, Promise<Asked>>();

  async function ask(ctx: Context, input: Input): Promise<Asked> {
    const { subject } = ctx;
    const choices = plan.parts(input, subject);
    const readings = await askComponents(ctx, choices, { subject, address: input.address }, componentMs);
    const { words, caveats } = plan;
    const thin = plan.thin(readings, subject);
    return thin === undefined
      ? { ready: composeBrief({ kind: plan.kind, words, now: ctx.now, subject, readings, caveats }) }
      : { thin: composeDiagnostic({ kind: plan.diagnosticKind, subject, readings, caveats }, thin) };
  }

  function once(ctx: Context, input: Input): Promise<Asked> {
    const before = known.get(ctx);
    if (before) return before;
    const asked = ask(ctx, input);
    known.set(ctx, asked);
    return asked;
  }

  return {
    async preflight(ctx: Context, input: Input) {
      const asked = await once(ctx, input);
      return 'ready' in asked ? { ready: true as const } : { ready: false as const, diagnostic: asked.thin };
    },
    async run(ctx: Context, input: Input) {
      const asked = await once(ctx, input);
      return 'ready' in asked
        ? { charge: true as const, body: asked.ready }
        : { charge: false as const, diagnostic: asked.thin };
    },
  };
}
