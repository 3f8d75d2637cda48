import type { z } from 'zod';
import type { Log, ToolPorts } from '../catalog/context.ts';
import type { FreeTool, Registry, Tool } from '../catalog/registry.ts';
import { nearNames } from '../catalog/search/names.ts';
import { findState } from '../geography/us-states.ts';
import type { Answer, Searched } from '../kernel/answer.ts';
import { AnswerBuilder, mostNextChecks } from '../kernel/answer-builder.ts';
import { type Deadline, deadlineIn } from '../kernel/bounded.ts';
import { whileWorking } from '../kernel/call-signal.ts';
import { compiledWhenOften } from '../kernel/compiled.ts';
import { ServiceError } from '../kernel/errors.ts';
import { executeToolName, foldedToolName, searchToolName } from '../kernel/mcp-tools.ts';
import type { EvidencePort } from '../kernel/ports/evidence.ts';
import type { ProvidersPort } from '../kernel/ports/providers.ts';
import type { AskingTerms, RequestLogEntry, SourceAccess, SourceCall } from '../kernel/ports/sources.ts';
import type { Subject } from '../kernel/subject.ts';
import { turns } from '../kernel/turns.ts';
import type { LaneLocation } from '../places/schema/port.ts';
import { withoutContacts } from '../privacy/gate.ts';
import { CallContext } from './call-context.ts';
import { type Cited, evidenceForAnswer, evidenceForBody } from './evidence/document.ts';
import { nameless } from './nameless.ts';
import { mirrorReaching, sourcesReaching } from './reach.ts';
import { type Resolved, resolveSubject } from './resolve.ts';
import { type SharedPlaces, sharedPlaces } from './shared-places.ts';
import { validateInput } from './validate.ts';

/** What a transport knows about one call; the pipeline needs no more. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
  progress?(message: string, fraction?: number): void;
  /** The record of queries to sources; a composite shares it with its components. */
  readonly queried?: RequestLogEntry[];
  /** Time limit of a composite for each query of its components. */
  readonly sourceTimeoutMs?: number;
  /** Deadline of the whole call; a composite shares it with its components. */
  readonly deadline?: Deadline;
  /** Terms of queries to sources; a composite shares them with its components. */
  readonly terms?: AskingTerms;
  /** Places that components of one composite name, each resolved once for all of them. */
  readonly places?: SharedPlaces;
  /** Part of a sold answer: sources whose terms forbid commercial use are not queried. Default: by the kind of the tool. */
  readonly forSale?: boolean;
  /** Licensed providers, for the sold tool itself: its components buy nothing. */
  readonly providers?: ProvidersPort;
}

export interface PipelinePorts extends Omit<ToolPorts, 'sources' | 'catalog'> {
  readonly registry: Registry;
  readonly log: Log;
  readonly clock: () => Date;
  readonly evidence: EvidencePort;
  /** Name of a source or mirrored dataset, and the states and territories that it does not cover. */
  reachOf(id: string): { readonly name: string; readonly outside: readonly string[] };
  /** Source access for one call, bound to its cancellation. */
  sourcesFor(call: SourceCall): SourceAccess;
  /**
   * Runs `answer`, and runs it again where missing bulk data arrived meanwhile or arrive within the limit; without a limit
   * never again. Also returns the seconds until data that are still loading. Absent: no data are fetched automatically.
   */
  withDataAtHand?<T>(
    limitMs: number | undefined,
    answer: () => Promise<T>,
    again: () => void,
  ): Promise<{ readonly result: T; readonly retryAfterSeconds?: number }>;
  /** Longest wait for such data; 8 seconds where absent. */
  readonly dataWaitMs?: number;
  /** Time limit of one call of a free tool with its components; 25 seconds where absent. */
  readonly callMs?: number;
}

type Input = Readonly<Record<string, unknown>>;

