import { askTools, type PartReading, type ToolPart } from '../../answers/ask-tools.ts';
import type { ToolContext } from '../../catalog/context.ts';
import type { Answer } from '../../kernel/answer.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import type { Subject } from '../../kernel/subject.ts';
import { type Brief, type BriefDiagnostic, composeBrief, composeDiagnostic } from './brief.ts';
import { memoizeByContext } from './memoize-by-context.ts';

export type BriefContext = ToolContext<'point'> | ToolContext<'area'>;

/** What a route reads itself, beside the free tools that it asks: sections in front of theirs, and whatever it needs further. */
export interface ExtraReadings {
  readonly readings: readonly PartReading[];
}

/** What a sold brief is made of, as data, and when it is worth its price. */
export interface BriefPlan<Input, Own extends ExtraReadings = ExtraReadings, More extends object = object> {
  readonly kind: string;
  readonly diagnosticKind: string;
  /** What the brief is called in its sentence: "Environmental records". */
  readonly label: string;
  readonly parts: (input: Input, subject: Subject) => readonly ToolPart[];
  /** Asked at the same time as the parts. */
  readonly extraReadings?: (ctx: BriefContext, input: Input) => Promise<Own>;
  /** Why the answers are too thin to be sold, as a sentence; undefined where they are worth the price. */
  readonly thin: (readings: readonly PartReading[], subject: Subject, own: Own | undefined) => string | undefined;
  /** Fields besides those of every brief, named in the route's own schema. */
  readonly extraFields?: (
    readings: readonly PartReading[],
    own: Own | undefined,
    input: Input,
    subject: Subject,
  ) => More;
  /** The same for the free diagnostic. */
  readonly extraDiagnosticFields?: (readings: readonly PartReading[], own: Own | undefined, subject: Subject) => object;
  readonly caveats: readonly string[];
}

type Asked<More> = { readonly ready: Brief & More } | { readonly thin: BriefDiagnostic };

/** How long the parts of a brief may take, and whatever its route reads itself. */
export const briefMs = 12_000;

/**
 * Coverage and work of a brief. Its components are free tools, so that what they answer decides before the payment,
 * and the same answers are what is sold: one call asks them once.
 */
export function briefRoute<
  Input extends { readonly address?: string | undefined },
  Own extends ExtraReadings = ExtraReadings,
  More extends object = object,
>(plan: BriefPlan<Input, Own, More>) {
  async function ask(ctx: BriefContext, input: Input): Promise<Asked<More>> {
    const { subject } = ctx;
    const parts = plan.parts(input, subject);
    const [own, answers] = await Promise.all([
      plan.extraReadings?.(ctx, input),
      askTools(ctx, parts, deadlineIn(briefMs), { subject, address: input.address }),
    ]);
    const readings = [...(own?.readings ?? []), ...answers];
    const { label: words, caveats } = plan;
    const thin = plan.thin(readings, subject, own);
    if (thin === undefined) {
      const brief = composeBrief({ kind: plan.kind, words, now: ctx.now, subject, readings, caveats });
      return { ready: { ...brief, ...(plan.extraFields?.(readings, own, input, subject) as More) } };
    }
    const diagnostic = composeDiagnostic({ kind: plan.diagnosticKind, subject, readings, caveats }, thin);
    return { thin: { ...diagnostic, ...plan.extraDiagnosticFields?.(readings, own, subject) } };
  }

  const once = memoizeByContext(ask);

  return {
    /** The diagnostic of a place that is not known closely enough for any part to be asked. */
    unresolved(answer: Answer, subject: Subject) {
      const place: PartReading = { id: 'place', tool: 'svc_coverage_check', title: 'Place asked for', answer };
      const about = { kind: plan.diagnosticKind, subject, readings: [place], caveats: plan.caveats };
      const diagnostic = composeDiagnostic(about, `Not charged: ${answer.summary}`);
      return { ...diagnostic, ...plan.extraDiagnosticFields?.([place], undefined, subject) };
    },
    async preflight(ctx: BriefContext, input: Input) {
      const asked = await once(ctx, input);
      return 'ready' in asked ? { ready: true as const } : { ready: false as const, diagnostic: asked.thin };
    },
    async run(ctx: BriefContext, input: Input) {
      const asked = await once(ctx, input);
      return 'ready' in asked
        ? { charge: true as const, body: asked.ready }
        : { charge: false as const, diagnostic: asked.thin };
    },
  };
}
