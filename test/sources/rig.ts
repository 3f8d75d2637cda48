import type { RequestLogEntry, SourceAccess } from '../../src/kernel/ports/sources.ts';
import type { SourceCard } from '../../src/kernel/source-card.ts';
import { type ClientOptions, createSourceClient, type SourceClient } from '../../src/sources/http/client.ts';
import { testClock } from '../clock.ts';
import type { UpstreamReply, UpstreamRequest } from '../upstreams/fake-upstream.ts';
import type { Fault } from '../upstreams/faults.ts';
import { startUpstreams, type UpstreamServer } from '../upstreams/server.ts';

/** Card of a source that exists only in tests. */
export function testCard(more: Partial<SourceCard> = {}): SourceCard {
  return {
    id: 'test-source',
    name: 'Test Office Register',
    publisher: 'Test Office',
    authority: 'official',
    landingUrl: 'https://office.test/',
    datasetUrl: 'https://office.test/register',
    endpoint: 'https://office.test/data',
    covers: 'nowhere',
    cadence: 'never',
    licenseNote: 'test license',
    seen: { by: 'none', note: 'exists only in tests' },
    limits: [],
    ...more,
  };
}

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: object;
}

export interface Rig {
  readonly upstreams: UpstreamServer;
  readonly client: SourceClient;
  readonly access: SourceAccess;
  readonly log: LogLine[];
  readonly queried: RequestLogEntry[];
  close(): Promise<void>;
}

export interface RigOptions extends Partial<ClientOptions> {
  /** Answers of the fake upstream, by default of host office.test. */
  readonly respond?: (request: UpstreamRequest) => UpstreamReply | undefined;
  readonly hosts?: readonly string[];
  readonly faults?: Readonly<Record<string, Fault>>;
}

/** A client, a fake upstream world on loopback and a log that can be read. */
export async function openRig(options: RigOptions = {}): Promise<Rig> {
  const { respond = () => ({ body: { rows: [1, 2, 3] } }), hosts = ['office.test'], faults = {}, ...client } = options;
  const upstreams = await startUpstreams({ fakeUpstreams: [{ cardId: 'test-source', hosts, respond }], faults });
  const log: LogLine[] = [];
  const write = (level: string) => (fields: object, message: string) => log.push({ level, message, fields });
  const source = createSourceClient({
    proxy: upstreams.url,
    keys: {},
    userAgent: 'place-records/test (+https://example.test/contact)',
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    clock: testClock,
    ...client,
    limits: { retryDelayMs: 5, ...client.limits },
  });
  const queried: RequestLogEntry[] = [];
  const access = source.accessFor({
    ...{ signal: new AbortController().signal, requestId: 'test' },
    onRequest: (entry) => queried.push(entry),
  });
  return {
    upstreams,
    client: source,
    access,
    log,
    queried,
    async close() {
      await source.close();
      await upstreams.close();
    },
  };
}

/** Runs a test with a rig and closes it whatever happens. */
export async function withRig(options: RigOptions, test: (rig: Rig) => Promise<void>): Promise<void> {
  const rig = await openRig(options);
  try {
    await test(rig);
  } finally {
    await rig.close();
  }
}

/** Milliseconds that something takes. */
export async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  const value = await work;
  return { value, ms: performance.now() - started };
}
