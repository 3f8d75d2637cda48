import type { z } from 'zod';
import type { Answer, VerifyNext } from '../kernel/answer.ts';
import { soldStates } from '../kernel/chargeable.ts';
import type { RailKind } from '../kernel/rail.ts';
import type { AnswerState } from '../kernel/state.ts';
import type { Subject } from '../kernel/subject.ts';
import type { RouteName, ToolName } from '../kernel/tool-names.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import type { FreeContext, ToolContext } from './context.ts';
import type { ComposedOutput } from './define-composed.ts';
import type { JobDefinition } from './define-job.ts';
import { atAddress } from './inputs.ts';
import type { SubjectNeed, ToolScope } from './port.ts';
import { bothRails, type PublishedRoute, publishedRoute, type RouteTerms } from './published-routes.ts';

export interface ToolExample {
  readonly title: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Terms of sale of a promoted free tool: the paid route of the same name, hyphenated. */
export interface PaidTerms {
  /** Decimal USDC, for example "0.01". */
  readonly priceUsdc: string;
  readonly rails: readonly RailKind[];
  readonly chargesWhen: string;
  readonly freeWhen: string;
  /** Answer states for which money moves, as src/kernel/chargeable.ts decides. Every other state is a free diagnostic. */
  readonly chargesOn: readonly AnswerState[];
  /** What an answer in one of these states must hold besides, for example a row of this very place; any fact where absent. */
  readonly sells?: (answer: Answer) => boolean;
  readonly tags: readonly string[];
  readonly seeAlso?: readonly (ToolName | RouteName)[];
}

interface Described {
  readonly title: string;
  /** One line, at most 120 characters. */
  readonly summary: string;
  /** When this is the right tool; one or two sentences. */
  readonly whenToUse: string;
  /** What it does not do, or which tool does it instead. */
  readonly notFor: string;
  /** Ids of the source cards that the tool can ask. Configured local lanes are added from the jurisdictions. */
  readonly sources: readonly string[];
  readonly mirrors?: readonly string[];
  /**
   * What the tool cannot do without: of each group of source cards and datasets one has to answer. Where absent, any one
   * of all that it names will do.
   */
  readonly essential?: readonly (readonly string[])[];
  /** Names of free tools to ask while the sources of this one are down for every point. */
  readonly fallbacks?: readonly ToolName[];
  /** Limits that every answer states beside those of the table of limits; also published. */
  readonly limits: readonly string[];
  readonly examples: readonly ToolExample[];
  /** Longest that any one question to a source may take in this call and its components; default: as the cards say. */
  readonly sourceTimeoutMs?: number;
}

/**
 * What the guides and the search need a tool for: `plan`, `lanes` and `facts` are the first calls, in this order; `facts`,
 * `lanes` and `coverage` answer about any place; `located` lists what has a position; `feedback` and `request` take notes;
 * `example` is the call that the front page shows.
 */
export type GuideRole = 'plan' | 'lanes' | 'coverage' | 'facts' | 'located' | 'feedback' | 'request' | 'example';

export interface FreeToolDefinition<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  Need extends SubjectNeed = SubjectNeed,
  L extends Lane = Lane,
> extends Described {
  readonly kind: 'free';
  readonly scope: ToolScope;
  /** The configured lane that the tool reads; coverage is then checked by the pipeline. */
  readonly lane?: L;
  readonly subject: Need;
  readonly input: I;
  /** The published output; a composed one is put together by the registry. */
  readonly output: O | ComposedOutput<O>;
  /** Next checks of every answer that names none itself; set from the table of next checks. */
  readonly verifyNext?: readonly VerifyNext[];
  /** At most one tool has a role. */
  readonly guide?: GuideRole;
  /** The paid route that gives the whole of what this tool gives in short, and what it adds. */
  readonly fuller?: { readonly slug: RouteName; readonly adds: string };
  /** Writes a note or a counter (feedback, coverage demand). Everything else only reads. */
  readonly writes?: boolean;
  /** Queries no source: arithmetic, tables, the registry itself. */
  readonly closedWorld?: boolean;
  readonly paid?: PaidTerms;
  /** What it answers; the pipeline puts `limits` in front of those of the answer. */
  run(ctx: FreeContext<Need, L>, input: z.output<I>): Promise<z.output<O>> | z.output<O>;
}

/** The free answer of a paid route: held against the route's own published schema before it leaves. */
export type Diagnostic = Readonly<Record<string, unknown>>;

/** What a paid run may say: a body worth its price, or a free diagnostic. */
export type PaidOutcome<B> =
  | { readonly charge: true; readonly body: B }
  | { readonly charge: false; readonly diagnostic: Diagnostic };

/** The purchase that work is done for, while nothing of it is settled. */
export interface SaleInWork {
  /** Follows from the payment, and so from what a chain shows: it names the purchase and is no secret. */
  readonly purchaseId: string;
}

export type Preflight =
  | {
      readonly ready: true;
      /** Further headers of the 402 (workflows that buy from an outside provider). */
      readonly challengeHeaders?: Readonly<Record<string, string>>;
    }
  | {
      readonly ready: false;
      readonly diagnostic: Diagnostic;
      /** Nothing that a source could still say would change it: it holds though not all of them could be queried. */
      readonly certain?: true;
    };

/** A route that exists only for sale: a native composite or a paid-only atomic route. */
export interface PaidToolDefinition<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  Need extends SubjectNeed = SubjectNeed,
> extends Described {
  readonly kind: 'native' | 'atomic';
  readonly scope: ToolScope;
  readonly lane?: Lane;
  readonly subject: Need;
  readonly input: I;
  readonly output: O;
  /** What an uncharged call returns: a kind of its own and `charged: false`. Published beside the output. */
  readonly diagnostic: z.ZodType<{ readonly kind: string; readonly charged: false }>;
  readonly paid: RouteTerms;
  /** Coverage before charge: cheap, unpaid, decides whether a challenge may be made. */
  preflight(ctx: ToolContext<Need>, input: z.output<I>): Promise<Preflight> | Preflight;
  /**
   * The route's diagnostic for a place that is not known as closely as `subject` needs. Every route has it whose place is
   * resolved before it runs; one with the subject `none` resolves by itself.
   *
   * @param answer says which place was queried, what was searched and why that is not enough
   */
  unresolved?(answer: Answer, subject: Subject): Diagnostic;
  /** @param sale the purchase that it is made for; absent where what was sold is made again to be held against it */
  run(ctx: ToolContext<Need>, input: z.output<I>, sale?: SaleInWork): Promise<PaidOutcome<z.output<O>>>;
  /**
   * Work that goes on after the sale; `run` then returns the job's document. The service makes the job once the money has
   * moved and delivers the document as it stands, so that such a route has neither `deliver` nor `afterSettled`.
   */
  readonly job?: JobDefinition<z.output<I>, z.output<O>>;
  /**
   * Adds to a settled body what must never be stored; runs at each delivery, replays included.
   * What it adds appears in the answer and nowhere else.
   */
  deliver?(ctx: ToolContext<Need>, input: z.output<I>, body: z.output<O>): Promise<z.output<O>>;
  /**
   * Starts what may only start once the money has moved (a job). Runs after the receipt is stored and again at each
   * replay, so it must be idempotent in `purchaseId`.
   */
  afterSettled?(
    ctx: ToolContext<Need>,
    input: z.output<I>,
    sale: {
      readonly purchaseId: string;
      readonly body: z.output<O>;
      /** The payment's response as the buyer gets it; no credential is in it. */
      readonly receipt: Readonly<Record<string, unknown>>;
    },
  ): Promise<void>;
}

export type ToolDefinition =
  | FreeToolDefinition<z.ZodType, z.ZodType, never>
  | PaidToolDefinition<z.ZodType, z.ZodType, never>;

type UsualFields = 'scope' | 'sources' | 'limits' | 'input' | 'subject';

/** What most definitions have, which is then left out: a question about a point that is given as an address or as itself. */
type Usual<D extends Pick<FreeToolDefinition, UsualFields>> = Omit<D, 'kind' | UsualFields> &
  Partial<Pick<D, UsualFields>>;

const usual = { scope: 'national', subject: 'point', sources: [], limits: [], input: atAddress({}) } as const;
type UsualInput = typeof usual.input;

/**
 * Defines a free tool. Name and category follow from the file: `tools/<category>/flood-zone.ts` is `svc_flood_zone`.
 * Where they are left out, `scope` is `national`, `subject` is `point`, `input` an address or a point, and `sources` and
 * `limits` none.
 */
export function defineTool<
  I extends z.ZodType = UsualInput,
  O extends z.ZodType = z.ZodType,
  Need extends SubjectNeed = 'point',
  L extends Lane = Lane,
>(definition: Usual<FreeToolDefinition<I, O, Need, L>>): FreeToolDefinition<I, O, Need, L> {
  return { kind: 'free', ...usual, ...definition } as unknown as FreeToolDefinition<I, O, Need, L>;
}

/**
 * Defines a paid-only route; what is published about it is its line of data/routes.json. Its slug follows from the file:
 * `tools/paid/place-report.ts` is `svc-place-report`.
 */
export function definePaid<
  I extends z.ZodType = UsualInput,
  O extends z.ZodType = z.ZodType,
  Need extends SubjectNeed = 'point',
>(
  slug: RouteName,
  definition: Omit<Usual<PaidToolDefinition<I, O, Need>>, keyof PublishedRoute>,
): PaidToolDefinition<I, O, Need> {
  return { ...usual, ...publishedRoute(slug), ...definition } as unknown as PaidToolDefinition<I, O, Need>;
}

/** Terms of the $0.01 promoted routes: charged when the source answered with something. */
export function oneCentTerms(tags: readonly string[], more: Partial<PaidTerms> = {}): PaidTerms {
  return {
    priceUsdc: '0.01',
    rails: bothRails,
    chargesWhen: 'the answer is found, partial or stale: the named source gave at least one fact',
    freeWhen: 'no matching row, place unresolved or not covered, or the source unavailable (charged: false)',
    chargesOn: soldStates,
    tags,
    ...more,
  };
}
