import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { SearchResult } from '../../catalog/search.ts';
import { faultText, readInput } from '../../input/input-faults.ts';
import { asServiceError, ServiceError } from '../../kernel/errors.ts';
import { executeToolName, foldedToolName, searchToolName } from '../../kernel/mcp-tools.ts';
import { parseMessage } from './json-guard.ts';
import type { McpPorts } from './ports.ts';
import { decodePayment, errorResult, innerMeta, metaKeys, searchResult } from './results.ts';
import { ExecuteInput, SearchInput } from './surface.ts';

interface OuterCall {
  readonly name: string;
  readonly arguments?: unknown;
}

const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [searchToolName]: { query: 'is this address in a flood zone' },
  [executeToolName]: { name: 'svc_flood_zone', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
};

/** Arguments of one of the two outer tools; a refusal names the field and shows a valid example. */
function parse<S extends z.ZodType>(tool: string, schema: S, given: unknown): z.output<S> {
  const read = readInput(schema, given ?? {}, { whole: tool });
  if ('data' in read) return read.data;
  // a field beside `arguments` mostly belongs in it
  const misplaced = (path: string) => `only name and arguments here; put ${path} inside arguments`;
  const issues = read.issues.map((issue) =>
    issue.code === 'unknown_field' && tool === executeToolName ? { ...issue, message: misplaced(issue.path) } : issue,
  );
  throw new ServiceError('invalid_arguments', {
    detail: `${tool}: ${faultText(issues)}`,
    issues,
    extra: { tool, example: examples[tool] },
  });
}

/** Some models send the inner arguments as JSON text, or as null: text of an object is read as that object, null as none. */
function unwrapArguments(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { arguments: inner, ...rest } = given as { arguments?: unknown };
  if (inner === null) return rest;
  if (typeof inner !== 'string' || !inner.trimStart().startsWith('{')) return given;
  const parsed = parseMessage(inner);
  return 'value' in parsed ? { ...rest, arguments: parsed.value } : given;
}

/**
 * Progress of one call as `notifications/progress`, if the caller requests it; the value always rises and stays below 1
 * until the answer itself arrives.
 */
function progressReporter(ctx: ServerContext): (message: string, fraction?: number) => void {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = 0;
  return (message, fraction) => {
    if (ctx.mcpReq.signal.aborted) return;
    const wanted = fraction === undefined || !Number.isFinite(fraction) ? 0 : Math.min(fraction, 0.99);
    last = wanted > last ? wanted : last + (1 - last) * 0.02;
    // a caller that stopped listening is no fault of the call
    ctx.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken, progress: Number(last.toFixed(4)), total: 1, message },
      })
      .catch(() => {});
  };
}

function search(ports: McpPorts, given: unknown): Promise<SearchResult> {
  const { query, limit, category, rail } = parse(searchToolName, SearchInput, given);
  return ports.search(query, { limit, ...(category && { category }), ...(rail && { rail }) });
}

async function execute(
  ports: McpPorts,
  given: unknown,
  ctx: ServerContext,
  requestId: string,
): Promise<CallToolResult> {
  const input = parse(executeToolName, ExecuteInput, unwrapArguments(given));
  const inner = foldedToolName(input.name);
  if (inner === searchToolName) {
    const result = await search(ports, input.arguments);
    const named = { tool: searchToolName, rail: 'free', readOnly: true } as const;
    return { ...searchResult(result, { ok: true, tool: searchToolName, result }), _meta: innerMeta(named) };
  }
  if (inner === executeToolName) {
    throw new ServiceError('invalid_arguments', {
      detail: `${executeToolName} runs other tools and not itself; name the tool to run.`,
      extra: { tool: executeToolName, example: examples[executeToolName] },
    });
  }
  const payment = decodePayment(ctx.mcpReq._meta?.[metaKeys.payment]);
  const outcome = await ports.execute({
    name: input.name,
    arguments: input.arguments,
    ...(payment !== undefined && { payment }),
    signal: ctx.mcpReq.signal,
    requestId,
    hears: ctx.mcpReq._meta?.progressToken !== undefined,
    progress: progressReporter(ctx),
  });
  const section = ctx.mcpReq._meta?.[metaKeys.section];
  // what writes answers is loaded with the first one: a start does not wait for it
  const { outcomeResult } = await import('./outcome.ts');
  return outcomeResult(outcome, typeof section === 'string' ? section : undefined);
}

/** Runs `tools/call`. Faults of the caller and of the service are results; only a wrong outer name is a protocol error. */
export async function callTool(ports: McpPorts, call: OuterCall, ctx: ServerContext): Promise<CallToolResult> {
  if (call.name !== searchToolName && call.name !== executeToolName) {
    const inner = /^svc[-_][a-z0-9_-]{1,60}$/i.test(call.name) ? ` with {"name":"${call.name}","arguments":{…}}` : '';
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool. This server has ${searchToolName} and ${executeToolName}; run a catalog tool through ${executeToolName}${inner}.`,
    );
  }
  const requestId = crypto.randomUUID();
  try {
    return call.name === searchToolName
      ? searchResult(await search(ports, call.arguments))
      : await execute(ports, call.arguments, ctx, requestId);
  } catch (thrown) {
    const paying = decodePayment(ctx.mcpReq._meta?.[metaKeys.payment]) !== undefined;
    const error = paying ? asServiceError(thrown).ofPayingCall() : asServiceError(thrown);
    if (error.status >= 500) ports.report?.(thrown, requestId);
    return errorResult(error, call.name === executeToolName, requestId);
  }
}
