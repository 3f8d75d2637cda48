import { setMaxListeners } from 'node:events';
import { sha256 } from '../../kernel/canonical.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { AskedEntry, FailureKind, SourceAccess, SourceReply, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { createReplyCache, type Kept, type ReplyCache } from './cache.ts';
import { judgeBody } from './decode.ts';
import { Flights } from './flights.ts';
import { freshSeconds, isQuestion } from './freshness.ts';
import { HealthBook } from './health.ts';
import { HostDesk, type HostLimits } from './hosts.ts';
import { KeyRing } from './keys.ts';
import { reasonFor } from './reasons.ts';
import { type Arrived, createTransport, type Lost } from './transport.ts';

export interface ClientLimits extends HostLimits {
  /** For connecting alone, looking up the name included. */
  readonly connectTimeoutMs: number;
  /** The same, while the network itself seems to be away. */
  readonly hurriedConnectTimeoutMs: number;
  /** For one request of a card that says nothing else. */
  readonly timeoutMs: number;
  /** Ceiling over what cards and questions ask for. */
  readonly maxTimeoutMs: number;
  readonly maxBytes: number;
  readonly retries: number;
}

export interface ClientOptions {
  /** See {@link createTransport}. */
  readonly proxy?: string | undefined;
  /** Keys of sources by setting name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Product, version and contact. */
  readonly userAgent: string;
  /** Folder of the cache file; absent: memory only. */
  readonly cacheDirectory?: string | undefined;
  readonly redisUrl?: string | undefined;
  readonly log: Log;
  readonly clock: () => Date;
  readonly limits?: Partial<ClientLimits>;
}

export interface SourceClient {
  /** Access for one call: bound to its cancellation, its questions told to `onAsked`. */
  accessFor(
    signal: AbortSignal,
    requestId: string,
    onAsked?: (entry: AskedEntry) => void,
    /** Ceiling over every question of this call. */
    maxTimeoutMs?: number,
  ): SourceAccess;
  health(): HealthBook;
  close(): Promise<void>;
}

const defaults: ClientLimits = {
  connectTimeoutMs: 3000,
  hurriedConnectTimeoutMs: 800,
  timeoutMs: 8000,
  maxTimeoutMs: 60_000,
  maxBytes: 8_000_000,
  retries: 1,
  retryDelayMs: 250,
  maxRetryAfterSeconds: 2,
  halfOpenAfterMs: 30_000,
  rateSecondMs: 1000,
};

type Landed = (Kept & { readonly ok: true; readonly ttl: number }) | Lost;

