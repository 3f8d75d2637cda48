import type { z } from 'zod';
import type { Log, ToolContext, ToolPorts } from '../catalog/context.ts';
import type { FreeTool, Registry, Tool } from '../catalog/registry.ts';
import { nearNames } from '../catalog/search/names.ts';
import type { Answer } from '../kernel/answer.ts';
import { type Deadline, deadlineIn } from '../kernel/bounded.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { LaneLocation } from '../kernel/ports/jurisdictions.ts';
import type { RequestLogEntry, SourceAccess } from '../kernel/ports/sources.ts';
import type { Subject } from '../kernel/subject.ts';
import { resolveSubject } from './resolve.ts';
import { validateInput } from './validate.ts';

/** What a transport knows about one call; the pipeline needs no more. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
  progress?(message: string, fraction?: number): void;
  /** Where the questions to sources are written down; a composite shares it with its components. */
  readonly asked?: RequestLogEntry[];
  /** Ceiling of a composite over each question of its components. */
  readonly sourceTimeoutMs?: number;
  /** When all of the call has to be answered; a composite shares it with its components. */
  readonly deadline?: Deadline;
}

export interface PipelinePorts extends Omit<ToolPorts, 'sources' | 'catalog'> {
  readonly registry: Registry;
  readonly log: Log;
  readonly clock: () => Date;
  /** Source access for one call, bound to its cancellation. */
  sourcesFor(
    signal: AbortSignal,
    requestId: string,
    onAsked?: (entry: RequestLogEntry) => void,
    maxTimeoutMs?: number,
    deadline?: Deadline,
  ): SourceAccess;
  /** What one call of a free tool is given, its components included; 25 seconds where absent. */
  readonly callMs?: number;
}

const defaultCallMs = 25_000;
/** The part of a call's time that one question may take: a source that hangs is told apart from one that was asked late. */
const questionShare = 0.8;

const maxDepth = 4;

/**
 * Runs free tools: validate, resolve, cover, run, shape. Every transport and every composite goes through here.
 */
export class FreePipeline {
  readonly #ports: PipelinePorts;

  constructor(ports: PipelinePorts) {
    this.#ports = ports;
  }

  /** The tool of a name, or a refusal that suggests near names. */
  tool(name: string): FreeTool {
    const { registry } = this.#ports;
    const tool = registry.freeTool(name) ?? registry.freeTool(name.trim().toLowerCase().replaceAll('-', '_'));
    if (tool) return tool;
    const paid = registry.paidTool(name);
    if (paid) {
      throw new ServiceError('not_callable_here', {
        detail: `${paid.slug} is a paid route.`,
        extra: { endpoint: `/api/${paid.slug}`, priceUsdc: paid.paid?.priceUsdc },
      });
    }
    throw new ServiceError('unknown_tool', {
      detail: 'There is no tool of that name.',
      extra: { suggestions: nearNames(name, registry.free), searchTool: 'svc_search_tools', toolsList: '/tools/list' },
    });
  }

  /** Calls one free tool by name. Throws ServiceError for a caller's fault; everything else is an answer. */
  async call(name: string, args: unknown, options: CallOptions): Promise<Answer> {
    return this.run(this.tool(name), args, options, 0);
  }

  /** Runs a tool that the caller already holds. */
  async run(tool: FreeTool, args: unknown, options: CallOptions, depth: number): Promise<Answer> {
    const input = validateInput(tool, args);
    const prepared = await this.prepare(tool, input, options, depth);
    if ('answer' in prepared) return prepared.answer;
    const result = await tool.run(prepared.ctx as never, input as never);
    return shape(tool, result) as Answer;
  }

  /** Resolve and cover: either the context in which the tool runs, or the answer that says why it cannot. */
  async prepare(
    tool: Tool,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
    depth = 0,
  ): Promise<{ ctx: ToolContext } | { answer: Answer; subject: Subject | undefined }> {
    const { registry, log, clock, sourcesFor, callMs = defaultCallMs, ...ports } = this.#ports;
    const asked = options.asked ?? [];
    const deadline = options.deadline ?? deadlineIn(callMs);
    const ceilingMs = options.sourceTimeoutMs ?? tool.sourceTimeoutMs ?? deadline.limitMs * questionShare;
    const onAsked = (entry: RequestLogEntry) => asked.push(entry);
    const sources = sourcesFor(options.signal, options.requestId, onAsked, ceilingMs, deadline);
    const resolved = await resolveSubject(tool, input, ports.place, sources);
    if ('answer' in resolved) return resolved;
    const lane: LaneLocation =
      tool.lane && resolved.subject
        ? await ports.jurisdictions.lane(resolved.subject, tool.lane, sources)
        : { state: 'not_covered', reason: 'this tool reads no local lane' };
    return {
      ctx: {
        ...ports,
        sources,
        catalog: registry,
        subject: resolved.subject as never,
        lane,
        now: clock(),
        signal: options.signal,
        log,
        requestLog: asked,
        progress: (message, fraction) => options.progress?.(message, fraction),
        call: (name, args) => {
          if (depth >= maxDepth) throw new Error(`tool calls nest deeper than ${maxDepth}`);
          return this.run(
            this.tool(name),
            args,
            { ...options, asked, deadline, sourceTimeoutMs: ceilingMs },
            depth + 1,
          );
        },
      },
    };
  }
}

/** Holds a result against the tool's own published schema: a tool that says something unpublished is a bug. */
function shape(tool: Tool, result: unknown): unknown {
  const parsed = (tool.output as z.ZodType).safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`${tool.name} broke its own output schema`, { cause: parsed.error });
}
