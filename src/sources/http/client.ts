import { setMaxListeners } from 'node:events';
import { within } from '../../kernel/bounded.ts';
import { sha256 } from '../../kernel/canonical.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { SharedSourceLimits } from '../../kernel/ports/shared.ts';
import type {
  AskingTerms,
  FailureKind,
  SourceAccess,
  SourceCall,
  SourceReply,
  SourceRequest,
} from '../../kernel/ports/sources.ts';
import { silentTelemetry, type Telemetry } from '../../kernel/ports/telemetry.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { turns } from '../../kernel/turns.ts';
import { ReplyCache } from './cache.ts';
import { Credentials } from './credentials.ts';
import { failureOf, isSuccess, judgeBody } from './decode.ts';
import { HealthRegistry } from './health.ts';
import { HostLimiter, limitedBy } from './host-limiter.ts';
import { type ClientLimits, defaultLimits } from './limits.ts';
import { freshSeconds, isQuestion, type Question, questionKey } from './question.ts';
import { quietKinds, reasonFor } from './reasons.ts';
import { type Landed, ReplyMemory } from './reply-memory.ts';
import { logEntry } from './request-log.ts';
import { type Patience, SingleFlight } from './single-flight.ts';
import { createTransport, type FetchFailure, type Outgoing, type SourceResponse, type Transport } from './transport.ts';

export interface ClientOptions {
  /** See {@link createTransport}. */
  readonly proxy?: string | undefined;
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
  /** Limits that several processes keep together; absent: this process keeps its own. */
  readonly shared?: SharedSourceLimits | undefined;
}

export interface SourceClient {
  accessFor(call: SourceCall): SourceAccess;
  health(): HealthRegistry;
  close(): Promise<void>;
}

type FetchOutcome = (Landed & { readonly ok: true }) | FetchFailure;