interface Question {
  readonly card: SourceCard;
  readonly request: SourceRequest;
  readonly url: URL;
  readonly shown: string;
  readonly accept: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Asks sources under the limits of their cards: keys, time, size, rate, circuit, cache, one flight per question. */
export function createSourceClient(options: ClientOptions): SourceClient {
  const limits = { ...defaults, ...options.limits };
  const { log, clock } = options;
  const keys = new KeyRing(options.keys);
  const transport = createTransport({ ...limits, proxy: options.proxy, clock });
  const cache: ReplyCache = createReplyCache({
    directory: options.cacheDirectory,
    redisUrl: options.redisUrl,
    log,
  });
  const desk = new HostDesk(limits);
  const flights = new Flights<Landed>();
  const health = new HealthBook();
  /** Replies that the cache has already. */
  const known = new WeakSet<object>();

  function question(card: SourceCard, request: SourceRequest, ceilingMs = limits.maxTimeoutMs): Question {
    const url = new URL(request.url);
    const named = Object.entries({ ...card.http?.headers, ...request.headers });
    const accept = named.findLast(([name]) => name.toLowerCase() === 'accept')?.[1];
    return {
      card,
      request,
      url: keys.unsigned(url, card),
      shown: keys.publicUrl(url, card).href,
      accept: accept ?? ((request.as ?? 'json') === 'json' ? 'application/json' : '*/*'),
      timeoutMs: Math.min(
        request.timeoutMs ?? card.http?.timeoutMs ?? limits.timeoutMs,
        limits.maxTimeoutMs,
        ceilingMs,
      ),
      maxBytes: request.maxBytes ?? card.http?.maxBytes ?? limits.maxBytes,
    };
  }

  const textOf = ({ url, request, accept }: Question) => {
    const { method = 'GET', answerStatuses = [], body = '' } = request;
    return [options.proxy ?? '', method, url.href, accept, answerStatuses.join(), body].join('\n');
  };

  /** Asks the source itself; what comes back carries no key. */
  async function ask(asked: Question, signal: AbortSignal): Promise<Landed> {
    const { card, request } = asked;
    const signed = keys.sign(asked.url, card);
    const headers = Object.fromEntries(
      Object.entries({
        ...card.http?.headers,
        ...request.headers,
        ...signed.headers,
      }).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const outgoing = {
      url: signed.url,
      method: request.method ?? 'GET',
      headers: {
        ...headers,
        accept: asked.accept,
        'accept-encoding': 'gzip, br, deflate',
        'user-agent': options.userAgent,
      },
      body: request.body,
      timeoutMs: asked.timeoutMs,
      maxBytes: asked.maxBytes,
      signal,
    };
    const result = await desk.run({
      card,
      host: asked.url.host,
      retries: isQuestion(request) ? (card.http?.retries ?? limits.retries) : 0,
      signal,
      send: () => transport.send(outgoing),
    });
    return result.ok ? land(asked, result) : result;
  }

  function land({ card, request }: Question, arrived: Arrived): Landed {
    const { status } = arrived;
    const answers = (status >= 200 && status <= 299) || request.answerStatuses?.includes(status);
    if (!answers) return { ok: false, kind: kindOfStatus(status), status, detail: `HTTP ${status}` };
    return {
      ok: true,
      status,
      bytes: keys.redactBytes(arrived.bytes),
      contentType: arrived.contentType,
      lastModified: arrived.lastModified,
      redirected: arrived.redirected,
      synthetic: arrived.synthetic,
      fetchedAt: clock().toISOString(),
      bodyHash: sha256(arrived.bytes),
      ttl: freshSeconds(card, request, arrived.cacheControl),
    };
  }

  async function answer(asked: Question, signal: AbortSignal): Promise<Landed> {
    if (!isQuestion(asked.request)) return ask(asked, signal);
    const key = textOf(asked);
    if (freshSeconds(asked.card, asked.request) > 0) {
      const kept = await cache.get(key);
      // a stand-in's answer is only believed while a stand-in is configured
      if (kept && (!kept.synthetic || options.proxy)) {
        const landed: Landed = { ok: true, ...kept, ttl: 0 };
        known.add(landed);
        return landed;
      }
    }
    // queueing and repetitions included, a caller waits at most half as long again as one request may take
    return flights.join(key, signal, asked.timeoutMs * 1.5, (shared) => ask(asked, shared));
  }

  async function fetchOne(
    card: SourceCard,
    request: SourceRequest,
    signal: AbortSignal,
    ceilingMs?: number,
  ): Promise<SourceReply> {
    const asked = question(card, request, ceilingMs);
    const fail = (kind: FailureKind, status?: number): SourceReply => ({
      ok: false,
      kind,
      reason: reasonFor(card, kind, { status, timeoutMs: asked.timeoutMs, maxBytes: asked.maxBytes }),
      ...(status !== undefined && { status }),
      url: asked.shown,
      at: clock().toISOString(),
    });
    const refused = (kind: FailureKind, detail: string, status?: number) => {
      const about = { cardId: card.id, host: asked.url.host, kind, status, detail: keys.redact(detail).slice(0, 120) };
      log[kind === 'cancelled' || kind === 'circuit_open' ? 'debug' : 'warn'](about, 'source did not answer');
      const lacksKey = kind === 'refused' && card.key !== undefined && keys.of(card) === undefined;
      return fail(lacksKey ? 'needs_key' : kind, status);
    };
    if (signal.aborted) return refused('cancelled', 'cancelled before it was asked');
    if (card.key?.required && keys.of(card) === undefined) return refused('needs_key', 'key is not configured');
    const landed = await answer(asked, signal);
    if (!landed.ok) return refused(landed.kind, landed.detail, landed.status);
    const accepted = landed.status < 200 || landed.status > 299 || request.answerStatuses?.includes(landed.status);
    const judged = judgeBody(landed, request, asked.accept);
    if (!('body' in judged) && !accepted) return refused(judged.kind, judged.detail, landed.status);
    if (isQuestion(request) && !known.has(landed)) {
      known.add(landed);
      cache.set(textOf(asked), landed, { ttlSeconds: landed.ttl, mayLeaveMemory: card.peopleFree === true });
    }
    return {
      ok: true,
      status: landed.status,
      body: 'body' in judged ? judged.body : undefined,
      url: asked.shown,
      fetchedAt: landed.fetchedAt,
      ...(landed.lastModified !== undefined && { lastModified: landed.lastModified }),
      synthetic: landed.synthetic,
      bodyHash: landed.bodyHash,
    };
  }

  return {
    accessFor(signal, requestId, onAsked, maxTimeoutMs) {
      // a composite asks dozens of questions under one signal
      setMaxListeners(0, signal);
      return {
        hasKey: (card) => keys.of(card) !== undefined,
        async fetch(card, request) {
          const started = performance.now();
          const reply = await fetchOne(card, request, signal, maxTimeoutMs);
          health.note(card, reply);
          const ms = Math.round(performance.now() - started);
          const outcome = reply.ok ? ('answered' as const) : reply.kind;
          log.debug({ requestId, cardId: card.id, host: new URL(reply.url).host, outcome, ms }, 'source asked');
          onAsked?.({
            cardId: card.id,
            url: reply.url,
            at: reply.ok ? reply.fetchedAt : reply.at,
            outcome,
            ...(reply.ok && { bodyHash: reply.bodyHash }),
          });
          return reply;
        },
      };
    },
    health: () => health,
    async close() {
      flights.abort();
      transport.close();
      await cache.close();
    },
  };
}

function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limited';
  if ([401, 403, 407, 451].includes(status)) return 'refused';
  return status === 410 || (status >= 300 && status <= 399) ? 'moved' : 'http_error';
}
