import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../../src/catalog/define.ts';
import { inputObject } from '../../../src/catalog/inputs.ts';
import { type IndexedTool, Registry } from '../../../src/catalog/registry.ts';
import { createSearch } from '../../../src/catalog/search.ts';
import { answerSchema, fact } from '../../../src/kernel/answer.ts';
import { FreePipeline, type PipelinePorts } from '../../../src/pipeline/free.ts';
import type { RestPorts } from '../../../src/transports/rest/ports.ts';
import { type RunningServer, startRestServer } from '../../../src/transports/rest/server.ts';
import { defineRoute } from '../../pipeline/define-route.ts';
import { withoutEvidence } from '../../pipeline/no-evidence.ts';

const words = {
  sources: ['a-register'],
  limits: ['Synthetic.'],
  scope: 'meta',
  subject: 'none',
} as const;

const citation = {
  sourceName: 'A register',
  sourceUrl: 'https://records.example.gov/',
  fetchedAt: '2026-11-21T00:00:00Z',
};

const doubled = (value: number) => ({
  state: 'found' as const,
  summary: 'Doubled.',
  facts: { doubled: { value, citation: 'c1' } },
  citations: { c1: citation },
  searched: [],
  limits: [],
  verifyNext: [],
});

const double = defineTool({
  ...words,
  title: 'Doubles a number',
  summary: 'Twice a number, from a register of doubles.',
  whenToUse: 'How much is twice this number?',
  notFor: 'Not for halves.',
  closedWorld: true,
  examples: [{ title: 'Twice two', arguments: { number: 2 } }],
  input: inputObject({ number: z.number().min(-1000).max(1000) }),
  output: answerSchema({ facts: z.strictObject({ doubled: fact(z.number()) }) }),
  paid: oneCentTerms(['numbers', 'Doubles & more']),
  run: (_ctx, { number }) => doubled(number * 2),
});

const slow = defineTool({
  ...words,
  title: 'Waits',
  summary: 'Waits as many milliseconds as queried, until it is cancelled.',
  whenToUse: 'When a caller wants to wait.',
  notFor: 'Not for the impatient.',
  examples: [{ title: 'One', arguments: { ms: 1 } }],
  input: inputObject({ ms: z.number().min(0).max(30_000) }),
  output: answerSchema({}),
  async run(ctx, { ms }) {
    await sleep(ms, undefined, { signal: ctx.signal }).catch((error: unknown) => {
      waits.cancelled += 1;
      throw error;
    });
    const { facts: _, ...rest } = doubled(0);
    return rest;
  },
});

const long = defineTool({
  ...words,
  title: 'Talks',
  summary: 'Says more than a kilobyte, so that the answer is worth compressing.',
  whenToUse: 'When a caller wants a long answer.',
  notFor: 'Not for short ones.',
  examples: [{ title: 'Talk', arguments: {} }],
  input: inputObject({}),
  output: answerSchema({}),
  run: () => {
    const { facts: _, ...rest } = doubled(0);
    return { ...rest, limits: ['x'.repeat(2_000)] };
  },
});

const broken = defineTool({
  ...words,
  title: 'Breaks',
  summary: 'Has a bug in it, so that the way of a bug can be seen.',
  whenToUse: 'Never.',
  notFor: 'Anything.',
  examples: [{ title: 'Break', arguments: {} }],
  input: inputObject({}),
  output: answerSchema({}),
  run: () => {
    throw new TypeError('secret detail at /home/someone/file.ts');
  },
});

const bundle = defineRoute({
  ...words,
  title: 'A bundle – of “everything”',
  summary: 'Everything about a number in one bundle, with naïve typography.',
  whenToUse: 'When one number is worth its price.',
  notFor: 'Not for two numbers.',
  examples: [{ title: 'Bundle', arguments: { number: 2 } }],
  input: inputObject({ number: z.number().min(0) }),
  output: z.strictObject({ id: z.string() }),
  diagnostic: z.strictObject({ kind: z.literal('bundle_diagnostic'), charged: z.literal(false) }),
  paid: {
    priceUsdc: '1.09',
    rails: ['evm'],
    chargesWhen: 'the number is even',
    freeWhen: 'the number is odd',
    tags: ['bundle'],
    preflightTools: ['svc_double' as never, 'svc_flood_zone'],
  },
  preflight: () => ({ ready: true }),
  run: async () => ({ charge: true, body: { id: '1' } }),
});

/** How often a waiting tool saw that its caller went away. */
export const waits = { cancelled: 0 };

export const fakeTools = [
  { category: 'coverage', file: 'double', definition: double },
  { category: 'hazards', file: 'slow', definition: slow },
  { category: 'hazards', file: 'broken', definition: broken },
  { category: 'hazards', file: 'long', definition: long },
  { category: 'paid', file: 'bundle', definition: bundle },
] as unknown as readonly IndexedTool[];

export const networks = {
  evm: { network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  solana: {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
} as const;

export interface LogLine {
  readonly level: string;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

export interface FakeService extends RestPorts {
  readonly lines: LogLine[];
}

/** Ports over the fake index: real validation and pipeline, no source, no payment. */
export function fakeService(more: Partial<RestPorts> = {}, toolIndex: readonly IndexedTool[] = fakeTools): FakeService {
  const registry = new Registry(toolIndex);
  const lines: LogLine[] = [];
  const line = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  // the fake tools ask no one: the ports that they would ask through stay unset
  const pipeline = new FreePipeline({
    registry,
    log,
    clock: () => new Date('2026-11-21T00:00:00Z'),
    sourcesFor: () => ({}),
    ...withoutEvidence,
  } as unknown as PipelinePorts);
  const search = createSearch(registry);
  return {
    lines,
    registry,
    version: '0.0.0-test',
    cards: [],
    networks,
    log,
    callFree: (name, args, options) => pipeline.call(name, args, options),
    searchCatalog: (query, options) => search.search(query, options),
    mcpHandler: async (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"mcp":true}');
    },
    ready: async () => ({ ready: true, checks: { registry: 'ok' } }),
    rateLimitPerMinute: 0,
    ...more,
  };
}

export interface Client extends RunningServer {
  readonly service: FakeService;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

export async function startFake(
  more: Partial<RestPorts> = {},
  toolIndex?: readonly IndexedTool[],
  listen: { graceMs?: number } = {},
): Promise<Client> {
  const service = fakeService(more, toolIndex);
  const running = await startRestServer(service, { port: 0, host: '127.0.0.1', ...listen });
  return {
    ...running,
    service,
    get: (path, headers = {}, method = 'GET') => fetch(running.url + path, { method, headers, redirect: 'manual' }),
    post: (path, body, headers = {}) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}
