import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import fetch, { AbortError, type Response } from 'node-fetch';
import type { FailureKind } from '../../kernel/ports/sources.ts';
import { BodyError, decodeBody } from './decode.ts';
import { isPrivateHost, lookupPublic, PrivateAddressError, privateAddressCode } from './private-addresses.ts';

/** One request as it leaves the service; the key is already in it. */
export interface Outgoing {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds for the whole of it: connecting, headers and body. */
  readonly timeoutMs: number;
  /** Largest body, before and after decompression. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Whether one more request may be sent, to follow a redirect; always where absent. */
  maySend?(): boolean;
}

export interface SourceResponse {
  readonly ok: true;
  readonly status: number;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly lastModified: string | undefined;
  readonly cacheControl: string | undefined;
  readonly synthetic: boolean;
  readonly redirected: boolean;
  /** Seconds that the source asks to wait. */
  readonly retryAfter: number | undefined;
}

/** What went wrong before there was a body to judge. `detail` is for the log. */
export interface FetchFailure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly status?: number;
  readonly detail: string;
  /** The connection broke after it stood; worth one more try. */
  readonly transient?: boolean;
}

interface TransportOptions {
  /** `http://127.0.0.1:9000`: every address `https://host/path` is queried as `http://127.0.0.1:9000/host/path`. */
  readonly proxy: string | undefined;
  readonly connectTimeoutMs: number;
  /** Limit while the network itself seems to be away: a host did not connect, and none has since. */
  readonly degradedConnectTimeoutMs: number;
  readonly clock: () => Date;
}

export interface Opened {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Transport {
  send(request: Outgoing): Promise<SourceResponse | FetchFailure>;
  /** Opens a body that may be of any size; follows no redirect. Throws where nothing arrives. */
  open(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Opened>;
  close(): void;
}

/** Header by which a fake upstream world marks its replies; believed only from a configured proxy. */
export const syntheticHeader = 'x-place-records-synthetic';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** How long one host that did not connect makes us impatient with the others. */
const degradedForMs = 30_000;

class ConnectTimeout extends Error {
  readonly code = 'ECONNECTTIMEOUT';
}

/** Bounds the time to connect (looking up the name and shaking hands included). */
class ConnectClock {
  readonly #options: TransportOptions;
  #timedOutAt = Number.NEGATIVE_INFINITY;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** An agent whose sockets are ended when they have not reached `event` in time. */
  bound<A extends http.Agent>(agent: A, event: 'connect' | 'secureConnect'): A {
    const creator = agent as unknown as { createConnection: CreateConnection };
    const create = creator.createConnection.bind(agent) as CreateConnection;
    creator.createConnection = (options, callback) => this.#watch(create(options, callback), event);
    return agent;
  }