/** The two tools that an MCP server shows, for a caller who names them among the tools of the catalog. */
const ofTheMcpServer: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [searchToolName]: `${searchToolName} is shown by the MCP server itself: call it there under that name. Over HTTP ask GET /mcp/catalog?q=<words>, in a terminal place-records search <words>.`,
    [executeToolName]: `${executeToolName} is shown by the MCP server itself and runs the tools of this catalog: name one of them here.`,
  }),
);

const defaultCallMs = 25_000;
const defaultDataWaitMs = 8_000;
/** Time reserved for the answer once bulk data have arrived. */
const afterDataMs = 2_000;
/** The share of a call's time for one query, so that a source that hangs differs from one that was queried late. */
const questionShare = 0.8;

const maxDepth = 4;
const noPlace: Resolved = { subject: undefined };

/** A call that may run, or the answer that says why it cannot; with the queries to sources so far. */
export type Prepared = { readonly queried: readonly RequestLogEntry[] } & (
  | { readonly ctx: CallContext; readonly unplacedBy?: readonly Searched[] }
  | { readonly answer: Answer; readonly subject: Subject | undefined }
);

/**
 * Runs free tools: validate, resolve, cover, run, shape. Every transport and every composite uses it.
 */
export class FreePipeline {
  readonly #ports: PipelinePorts;
  readonly #shared: PipelinePorts & Pick<ToolPorts, 'catalog'>;

  constructor(ports: PipelinePorts) {
    this.#ports = ports;
    this.#shared = { ...ports, catalog: ports.registry };
  }

  /** The tool of a name, or a refusal that suggests near names. */
  tool(name: string): FreeTool {
    const { registry } = this.#ports;
    const tool = registry.freeToolAsWritten(name);
    if (tool) return tool;
    const slug = name.trim().toLowerCase().replaceAll('_', '-');
    const paid = registry.paidTool(slug);
    if (paid)
      throw new ServiceError('not_callable_here', {
        detail: `${paid.slug} is a paid route: one call costs ${paid.paid?.priceUsdc} USDC. POST /api/${paid.slug} answers with its terms; nothing was run and nothing was charged.`,
        extra: { name: paid.slug, paid: true, endpoint: `/api/${paid.slug}`, priceUsdc: paid.paid?.priceUsdc },
      });
    throw new ServiceError('unknown_tool', {
      detail: ofTheMcpServer.get(foldedToolName(name)) ?? 'There is no tool of that name.',
      extra: { suggestions: nearNames(name, registry.tools) },
    });
  }

