import type { IncomingMessage, ServerResponse } from 'node:http';
import { testClock } from '../clock.ts';
import { serveLocally } from '../local-server.ts';
import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';
import { type Fault, faultReply, hostile, hostileTable, instructed, peopled, peopledText } from './faults.ts';

/** Which requests a fault is for: a card's id, a host, `*` for all, or a condition. */
type Selector = string | ((request: SeenRequest) => boolean);

export interface SeenRequest {
  /** Card of the fake upstream that served; undefined where none did. */
  readonly cardId: string | undefined;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  /** What was posted; empty where nothing was. */
  readonly body: string;
}

export interface UpstreamServer {
  /** What `SVC_UPSTREAM_PROXY` is set to. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Requests that no fake upstream served. */
  readonly misses: readonly SeenRequest[];
  setFault(selector: Selector, fault: Fault | undefined): void;
  /** Changes what a fake source sends, for answers that its fixture does not reach: more rows, a column that it leaves out. */
  rewrite(cardId: string, change: (body: unknown) => unknown): void;
  close(): Promise<void>;
}

interface UpstreamOptions {
  readonly fakeUpstreams: readonly FakeUpstream[];
  readonly faults?: Readonly<Record<string, Fault>>;
  /** Leaves out the mark of a fake upstream, so that the service treats its answers as those of the real sources. */
  readonly unmarked?: boolean;
  /** What the fake upstreams take for now; the day of the fixtures where absent. */
  readonly clock?: () => Date;
  /** Port of the loopback address; any free one where absent. */
  readonly port?: number;
}

const dripMs = 20;

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Takes `/host/path?query` apart. */
async function toRequest(incoming: IncomingMessage, now: Date): Promise<UpstreamRequest> {
  const [, host = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(incoming.url ?? '') ?? [];
  const mark = rest.indexOf('?');
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? 'GET',
    host,
    path: (mark < 0 ? rest : rest.slice(0, mark)) || '/',
    query: new URLSearchParams(mark < 0 ? '' : rest.slice(mark + 1)),
    headers,
    body: await readBody(incoming),
    now,
  };
}

function encode(reply: UpstreamReply, fault: Fault | undefined, cardId: string): { type: string; bytes: Buffer } {
  if (reply.body instanceof Uint8Array) return { type: 'application/octet-stream', bytes: Buffer.from(reply.body) };
  if (typeof reply.body === 'string') {
    const edited = fault === 'people' ? peopledText(reply.body) : changed(reply.body, fault, cardId);
    const text = typeof edited === 'string' ? edited : reply.body;
    return { type: 'text/plain; charset=utf-8', bytes: Buffer.from(text) };
  }
  const body = changed(reply.body, fault, cardId);
  return { type: 'application/json', bytes: Buffer.from(body === undefined ? '' : JSON.stringify(body)) };
}

function changed(body: unknown, fault: Fault | undefined, cardId: string): unknown {
  if (fault === 'hostileText') return typeof body === 'string' ? hostileTable(body) : hostile(body);
  if (fault === 'people') return peopled(body, cardId);
  if (typeof fault === 'object' && 'instruct' in fault) return instructed(body, fault.instruct);
  // a fake upstream may hand out the same object again: the edit gets one of its own
  return typeof fault === 'object' && 'edit' in fault ? fault.edit(structuredClone(body)) : body;
}

/**
 * The outside world on loopback: every source that has a fake upstream, behind the address form of the upstream proxy.
 * All replies are marked synthetic; a request that no one serves is a 404 with `x-world-miss`.
 */
export async function startUpstreams(options: UpstreamOptions): Promise<UpstreamServer> {
  const { clock = testClock } = options;
  const requests: SeenRequest[] = [];
  const misses: SeenRequest[] = [];
  const faults = new Map<Selector, Fault>(Object.entries(options.faults ?? {}));
  const changes = new Map<string, (body: unknown) => unknown>();
  const hanging = new Set<NodeJS.Timeout>();

  function serve(request: UpstreamRequest): { fakeUpstream: FakeUpstream; reply: UpstreamReply } | undefined {
    for (const fakeUpstream of options.fakeUpstreams) {
      if (!fakeUpstream.hosts.includes(request.host)) continue;
      const reply = fakeUpstream.respond(request);
      if (reply) return { fakeUpstream, reply };
    }
    return undefined;
  }

  function faultFor(seen: SeenRequest): Fault | undefined {
    const conditions = [...faults].filter(([selector]) => typeof selector === 'function' && selector(seen));
    return faults.get(seen.cardId ?? '') ?? faults.get(seen.host) ?? conditions.at(-1)?.[1] ?? faults.get('*');
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await toRequest(incoming, clock());
    const served = serve(request);
    const seen = {
      cardId: served?.fakeUpstream.cardId,
      method: request.method,
      host: request.host,
      path: request.path,
      query: request.query.toString(),
      body: String(request.body ?? ''),
    };
    requests.push(seen);
    if (!served) misses.push(seen);
    const fault = faultFor(seen);
    if (!options.unmarked) outgoing.setHeader('x-place-records-synthetic', '1');
    if (fault === 'refused') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'timeout') return;
    if (fault === 'drip') {
      drip(outgoing);
      return;
    }
    if (typeof fault === 'object' && 'delayMs' in fault) await pause(fault.delayMs);
    const acted = fault && faultReply(fault);
    if (acted) {
      outgoing.writeHead(acted.status, acted.headers).end(acted.body);
      return;
    }
    if (!served) {
      outgoing.writeHead(404, { 'content-type': 'application/json', 'x-world-miss': '1' });
      outgoing.end('{"message":"no fake upstream serves this"}');
      return;
    }
    const change = changes.get(served.fakeUpstream.cardId);
    const reply = change ? { ...served.reply, body: change(served.reply.body) as UpstreamReply['body'] } : served.reply;
    const { type, bytes } = encode(reply, fault, served.fakeUpstream.cardId);
    const { status = 200, headers = {} } = served.reply;
    outgoing.writeHead(status, { 'content-type': type, 'content-length': String(bytes.length), ...headers });
    if (fault !== 'truncated') {
      outgoing.end(bytes);
      return;
    }
    outgoing.write(bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2))));
    setImmediate(() => incoming.socket.destroy());
  }

  /** Headers at once, and then a space now and then: an answer that never ends and never falls silent. */
  function drip(outgoing: ServerResponse): void {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => outgoing.write(' '), dripMs);
    hanging.add(timer);
    outgoing.on('close', () => {
      clearInterval(timer);
      hanging.delete(timer);
    });
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        hanging.delete(timer);
        resolve();
      }, ms);
      hanging.add(timer);
    });
  }

  const server = await serveLocally((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      // a fault of a fake upstream itself must be seen, not look like a fault of the source
      outgoing.writeHead(500, { 'x-world-broken': '1' }).end(String(error));
    });
  }, options.port);

  return {
    url: server.url,
    requests,
    misses,
    setFault(selector, fault) {
      if (fault === undefined) faults.delete(selector);
      else faults.set(selector, fault);
    },
    rewrite(cardId, change) {
      changes.set(cardId, change);
    },
    async close() {
      for (const timer of hanging) clearTimeout(timer);
      await server.close();
    },
  };
}