  #watch(socket: Socket, event: string): Socket {
    const degraded = performance.now() - this.#timedOutAt < degradedForMs;
    const ms = degraded ? this.#options.degradedConnectTimeoutMs : this.#options.connectTimeoutMs;
    const timer = setTimeout(() => {
      this.#timedOutAt = performance.now();
      socket.destroy(new ConnectTimeout(`no connection within ${ms} ms`));
    }, ms);
    socket.once('close', () => clearTimeout(timer));
    socket.once(event, () => {
      clearTimeout(timer);
      this.#timedOutAt = Number.NEGATIVE_INFINITY;
    });
    return socket;
  }
}

type CreateConnection = (options: object, callback?: (error: Error | null, socket: Socket) => void) => Socket;

/** The address that is queried for a source's own. Throws a `PrivateAddressError` without a proxy for a private address. */
export function proxied(url: URL, proxy: string | undefined): string {
  if (!proxy && isPrivateHost(url)) throw new PrivateAddressError('the host is a private address');
  return proxy ? `${proxy.replace(/\/+$/, '')}/${url.host}${url.pathname}${url.search}` : url.href;
}

function causeOf(error: unknown): { code: string; detail: string } {
  const { code, errno, cause } = error as { code?: unknown; errno?: unknown; cause?: { code?: unknown } };
  const name = code ?? errno ?? cause?.code;
  return { code: typeof name === 'string' ? name : '', detail: error instanceof Error ? error.name : 'unknown error' };
}

function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

async function readCapped(response: Response, maxBytes: number): Promise<Buffer> {
  const announced = response.headers.get('content-length');
  if (Number(announced) > maxBytes) throw new BodyError('too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new BodyError('too_large');
    chunks.push(bytes);
  }
  if (announced !== null && Number(announced) !== size) throw new BodyError('truncated');
  return decodeBody(Buffer.concat(chunks), response.headers.get('content-encoding'), maxBytes);
}

const redirectTarget = (location: string | null, from: URL) =>
  location !== null && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;

/** Same host, and no step down from https. */
const isSameSite = (next: URL, from: URL) =>
  next.host === from.host && (next.protocol === 'https:' || next.protocol === from.protocol);

const notFollowed: FetchFailure = { ok: false, kind: 'not_asked', detail: 'a redirect was not followed' };

/** The one place that speaks HTTP to sources. Faults of a source are values; it never throws for one. */
export function createTransport(options: TransportOptions): Transport {
  const { proxy } = options;
  const connecting = new ConnectClock(options);
  // the address of a proxy is the operator's own, wherever it lies
  const pool = { keepAlive: true, timeout: 60_000, ...(proxy === undefined && { lookup: lookupPublic }) };
  const plain = connecting.bound(new http.Agent(pool), 'connect');
  const secure = connecting.bound(new https.Agent(pool), 'secureConnect');
  const shared = {
    redirect: 'manual' as const,
    // bodies are unpacked here, strictly: a cut gzip stream is an error and not a shorter answer
    compress: false,
    agent: (address: URL) => (address.protocol === 'http:' ? plain : secure),
  };

  async function ask(
    request: Outgoing,
    url: URL,
    redirected: boolean,
    signal: AbortSignal,
  ): Promise<SourceResponse | FetchFailure> {
    let response: Response | undefined;
    try {
      response = await fetch(proxied(url, proxy), {
        method: redirected ? 'GET' : request.method,
        headers: request.headers,
        ...(request.body !== undefined && !redirected && { body: request.body }),
        ...shared,
        signal,
      });
      const { status, headers } = response;
      if (redirects.has(status)) {
        response.body?.resume?.();
        const next = redirectTarget(headers.get('location'), url);
        if (next && isSameSite(next, url) && !redirected && request.method === 'GET') {
          return request.maySend?.() === false ? notFollowed : await ask(request, next, true, signal);
        }
        return { ok: false, kind: 'moved', status, detail: `redirect to ${next?.host ?? 'nowhere'}` };
      }
      const bytes = await readCapped(response, request.maxBytes);
      return {
        ok: true,
        status,
        bytes,
        contentType: headers.get('content-type')?.toLowerCase() ?? '',
        lastModified: headers.get('last-modified') ?? undefined,
        cacheControl: headers.get('cache-control') ?? undefined,
        synthetic: proxy !== undefined && headers.get(syntheticHeader) === '1',
        redirected,
        retryAfter: retryAfterSeconds(headers.get('retry-after'), options.clock()),
      };
    } catch (error) {
      return explain(error, response, request.signal);
    }
  }

  return {
    async send(request) {
      const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(request.timeoutMs)));
      const given = new AbortController();
      const result = await ask(request, request.url, false, AbortSignal.any([request.signal, deadline, given.signal]));
      // an answer that was given up must not go on arriving
      if (!result.ok) given.abort();
      return result;
    },
    async open(url, headers, signal) {
      const response = await fetch(proxied(url, proxy), { headers, ...shared, signal });
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        body: (response.body ?? []) as AsyncIterable<Uint8Array>,
      };
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

function explain(error: unknown, response: Response | undefined, caller: AbortSignal): FetchFailure {
  if (caller.aborted) return { ok: false, kind: 'cancelled', detail: 'cancelled by the caller' };
  const status = response && { status: response.status };
  if (error instanceof AbortError || (error as Error).name === 'AbortError') {
    return { ok: false, kind: 'timeout', ...status, detail: 'no complete answer in time' };
  }
  if (error instanceof BodyError) {
    return { ok: false, kind: error.kind, ...status, detail: error.kind, transient: error.kind === 'truncated' };
  }
  const { code, detail } = causeOf(error);
  if (response) return { ok: false, kind: 'truncated', ...status, detail: code || detail, transient: true };
  if (code === privateAddressCode) return { ok: false, kind: 'private_address', detail: code };
  return { ok: false, kind: 'unreachable', detail: code || detail, transient: /^(ECONNRESET|EPIPE)$/.test(code) };
}
