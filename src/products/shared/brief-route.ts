import type { z } from 'zod';
import { bounded, type PartReading, type ToolPart, unanswered } from '../../answers/ask-tools.ts';
import type { ToolContext } from '../../catalog/context.ts';
import { findingsIn, type RuleName } from '../../findings/engine.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AnswerBuilder, type AnswerParts } from '../../kernel/answer-builder.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import type { Subject } from '../../kernel/subject.ts';
import type { ReportTable } from '../../reports/sections.ts';
import { limitsOf } from '../../rules/limits.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { askOnce } from './ask-once.ts';
import { type Brief, briefDiagnosticSchema, briefSchema, composeBrief, composeDiagnostic } from './brief.ts';
import { briefParts, countedOf, decidersOf, leadOf, type PartArguments } from './brief-parts.ts';

type BriefNeed = 'point' | 'area';
export type BriefContext<Need extends BriefNeed = 'point'> = ToolContext<Need>;

/** What a route reads itself, beside the free tools that it asks: sections in front of theirs, and whatever it needs further. */
export interface ExtraReadings {
  readonly readings: readonly PartReading[];
  /** Tables of these sections, by their id, where the answers' own facts do not make them. */
  readonly tables?: Readonly<Record<string, readonly ReportTable[]>>;
}

interface BriefRead<Input, Own, Further> {
  readonly readings: readonly PartReading[];
  readonly own: Own;
  readonly input: Input;
  readonly subject: Subject;
  readonly further: Further;
  readonly now: Date;
}

interface BriefPlan<
  Input,
  Own extends ExtraReadings,
  More extends object,
  Further extends ExtraReadings,
  Fields extends z.ZodRawShape,
  DiagnosticFields extends z.ZodRawShape,
  Need extends BriefNeed,
> {
  /** How closely the place has to be known; to a point where absent. */
  readonly subject?: Need;
  readonly kind: string;
  /** `<kind>_diagnostic` where absent. */
  readonly diagnosticKind?: string;
  /** What the brief is called in its sentence: "Environmental records". */
  readonly label: string;
  /** Where they depend on the input or the place; else those of data/rules/brief-parts.csv. */
  readonly parts?: (input: Input, subject: Subject) => readonly ToolPart[];
  readonly partArguments?: (input: Input) => PartArguments;
  /** Asked at the same time as the parts. */
  readonly extraReadings?: (ctx: BriefContext<Need>, input: Input) => Promise<Own>;
  /** Asked in the work alone, at the same time as everything else: it decides nothing. Its sections come first. */
  readonly furtherReadings?: (ctx: BriefContext<Need>, input: Input) => Promise<Further>;
  /** Why the answers are too thin to be sold, as the end of a sentence; undefined where they are worth the price. It has none of what exists everywhere. */
  readonly thin: (readings: readonly PartReading[], subject: Subject, own: Own | undefined) => string | undefined;
  /** Which answers become sections, and in which order; all, with the route's own in front, where absent. */
  readonly shown?: (readings: readonly PartReading[]) => readonly PartReading[];
  /** What the brief answers, in a sentence; else what the parts say that data/rules/brief-parts.csv names for it. */
  readonly lead?: (read: BriefRead<Input, Own, Further>) => string | undefined;
  /** What the route finds itself, beside the rules over its parts. */
  readonly findings?: (read: BriefRead<Input, Own, Further>) => readonly Finding[];
  /** Rules that only ask an office, and count as findings of this brief. */
  readonly asks?: readonly RuleName[];
  readonly fields?: Fields;
  readonly diagnosticFields?: DiagnosticFields;
  readonly extraFields?: (read: BriefRead<Input, Own, Further>) => More;
  readonly extraDiagnosticFields?: (readings: readonly PartReading[], own: Own | undefined, subject: Subject) => object;
  /** Those of data/rules/limits.csv under the name of the route where absent. */
  readonly caveats?: readonly string[];
  /** What the answer to this very input has to say of itself besides. */
  readonly caveatsOf?: (input: Input) => readonly string[];
}

export const briefMs = 12_000;

/** What a part that a route reads itself says; `about` names its limits and next checks in data/rules, where it states none. */
interface OwnParts extends AnswerParts {
  readonly about?: string;
}

type Head = Omit<PartReading, 'answer'>;

/** A part that a route read itself, out of what was looked up for it. */
export function ownReading(head: Head, answer: AnswerBuilder, { about, ...parts }: OwnParts): PartReading {
  const standing = about === undefined ? {} : { limits: limitsOf(about), verifyNext: nextChecks(about) };
  return { ...head, answer: answer.finish({ ...standing, ...parts }) };
}

/** An answer that a route makes itself, for as long as a brief may take; late or failed, it says so. */
export async function inBriefTime(ctx: BriefContext, head: Head, job: Promise<Answer>): Promise<PartReading> {
  const answer = await bounded(ctx, deadlineIn(briefMs), head.title, job, (why) => unanswered('unavailable', why));
  return { ...head, answer };
}