  /** Names of the sources of a required group, where none of them covers the state. */
  #unreached(tool: Tool, stateCode: string): readonly string[] | undefined {
    const { registry, reachOf } = this.#ports;
    return registry
      .find(tool.name)
      ?.essential.map((group) => group.map(reachOf))
      .find((group) => group.length > 0 && group.every(({ outside }) => outside.includes(stateCode)))
      ?.map(({ name }) => name);
  }

  /** Calls one free tool by name. Throws ServiceError for a caller's fault; everything else is an answer. */
  async call(name: string, args: unknown, options: CallOptions): Promise<Answer> {
    return this.run(this.tool(name), args, options, 0);
  }

  /** Runs a given tool; requests that are still running are aborted at the end of the call. */
  run(tool: FreeTool, args: unknown, options: CallOptions, depth: number): Promise<Answer> {
    return depth > 0
      ? this.#run(tool, args, options, depth)
      : whileWorking(options.signal, (signal) => this.#run(tool, args, { ...options, signal }, depth));
  }

  /** Arguments without the names of persons in their addresses. */
  nameless(input: Input): Input {
    return nameless(input, this.#ports.place);
  }

  async #run(tool: FreeTool, args: unknown, options: CallOptions, depth: number): Promise<Answer> {
    const valid = validateInput(tool, args);
    // a component gets what is left of its composite's own
    const input = depth > 0 ? valid : this.nameless(valid);
    const timed = { ...options, deadline: options.deadline ?? deadlineIn(this.#ports.callMs ?? defaultCallMs) };
    if (tool.sources.length > 0) await turns.take();
    const prepared = await this.prepare(tool, input, timed, depth);
    const result = 'answer' in prepared ? prepared.answer : await this.#answer(tool, input, prepared, timed, depth);
    // the result of an interrupted call is neither sold nor shown nor stored
    if (options.terms?.budget?.cut) return result as Answer;
    return this.withEvidence(tool, input, prepared.queried, result as Answer);
  }

  /** Runs a tool, and again where missing bulk data have arrived. A sold tool runs once and does not wait. */
  async #answer(
    tool: FreeTool,
    input: Input,
    prepared: Extract<Prepared, { ctx: CallContext }>,
    { deadline, terms, queried }: CallOptions & { readonly deadline: Deadline },
    depth: number,
  ): Promise<unknown> {
    const run = async () => {
      const result = withStanding(tool, await tool.run(prepared.ctx.answering() as never, input as never));
      return shape(tool, withMisses(result, depth, prepared.unplacedBy));
    };
    const { withDataAtHand, dataWaitMs = defaultDataWaitMs } = this.#ports;
    if (!withDataAtHand) return run();
    const spent = deadline.limitMs - deadline.remainingMs();
    const limitMs = terms ? undefined : Math.max(0, Math.min(dataWaitMs - spent, deadline.remainingMs() - afterDataMs));
    const before = prepared.queried.length;
    const { result, retryAfterSeconds } = await withDataAtHand(limitMs, run, () => {
      const forgotten = new Set((prepared.queried as RequestLogEntry[]).splice(before));
      if (queried) queried.splice(0, queried.length, ...queried.filter((entry) => !forgotten.has(entry)));
    });
    const isWhole = !['unavailable', 'partial'].includes((result as Answer).state);
    return retryAfterSeconds === undefined || isWhole ? result : { ...(result as Answer), retryAfterSeconds };
  }

  /** Runs the tool once; also returns the seconds until missing bulk data are expected. */
  async withData<T>(ask: () => Promise<T>): Promise<{ readonly result: T; readonly retryAfterSeconds?: number }> {
    const { withDataAtHand } = this.#ports;
    return withDataAtHand ? withDataAtHand(undefined, ask, () => undefined) : { result: await ask() };
  }

  /**
   * Removes telephone numbers and e-mail addresses from an answer, stores its evidence and refers to it in each citation.
   * Every answer of a free tool and every sold body passes through it.
   */
  withEvidence<T extends object>(tool: Tool, input: Input, queried: readonly RequestLogEntry[], given: T): T {
    const { evidence: store, mirror } = this.#ports;
    const answer = withoutContacts(given);
    const answered = { tool, input, queried, mirror };
    const evidenced = hasCitations(answer)
      ? evidenceForAnswer(answered, answer)
      : evidenceForBody(answered, answer as T & Input);
    if (evidenced.made) store.keep(evidenced.made.id, evidenced.made.evidence);
    return evidenced.answer;
  }

  /** Resolves when the evidence of all answers so far is written, as a sale requires. */
  evidenceWritten(): Promise<void> {
    return this.#ports.evidence.written();
  }

  /** Resolve and cover: either the context in which the tool runs, or the answer that says why it cannot. */
  async prepare(tool: Tool, input: Input, options: CallOptions, depth = 0): Promise<Prepared> {
    const { clock, sourcesFor, mirror, jurisdictions, callMs = defaultCallMs } = this.#ports;
    const queried = options.queried ?? [];
    const own: RequestLogEntry[] = [];
    const note = (entry: RequestLogEntry) => {
      queried.push(entry);
      own.push(entry);
    };
    const deadline = options.deadline ?? deadlineIn(callMs);
    const places: SharedPlaces = options.places ?? new Map();
    const { signal, requestId, terms } = options;
    const ceilingMs = options.sourceTimeoutMs ?? tool.sourceTimeoutMs ?? deadline.limitMs * questionShare;
    const sources = sourcesFor({ signal, requestId, onRequest: note, ceilingMs, deadline, terms });
    const forSale = options.forSale ?? tool.kind !== 'free';
    const place = options.places ? sharedPlaces(this.#ports.place, options.places, { own, note }) : this.#ports.place;
    const resolved = tool.subject === 'none' ? noPlace : await resolveSubject(tool, input, place, sources);
    if ('answer' in resolved) return { ...resolved, queried: own };
    const lane: LaneLocation =
      tool.lane && resolved.subject
        ? await (forSale ? jurisdictions.forSale() : jurisdictions).lane(resolved.subject, tool.lane, sources)
        : { state: 'not_covered', reason: 'this tool reads no local lane' };
    const stateCode = resolved.subject?.stateCode;
    const unreached = tool.kind === 'free' && stateCode ? this.#unreached(tool, stateCode) : undefined;
    if (unreached && stateCode)
      return { answer: notReached(resolved.subject, stateCode, unreached), subject: resolved.subject, queried: own };
    return {
      queried: own,
      ...(resolved.unplacedBy && { unplacedBy: resolved.unplacedBy }),
      ctx: new CallContext(
        this.#shared,
        {
          sources: stateCode ? sourcesReaching(sources, stateCode, clock) : sources,
          mirror: stateCode ? mirrorReaching(mirror, stateCode) : mirror,
          subject: resolved.subject,
          lane,
          now: clock(),
          signal: options.signal,
          requestLog: queried,
          forSale,
          providers: options.providers,
          progress: (message, fraction) => options.progress?.(message, fraction),
          call: (name, args) => {
            if (depth >= maxDepth) throw new Error(`tool calls nest deeper than ${maxDepth}`);
            const { providers: _, ...own } = options;
            const shared = { queried, deadline, places, sourceTimeoutMs: ceilingMs, forSale };
            return this.run(this.tool(name), args, { ...own, ...shared }, depth + 1);
          },
        },
        (body) => this.withEvidence(tool, input, own, body),
      ),
    };
  }
}

/** The answer of a tool without an essential source that covers the place. */
function notReached(subject: Subject | undefined, stateCode: string, names: readonly string[]): Answer {
  const state = findState(stateCode)?.name ?? stateCode;
  const answer = new AnswerBuilder(subject);
  for (const source of names) {
    answer.note({ source, area: state, state: 'not_covered', reason: `${source} does not reach ${state}.` });
  }
  return answer.finish({
    state: 'not_covered',
    summary: `${names.join(', ')} ${names.length > 1 ? 'do' : 'does'} not reach ${state}, so nothing was queried.`,
    limits: ['Not covered never means that no records exist.'],
    verifyNext: [{ action: 'See which tools answer there', with: 'svc_lane_availability' }],
  });
}

/** The answer with the limits of its tool in front, and the tool's next checks where the answer has none. */
function withStanding({ limits, verifyNext = [] }: FreeTool, result: unknown): unknown {
  const own = result as Partial<Pick<Answer, 'limits' | 'verifyNext'>>;
  if (!Array.isArray(own.limits)) return result;
  const further = own.limits;
  return {
    ...(result as object),
    limits: [...limits.filter((limit) => !further.includes(limit)), ...further],
    verifyNext: own.verifyNext && own.verifyNext.length > 0 ? own.verifyNext : verifyNext.slice(0, mostNextChecks),
  };
}

/** Adds the layers without a better point to `searched`; once, and not in each part of a composite. */
function withMisses(result: unknown, depth: number, misses: readonly Searched[] = []): unknown {
  const { searched } = result as { searched?: unknown };
  return depth > 0 || misses.length === 0 || !Array.isArray(searched)
    ? result
    : { ...(result as object), searched: [...searched, ...misses] };
}

/** Checks a result against the tool's published schema: an unpublished field is a bug. */
function shape(tool: Tool, result: unknown): unknown {
  const parsed = compiledWhenOften(tool.output as z.ZodType).safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`${tool.name} broke its own output schema`, { cause: parsed.error });
}

const hasCitations = <T extends object>(answer: T): answer is T & Cited =>
  'citations' in answer && typeof answer.citations === 'object' && !Array.isArray(answer.citations);
