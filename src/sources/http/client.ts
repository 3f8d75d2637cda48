import { setMaxListeners } from 'node:events';
import { type Deadline, within } from '../../kernel/bounded.ts';
import { sha256 } from '../../kernel/canonical.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type {
  FailureKind,
  RequestLogEntry,
  SourceAccess,
  SourceReply,
  SourceRequest,
} from '../../kernel/ports/sources.ts';
import { silentTelemetry, type Telemetry } from '../../kernel/ports/telemetry.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { createReplyCache, type Held, type Kept, type ReplyCache } from './cache.ts';
import { Credentials } from './credentials.ts';
import { judgeBody } from './decode.ts';
import { freshSeconds, isQuestion } from './freshness.ts';
import { HealthRegistry } from './health.ts';
import { HostLimiter } from './host-limiter.ts';
import { type ClientLimits, defaultLimits } from './limits.ts';
import { measuredCache, measuredTransport } from './measured.ts';
import { type Caller, type Question, questionKey } from './question.ts';
import { quietKinds, reasonFor } from './reasons.ts';
import { type Patience, SingleFlight } from './single-flight.ts';
import { isSuccess, kindOfStatus } from './statuses.ts';
import { createTransport, type FetchFailure, type Outgoing, type SourceResponse, type Transport } from './transport.ts';

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
  readonly telemetry?: Telemetry | undefined;
}

export interface SourceClient {
  /** Access for one call: bound to its cancellation, its questions told to `onAsked`. */
  accessFor(
    signal: AbortSignal,
    requestId: string,
    onAsked?: (entry: RequestLogEntry) => void,
    /** Ceiling over every question of this call. */
    maxTimeoutMs?: number,
    /** When all of them have to be over. */
    deadline?: Deadline,
  ): SourceAccess;
  health(): HealthRegistry;
  close(): Promise<void>;
}

type FetchOutcome = (Kept & { readonly ok: true; readonly ttl: number }) | FetchFailure;