class Client implements SourceClient {
  readonly #options: ClientOptions;
  readonly #limits: ClientLimits;
  readonly #keys: Credentials;
  readonly #transport: Transport;
  readonly #memory: ReplyMemory;
  readonly #desk: HostLimiter;
  readonly #requests = new SingleFlight<FetchOutcome>();
  readonly #health = new HealthRegistry();
  readonly #telemetry: Telemetry;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#keys = new Credentials(options.keys);
    const { telemetry = silentTelemetry, cacheDirectory: directory, redisUrl, log } = options;
    this.#telemetry = telemetry;
    const { unacceptedMs } = this.#limits;
    this.#transport = createTransport({ ...this.#limits, proxy: options.proxy, clock: options.clock });
    this.#memory = new ReplyMemory(new ReplyCache({ directory, redisUrl, unacceptedMs, log }));
    this.#desk = new HostLimiter(this.#limits, options.shared);
  }

  accessFor(call: SourceCall): SourceAccess {
    const { requestId, onRequest, terms } = call;
    // a composite asks dozens of questions under one signal
    setMaxListeners(0, call.signal);
    const used = new Map<string, Set<SourceReply>>();
    const offer = terms?.offer;
    return {
      accept: (reply) => this.#memory.accept(reply, offer),
      refuse: (card) => {
        for (const reply of used.get(card.id) ?? []) this.#memory.refuse(reply, offer);
        this.#health.refuse(card, this.#options.clock().toISOString(), this.#limits.unacceptedMs);
      },
      leftOut: ({ id: source }, values) => {
        for (const { field, why } of values) this.#telemetry.refusedValue({ source, field, why });
      },
      hasKey: (card) => this.#keys.of(card) !== undefined,
      fetch: async (card, request) => {
        const started = performance.now();
        const reply = await this.#fetch(card, request, call);
        if (reply.ok) used.set(card.id, (used.get(card.id) ?? new Set()).add(reply));
        this.#health.note(card, reply);
        const entry = logEntry(card, request, reply, (text) => this.#keys.redact(text));
        const { cardId, outcome } = entry;
        const ms = Math.round(performance.now() - started);
        this.#options.log.debug({ requestId, cardId, host: new URL(reply.url).host, outcome, ms }, 'source queried');
        if (outcome !== 'not_asked') onRequest?.(entry);
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
    await this.#memory.close();
  }

  #question(
    card: SourceCard,
    request: SourceRequest,
    { ceilingMs = Number.POSITIVE_INFINITY, deadline }: SourceCall,
  ): Question {
    const { timeoutMs, maxTimeoutMs, maxBytes } = this.#limits;
    const url = this.#keys.unsigned(new URL(request.url), card);
    const named = Object.entries({ ...card.http?.headers, ...request.headers });
    const accept = named.findLast(([name]) => name.toLowerCase() === 'accept')?.[1];
    return {
      card,
      request,
      url,
      shown: this.#keys.publicAddress(url),
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
  async #ask(queried: Question, signal: AbortSignal, terms: AskingTerms | undefined): Promise<FetchOutcome> {
    const { card, request } = queried;
    const budget = terms?.budget;
    const outgoing = { ...this.#outgoing(queried, signal), ...(budget && { maySend: () => budget.take() }) };
    const result = await this.#desk.run({
      card,
      host: limitedBy(queried.url),
      retries: isQuestion(request) ? (card.http?.retries ?? this.#limits.retries) : 0,
      timeoutMs: queried.timeoutMs,
      signal,
      budget,
      send: () => this.#send(outgoing),
    });
    return result.ok ? this.#land(queried, result) : result;
  }

  /** Counted by host, each one span; addresses and what is queried are not shown. */
  #send(outgoing: Outgoing): Promise<SourceResponse | FetchFailure> {
    const { host } = outgoing.url;
    const about = { 'server.address': host, 'http.request.method': outgoing.method };
    return this.#telemetry.span('source request', about, async () => {
      const began = performance.now();
      const reply = await this.#transport.send(outgoing);
      this.#telemetry.upstream({ host, ok: reply.ok, ms: performance.now() - began });
      return reply;
    });
  }

  #land({ card, request }: Question, response: SourceResponse): FetchOutcome {
    const { status } = response;
    const kind = failureOf(card, request, response);
    if (kind) return { ok: false, kind, status, detail: `HTTP ${status}` };
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
  async #answer(queried: Question, { signal, deadline, terms }: SourceCall): Promise<FetchOutcome> {
    const leftMs = deadline?.remainingMs() ?? Number.POSITIVE_INFINITY;
    const outOfTime: FetchOutcome = { ok: false, kind: 'out_of_time', detail: 'the call had no time left' };
    if (!isQuestion(queried.request)) {
      return leftMs < queried.timeoutMs
        ? within(leftMs, this.#ask(queried, signal, terms), () => outOfTime)
        : this.#ask(queried, signal, terms);
    }
    const { proxy } = this.#options;
    const key = questionKey(queried, proxy);
    const heard = terms?.offer && this.#memory.heard(terms.offer, key);
    if (heard) return { ok: true, ...heard };
    if (freshSeconds(queried.card, queried.request) > 0) {
      const cached = await this.#memory.cached(key, proxy !== undefined);
      this.#telemetry.cache({ hit: cached !== undefined });
      if (cached) return Object.assign(cached, { ok: true as const });
    }
    if (leftMs <= 0) return outOfTime;
    // queueing and repetitions included, a caller waits at most half as long again as one request may take
    const patienceMs = queried.timeoutMs * 1.5;
    const patience: Patience =
      leftMs < patienceMs ? { waitMs: leftMs, late: 'out_of_time' } : { waitMs: patienceMs, late: 'timeout' };
    // what a budget leaves of a request, its repetitions above all, is nothing that another call should share
    const flight = terms?.budget ? `${terms.budget.id}\n${key}` : key;
    return this.#requests.join(flight, signal, patience, (shared) => this.#ask(queried, shared, terms));
  }

  /** The reply of a question that has no answer; what went wrong is logged without keys and never published. */
  #refuse(queried: Question, kind: FailureKind, detail: string, status?: number): SourceReply {
    const { card, maxBytes } = queried;
    const timeoutMs = kind === 'out_of_time' ? queried.callMs : queried.timeoutMs;
    const { log, clock } = this.#options;
    const about = {
      cardId: card.id,
      host: queried.url.host,
      kind,
      status,
      detail: this.#keys.redact(detail).slice(0, 120),
    };
    log[quietKinds.has(kind) ? 'debug' : 'warn'](about, 'source did not answer');
    const isRefusal = kind === 'refused' || kind === 'key_refused';
    const lacksKey = isRefusal && card.key !== undefined && this.#keys.of(card) === undefined;
    const published = lacksKey ? 'needs_key' : kind;
    return {
      ok: false,
      kind: published,
      reason: reasonFor(card, published, { status, timeoutMs, maxBytes }),
      ...(status !== undefined && { status }),
      url: queried.shown,
      at: clock().toISOString(),
    };
  }

  async #fetch(card: SourceCard, request: SourceRequest, caller: SourceCall): Promise<SourceReply> {
    const queried = this.#question(card, request, caller);
    if (caller.signal.aborted) return this.#refuse(queried, 'cancelled', 'cancelled before it was queried');
    if (card.key?.required && this.#keys.of(card) === undefined) {
      return this.#refuse(queried, 'needs_key', 'key is not configured');
    }
    const outcome = await this.#answer(queried, caller);
    // each reply is read in a turn of its own: a look-up goes on in as many pieces as it has questions
    await turns.take();
    if (!outcome.ok) return this.#refuse(queried, outcome.kind, outcome.detail, outcome.status);
    const accepted = !isSuccess(outcome.status) || request.answerStatuses?.includes(outcome.status);
    const judged = judgeBody(outcome, request, queried.accept);
    if (!('body' in judged) && !accepted) return this.#refuse(queried, judged.kind, judged.detail, outcome.status);
    const reply: SourceReply = {
      ok: true,
      status: outcome.status,
      body: 'body' in judged ? judged.body : undefined,
      url: queried.shown,
      fetchedAt: outcome.fetchedAt,
      ...(outcome.lastModified !== undefined && { lastModified: outcome.lastModified }),
      synthetic: outcome.synthetic,
      bodyHash: outcome.bodyHash,
    };
    if (isQuestion(request)) {
      const key = questionKey(queried, this.#options.proxy);
      this.#memory.note(reply, key, outcome, card.peopleFree === true);
    }
    return reply;
  }
}

/** Asks sources under the limits of their cards: keys, time, size, rate, circuit, cache, one flight per question. */
export const createSourceClient = (options: ClientOptions): SourceClient => new Client(options);