/** A part that a route reads itself, within that time. */
export function ownPart(ctx: BriefContext, head: Head, read: (answer: AnswerBuilder) => Promise<OwnParts>) {
  const answer = new AnswerBuilder(ctx.subject);
  return inBriefTime(
    ctx,
    head,
    read(answer).then((parts) => ownReading(head, answer, parts).answer),
  );
}

/**
 * The published shapes of a brief, its coverage and its work. Its components are free tools, so that what they answer decides before the payment.
 * Coverage queries what decides, one part after another, until the brief is worth its price; the work queries the rest at
 * once, and decides again over all of it.
 */
export function briefRoute<
  Input extends { readonly address?: string | undefined },
  Own extends ExtraReadings = ExtraReadings,
  More extends object = object,
  Further extends ExtraReadings = ExtraReadings,
  Fields extends z.ZodRawShape = Record<never, never>,
  DiagnosticFields extends z.ZodRawShape = Record<never, never>,
  Need extends BriefNeed = 'point',
>(plan: BriefPlan<Input, Own, More, Further, Fields, DiagnosticFields, Need>) {
  type Context = BriefContext<Need>;
  const none: ExtraReadings = { readings: [] };
  const { kind, label: words, caveats = limitsOf(kind.replaceAll('_', '-')) } = plan;
  const { diagnosticKind = `${kind}_diagnostic` } = plan;
  const partsOf = (input: Input, subject: Subject) =>
    plan.parts?.(input, subject) ?? briefParts(kind, plan.partArguments?.(input));
  // a plan that reads nothing itself has no type of its own for it either
  const readOwn = memoizeByFirst(
    async (ctx: Context, input: Input) => plan.extraReadings?.(ctx, input) ?? (none as Own),
  );

  function diagnosticOf(readings: readonly PartReading[], subject: Subject, own: Own | undefined, thin: string) {
    const diagnostic = composeDiagnostic({ kind: diagnosticKind, subject, readings, caveats }, `Not charged: ${thin}`);
    return { ...diagnostic, ...plan.extraDiagnosticFields?.(readings, own, subject) };
  }

  return {
    subject: plan.subject ?? ('point' as Need),
    limits: [...caveats],
    output: briefSchema(kind).extend(plan.fields ?? ({} as Fields)),
    diagnostic: briefDiagnosticSchema(diagnosticKind).extend(plan.diagnosticFields ?? ({} as DiagnosticFields)),
    /** The diagnostic of a place that is not known closely enough for any part to be queried. */
    unresolved(answer: Answer, subject: Subject) {
      const place: PartReading = { id: 'place', tool: 'svc_coverage_check', title: 'Place requested', answer };
      return diagnosticOf([place], subject, undefined, answer.summary);
    },
    async preflight(ctx: Context, input: Input) {
      const subject: Subject = ctx.subject;
      const deadline = deadlineIn(briefMs);
      const parts = partsOf(input, subject);
      const answers: PartReading[] = [];
      let own: Own | undefined;
      let readings: readonly PartReading[] = [];
      let thin = plan.thin([], subject, undefined);
      // where the table names none: what the route reads itself, then all parts in their order
      const all = [...(plan.extraReadings ? ['own' as const] : []), ...parts.map(({ tool }) => tool)];
      const deciders = decidersOf(kind);
      for (const name of deciders.length > 0 ? deciders : all) {
        if (name === 'own') own = await readOwn(ctx, input);
        const part = parts.filter(({ tool }) => tool === name);
        answers.push(...(await askOnce(ctx, part, deadline, { subject, address: input.address })));
        readings = [...(own?.readings ?? []), ...answers];
        thin = plan.thin(countedOf(kind, readings), subject, own);
        // queried one after another, time may run out where it would not for the work, which asks them at once
        if (thin === undefined || deadline.remainingMs() === 0) return { ready: true as const };
      }
      return { ready: false as const, diagnostic: diagnosticOf(readings, subject, own, `${thin ?? ''}.`) };
    },
    async run(ctx: Context, input: Input) {
      const { now } = ctx;
      const subject: Subject = ctx.subject;
      const [own, answers, further] = await Promise.all([
        readOwn(ctx, input),
        askOnce(ctx, partsOf(input, subject), deadlineIn(briefMs), { subject, address: input.address }),
        plan.furtherReadings?.(ctx, input) ?? (none as Further),
      ]);
      const deciding = [...own.readings, ...answers];
      const thin = plan.thin(countedOf(kind, deciding), subject, own);
      if (thin !== undefined)
        return { charge: false as const, diagnostic: diagnosticOf(deciding, subject, own, `${thin}.`) };
      const readings = [...further.readings, ...deciding];
      const read = { readings, own, input, subject, further, now };
      const shown = plan.shown?.(readings) ?? readings;
      const said = [...caveats, ...(plan.caveatsOf?.(input) ?? [])];
      const lead = plan.lead?.(read) ?? leadOf(kind, readings);
      const findings = [...(plan.findings?.(read) ?? []), ...findingsIn(readings, plan.asks)];
      const about = { kind, words, now, subject, readings: shown, caveats: said };
      const brief = composeBrief({ ...about, lead, findings, tables: { ...own.tables, ...further.tables } });
      const body: Brief & More = { ...brief, ...(plan.extraFields?.(read) as More) };
      return { charge: true as const, body };
    },
  };
}
