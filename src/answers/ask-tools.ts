import type { ToolContext } from '../catalog/context.ts';
import type { Answer } from '../kernel/answer.ts';
import { type Deadline, within } from '../kernel/bounded.ts';
import { isPointSubject, type Subject } from '../kernel/subject.ts';
import type { RouteName, ToolName } from '../kernel/tool-names.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import { type Arguments, argumentsFor, queriedPlaceOf } from './arguments.ts';

export type AskContext = Pick<ToolContext, 'catalog' | 'call' | 'log' | 'signal' | 'progress'>;

/** A part of an answer: one question to one free tool. */
export interface ToolPart {
  readonly tool: ToolName;
  /** The part in a few words; every sentence about a miss begins with it. */
  readonly title: string;
  readonly lane?: Lane;
  /** All arguments of the question; where absent they follow from the place. */
  readonly args?: Arguments;
  readonly extraArguments?: Arguments;
}

/** A part that was queried: the tool's answer, or the answer that says why there is none. */
export interface PartReading {
  /** The tool's name without its prefix, or what a product calls a part that it reads itself. */
  readonly id: string;
  readonly tool: ToolName | RouteName;
  readonly title: string;
  readonly lane?: Lane;
  readonly answer: Answer;
}

export interface PartPlace {
  readonly subject: Subject;
  readonly address?: string | undefined;
}

/** An answer of a part that was not queried or did not come: a state and the sentence that says why. */
export const unanswered = (state: Answer['state'], summary: string): Answer => ({
  state,
  summary,
  citations: {},
  searched: [],
  limits: [],
  verifyNext: [],
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const missSentences = {
  late: (title: string, seconds: number) => `${capital(title)} did not answer within ${seconds} seconds.`,
  failed: (title: string) => `${capital(title)} failed inside this service.`,
  not_askable: (title: string) => `${capital(title)} takes an address, and the place is known to its area only.`,
  no_county: (title: string) => `${capital(title)}: published by county, and the place is not known to one county.`,
} as const;

/**
 * Runs one job until the deadline. What fails or is late becomes `instead`, which gets the sentence that says why.
 * Only a caller who left makes it throw.
 */
export function bounded<T>(
  ctx: Pick<AskContext, 'log' | 'signal'>,
  deadline: Deadline,
  title: string,
  job: Promise<T>,
  instead: (sentence: string) => T,
): Promise<T> {
  const safe = job.catch((error: unknown) => {
    if (ctx.signal.aborted) throw error;
    ctx.log.error({ err: error, part: title }, 'part of an answer failed');
    return instead(missSentences.failed(title));
  });
  const { limitMs } = deadline;
  return within(deadline.remainingMs(), safe, () => instead(missSentences.late(title, Math.round(limitMs / 1000))));
}

/** A part with its answer. */
export function readingOf({ tool, title, lane }: ToolPart, answer: Answer): PartReading {
  return { id: tool.replace(/^svc_/, ''), tool, title, ...(lane && { lane }), answer };
}

/** The arguments of a part: its own, or those that follow from the place. Undefined where the tool does not take such a place. */
function argumentsOf(ctx: AskContext, part: ToolPart, place: PartPlace | undefined): Arguments | undefined {
  if (part.args) return part.args;
  const entry = ctx.catalog.find(part.tool);
  if (!entry || !place)
    throw new Error(`${part.tool} cannot be queried: ${entry ? 'no place was given' : 'no such tool'}`);
  const { subject, address } = place;
  if (entry.subject === 'point' && !isPointSubject(subject)) return undefined;
  const derived = argumentsFor(entry.arguments, queriedPlaceOf(subject, address));
  return derived && { ...derived, ...part.extraArguments };
}

/** Queries one free tool until the deadline. Late or failed, its answer is `unavailable` and says so. */
export function askTool(
  ctx: Pick<AskContext, 'call' | 'log' | 'signal'>,
  { tool, title, args }: Pick<ToolPart, 'tool' | 'title'> & { readonly args: Arguments },
  deadline: Deadline,
): Promise<Answer> {
  return bounded(ctx, deadline, title, ctx.call(tool, args), (sentence) => unanswered('unavailable', sentence));
}

/**
 * Asks free tools at the same time, all until one deadline, and gives their answers in the order of the parts. A part
 * that is late, fails or does not take this place delays nothing: its answer says so in its state and sentence.
 */
export function askTools(
  ctx: AskContext,
  parts: readonly ToolPart[],
  deadline: Deadline,
  place?: PartPlace,
): Promise<readonly PartReading[]> {
  return Promise.all(
    parts.map(async (part): Promise<PartReading> => {
      const { tool, title } = part;
      const args = argumentsOf(ctx, part, place);
      if (!args) {
        const miss = ctx.catalog.find(tool)?.subject === 'point' ? 'not_askable' : 'no_county';
        return readingOf(part, unanswered('unresolved', missSentences[miss](title)));
      }
      const answer = await askTool(ctx, { tool, title, args }, deadline);
      ctx.progress(title);
      return readingOf(part, answer);
    }),
  );
}