class Client implements SourceClient {
  readonly #options: ClientOptions;
  readonly #limits: ClientLimits;
  readonly #keys: Credentials;
  readonly #transport: Transport;
  readonly #cache: ReplyCache;
  readonly #desk: HostLimiter;
  readonly #requests = new SingleFlight<FetchOutcome>();
  readonly #health = new HealthRegistry();
  /** What the cache holds of outcomes, and of the replies that were made of them. */
  readonly #held = new WeakMap<object, Held>();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#keys = new Credentials(options.keys);
    const { telemetry = silentTelemetry } = options;
    const transport = createTransport({ ...this.#limits, proxy: options.proxy, clock: options.clock });
    this.#transport = measuredTransport(transport, telemetry);
    const cache = createReplyCache({
      directory: options.cacheDirectory,
      redisUrl: options.redisUrl,
      unacceptedMs: this.#limits.unacceptedMs,
      log: options.log,
    });
    this.#cache = measuredCache(cache, telemetry);
    this.#desk = new HostLimiter(this.#limits);
  }

  accessFor(
    signal: AbortSignal,
    requestId: string,
    onAsked?: (entry: RequestLogEntry) => void,
    maxTimeoutMs?: number,
    deadline?: Deadline,
  ): SourceAccess {
    // a composite asks dozens of questions under one signal
    setMaxListeners(0, signal);
    const used = new Map<string, Set<Held>>();
    return {
      accept: (reply) => {
        const held = this.#held.get(reply);
        if (held) this.#cache.accept(held);
      },
      refuse: (card) => {
        for (const held of used.get(card.id) ?? []) this.#cache.refuse(held);
        this.#health.refuse(card, this.#options.clock().toISOString(), this.#limits.unacceptedMs);
      },
      hasKey: (card) => this.#keys.of(card) !== undefined,
      fetch: async (card, request) => {
        const started = performance.now();
        const reply = await this.#fetch(card, request, { signal, ceilingMs: maxTimeoutMs, deadline });
        const held = this.#held.get(reply);
        if (held) used.set(card.id, (used.get(card.id) ?? new Set()).add(held));
        this.#health.note(card, reply);
        const ms = Math.round(performance.now() - started);
        const outcome = reply.ok ? ('answered' as const) : reply.kind;
        const about = { requestId, cardId: card.id, host: new URL(reply.url).host, outcome, ms };
        this.#options.log.debug(about, 'source asked');
        onAsked?.({
          cardId: card.id,
          source: card.name,
          method: request.method ?? 'GET',
          url: reply.url,
          ...(request.body !== undefined && { body: this.#keys.redact(request.body) }),
          at: reply.ok ? reply.fetchedAt : reply.at,
          outcome,
          ...(reply.status !== undefined && { status: reply.status }),
          ...(reply.ok && { bodyHash: reply.bodyHash }),
        });
        return reply;
      },
    };
  }

  health(): HealthRegistry {
    return this.#health;
  }

  async close(): Promise<void> {
    this.#requests.abort();
    this.#transport.close();
    await this.#cache.close();
  }

  #question(
    card: SourceCard,
    request: SourceRequest,
    { ceilingMs = Number.POSITIVE_INFINITY, deadline }: Caller,
  ): Question {
    const { timeoutMs, maxTimeoutMs, maxBytes } = this.#limits;
    const url = new URL(request.url);
    const named = Object.entries({ ...card.http?.headers, ...request.headers });
    const accept = named.findLast(([name]) => name.toLowerCase() === 'accept')?.[1];
    return {
      card,
      request,
      url: this.#keys.unsigned(url, card),
      shown: this.#keys.publicUrl(url, card).href,
      accept: accept ?? ((request.as ?? 'json') === 'json' ? 'application/json' : '*/*'),
      timeoutMs: Math.min(request.timeoutMs ?? card.http?.timeoutMs ?? timeoutMs, maxTimeoutMs, ceilingMs),
      callMs: deadline?.limitMs,
      maxBytes: request.maxBytes ?? card.http?.maxBytes ?? maxBytes,
    };
  }

  #outgoing({ card, request, url, accept, timeoutMs, maxBytes }: Question, signal: AbortSignal): Outgoing {
    const signed = this.#keys.sign(url, card);
    const given = Object.entries({ ...card.http?.headers, ...request.headers, ...signed.headers });
    return {
      url: signed.url,
      method: request.method ?? 'GET',
      headers: {
        ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
        accept,
        'accept-encoding': 'gzip, br, deflate',
        'user-agent': this.#options.userAgent,
      },
      body: request.body,
      timeoutMs,
      maxBytes,
      signal,
    };
  }

  /** Asks the source itself; what comes back carries no key. */
  async #ask(asked: Question, signal: AbortSignal): Promise<FetchOutcome> {
    const { card, request } = asked;
    const outgoing = this.#outgoing(asked, signal);
    const result = await this.#desk.run({
      card,
      host: asked.url.host,
      retries: isQuestion(request) ? (card.http?.retries ?? this.#limits.retries) : 0,
      signal,
      send: () => this.#transport.send(outgoing),
    });
    return result.ok ? this.#land(asked, result) : result;
  }

  #land({ card, request }: Question, response: SourceResponse): FetchOutcome {
    const { status } = response;
    const answers = isSuccess(status) || request.answerStatuses?.includes(status);
    if (!answers) return { ok: false, kind: kindOfStatus(status), status, detail: `HTTP ${status}` };
    return {
      ok: true,
      status,
      bytes: this.#keys.redactBytes(response.bytes),
      contentType: response.contentType,
      lastModified: response.lastModified,
      redirected: response.redirected,
      synthetic: response.synthetic,
      fetchedAt: this.#options.clock().toISOString(),
      bodyHash: sha256(response.bytes),
      ttl: freshSeconds(card, request, response.cacheControl),
    };
  }

  /** A fresh reply of the cache, else the source's own; equal questions under way share one request. */
  async #answer(asked: Question, { signal, deadline }: Caller): Promise<FetchOutcome> {
    const leftMs = deadline?.remainingMs() ?? Number.POSITIVE_INFINITY;
    const outOfTime: FetchOutcome = { ok: false, kind: 'out_of_time', detail: 'the call had no time left' };
    if (!isQuestion(asked.request)) {
      return leftMs < asked.timeoutMs
        ? within(leftMs, this.#ask(asked, signal), () => outOfTime)
        : this.#ask(asked, signal);
    }
    const { proxy } = this.#options;
    const key = questionKey(asked, proxy);
    if (freshSeconds(asked.card, asked.request) > 0) {
      const held = await this.#cache.get(key);
      // a fake upstream's answer is only believed while a fake upstream is configured
      if (held && (!held.kept.synthetic || proxy)) {
        const outcome: FetchOutcome = { ok: true, ...held.kept, ttl: 0 };
        this.#held.set(outcome, held);
        return outcome;
      }
    }
    if (leftMs <= 0) return outOfTime;
    // queueing and repetitions included, a caller waits at most half as long again as one request may take
    const patienceMs = asked.timeoutMs * 1.5;
    const patience: Patience =
      leftMs < patienceMs ? { waitMs: leftMs, late: 'out_of_time' } : { waitMs: patienceMs, late: 'timeout' };
    return this.#requests.join(key, signal, patience, (shared) => this.#ask(asked, shared));
  }

  /** The reply of a question that has no answer; what went wrong is logged without keys and never published. */
  #refuse(asked: Question, kind: FailureKind, detail: string, status?: number): SourceReply {
    const { card, maxBytes } = asked;
    const timeoutMs = kind === 'out_of_time' ? asked.callMs : asked.timeoutMs;
    const { log, clock } = this.#options;
    const about = {
      cardId: card.id,
      host: asked.url.host,
      kind,
      status,
      detail: this.#keys.redact(detail).slice(0, 120),
    };
    log[quietKinds.has(kind) ? 'debug' : 'warn'](about, 'source did not answer');
    const lacksKey = kind === 'refused' && card.key !== undefined && this.#keys.of(card) === undefined;
    const published = lacksKey ? 'needs_key' : kind;
    return {
      ok: false,
      kind: published,
      reason: reasonFor(card, published, { status, timeoutMs, maxBytes }),
      ...(status !== undefined && { status }),
      url: asked.shown,
      at: clock().toISOString(),
    };
  }

  async #fetch(card: SourceCard, request: SourceRequest, caller: Caller): Promise<SourceReply> {
    const asked = this.#question(card, request, caller);
    if (caller.signal.aborted) return this.#refuse(asked, 'cancelled', 'cancelled before it was asked');
    if (card.key?.required && this.#keys.of(card) === undefined) {
      return this.#refuse(asked, 'needs_key', 'key is not configured');
    }
    const outcome = await this.#answer(asked, caller);
    if (!outcome.ok) return this.#refuse(asked, outcome.kind, outcome.detail, outcome.status);
    const accepted = !isSuccess(outcome.status) || request.answerStatuses?.includes(outcome.status);
    const judged = judgeBody(outcome, request, asked.accept);
    if (!('body' in judged) && !accepted) return this.#refuse(asked, judged.kind, judged.detail, outcome.status);
    const reply: SourceReply = {
      ok: true,
      status: outcome.status,
      body: 'body' in judged ? judged.body : undefined,
      url: asked.shown,
      fetchedAt: outcome.fetchedAt,
      ...(outcome.lastModified !== undefined && { lastModified: outcome.lastModified }),
      synthetic: outcome.synthetic,
      bodyHash: outcome.bodyHash,
    };
    const held = isQuestion(request) ? this.#hold(asked, outcome) : undefined;
    if (held) this.#held.set(reply, held);
    return reply;
  }

  /** The place of an outcome in the cache: callers who shared a request share it. */
  #hold(asked: Question, outcome: Kept & { readonly ttl: number }): Held | undefined {
    const known = this.#held.get(outcome);
    if (known) return known;
    const rules = { ttlSeconds: outcome.ttl, mayLeaveMemory: asked.card.peopleFree === true };
    const held = this.#cache.hold(questionKey(asked, this.#options.proxy), outcome, rules);
    if (held) this.#held.set(outcome, held);
    return held;
  }
}

/** Asks sources under the limits of their cards: keys, time, size, rate, circuit, cache, one flight per question. */
export const createSourceClient = (options: ClientOptions): SourceClient => new Client(options);
