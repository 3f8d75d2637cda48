import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from '../../src/catalog/registry.ts';
import type { JobService } from '../../src/composition/job-parts.ts';
import { asServiceError } from '../../src/kernel/errors.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import { openProviders } from '../../src/payments/downstream/providers.ts';
import type { DownstreamSettings } from '../../src/payments/downstream/settings.ts';
import { Payments } from '../../src/payments/payments.ts';
import type { PaymentSettings } from '../../src/payments/settings.ts';
import { onBehalfOf } from '../../src/pipeline/caller.ts';
import { FreePipeline, type PipelinePorts } from '../../src/pipeline/free.ts';
import { PaidPipeline } from '../../src/pipeline/paid.ts';
import { openBooks } from '../../src/store/open-ledger.ts';
import type { Remedies } from '../../src/store/remedies.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import type { SpendStore } from '../../src/store/sql-spend.ts';
import { createPaidHttp } from '../../src/transports/rest/paid-http.ts';
import { chainNow, testClock } from '../clock.ts';
import { serveLocally } from '../local-server.ts';
import { withoutEvidence } from './no-evidence.ts';
import { Runs, testTools } from './test-tools.ts';

export interface Shop {
  readonly url: string;
  readonly ledger: Ledger;
  readonly remedies: Remedies;
  readonly spend: SpendStore;
  readonly paid: PaidPipeline;
  readonly free: FreePipeline;
  readonly registry: Registry;
  readonly runs: Runs;
  /** Everything that was logged, as JSON text. */
  readonly logged: string[];
  readonly dataDir: string;
  post(slug: string, body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<ShopReply>;
  close(): Promise<void>;
}

export interface ShopReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  readonly json: any;
}

export interface ShopOptions {
  readonly payments: PaymentSettings;
  readonly dataDir?: string;
  readonly databaseUrl?: string | undefined;
  readonly leaseMs?: number;
  readonly payerLimit?: number;
  readonly undecidedLimit?: number;
  readonly now?: () => number;
  readonly ledger?: Ledger;
  /** What sells jobs, with the registry and the pipeline that its routes are in; default: the tools of the test index. */
  readonly selling?: { readonly registry: Registry; readonly free: FreePipeline; readonly jobs: JobService };
  /** What it buys outside, and the book of that; one of its own beside the ledger where absent. */
  readonly downstream?: DownstreamSettings;
  readonly spend?: SpendStore;
}

/** Paid routes of the test index behind plain HTTP: the REST port and nothing else. */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'shop-'));
  const logged: string[] = [];
  const write = (fields: object, message: string) =>
    void logged.push(JSON.stringify({ ...fields, message }, plainErrors));
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const runs = new Runs();
  const registry = options.selling?.registry ?? new Registry(testTools(runs));
  const ports = {
    registry,
    log,
    clock: testClock,
    sourcesFor: () => ({}),
    jurisdictions: { forSale: () => ({}) },
    ...withoutEvidence,
  } as unknown as PipelinePorts;
  const free = options.selling?.free ?? new FreePipeline(ports);
  const books = openBooks({ databaseUrl: options.databaseUrl, dataDir });
  const ledger = options.ledger ?? books.ledger;
  const spend = options.spend ?? books.spend;
  const now = options.now ?? chainNow;
  const payments = new Payments(options.payments, log, now);
  const settings = options.downstream ?? { providers: {}, signer: undefined };
  const providers = openProviders({
    ...{ settings, store: spend, userAgent: 'test', now, clock: testClock, log },
    // what hangs is given up soon
    timeoutMs: 1_500,
  });
  const paid = new PaidPipeline({
    registry,
    free,
    payments,
    ledger,
    remedies: books.remedies,
    providers,
    log,
    jobs: options.selling?.jobs.port,
    ...(options.leaseMs && { leaseMs: options.leaseMs }),
    ...(options.undecidedLimit && { undecidedLimit: options.undecidedLimit }),
    ...(options.payerLimit && { payerLimit: options.payerLimit }),
  });
  const http = createPaidHttp(paid);
  let url = '';
  const server = await serveLocally(async (request, response) => {
    const abort = new AbortController();
    response.on('close', () => !response.writableFinished && abort.abort());
    try {
      const text = await textOf(request);
      const { pathname } = new URL(request.url ?? '', url);
      const handle = () =>
        http.handle(pathname.replace('/api/', ''), {
          method: request.method ?? '',
          body: text === '' ? undefined : JSON.parse(text),
          rawBody: text === '' ? undefined : Buffer.from(text),
          headers: request.headers,
          signal: abort.signal,
          requestId: 'r1',
          url: `${url}${pathname}`,
        });
      // as if it came from another machine
      const reply = await onBehalfOf({ address: '203.0.113.1' }, handle);
      response.writeHead(reply.status, reply.headers).end(reply.body);
    } catch (thrown) {
      const error = asServiceError(thrown);
      if (error.code === 'internal_error') log.error({ err: thrown }, 'fault');
      const after = error.retryAfterSeconds;
      const headers = {
        ...error.headers,
        'content-type': 'application/problem+json',
        ...(after && { 'retry-after': String(after) }),
      };
      response.writeHead(error.status, headers).end(JSON.stringify(error.toBody()));
    }
  });
  url = server.url;
  return {
    url,
    ledger,
    remedies: books.remedies,
    spend,
    paid,
    free,
    registry,
    runs,
    logged,
    dataDir,
    async post(slug, body, headers = {}, signal) {
      const response = await fetch(`${url}/api/${slug}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined };
    },
    async close() {
      await server.close();
      await books.ledger.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function plainErrors(_: string, value: unknown): unknown {
  return value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
    : value;
}
