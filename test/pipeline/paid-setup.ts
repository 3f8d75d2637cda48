import { Registry } from '../../src/catalog/registry.ts';
import { type Charged, ServiceError } from '../../src/kernel/errors.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import type { Payments } from '../../src/payments/payments.ts';
import { refusal } from '../../src/payments/wire.ts';
import { FreePipeline, type PipelinePorts } from '../../src/pipeline/free.ts';
import { PaidPipeline } from '../../src/pipeline/paid.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import { withoutEvidence } from './no-evidence.ts';
import { Runs, testTools } from './test-tools.ts';

/** A small deterministic generator (mulberry32): a schedule can be repeated from its seed. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const leaseMs = 3_000_000;
const lifetimeMs = 60_000_000;
const toolIndex = new Registry(testTools(new Runs()));
const quiet = () => undefined;
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const free = new FreePipeline({
  registry: toolIndex,
  log,
  clock: () => new Date(0),
  sourcesFor: () => ({}),
  ...withoutEvidence,
} as unknown as PipelinePorts);

export type Reply =
  | { readonly kind: 'paid'; readonly body: string; readonly landed: boolean }
  | { readonly kind: 'challenge'; readonly landed: boolean; readonly mayLand: boolean }
  | { readonly kind: 'diagnostic' }
  | {
      readonly kind: 'conflict' | 'retry' | 'unavailable';
      readonly charged: Charged | undefined;
      readonly landed: boolean;
    };

type Order = { readonly kind: string } & Readonly<Record<string, unknown>>;

/**
 * One payment in a world where everything can go wrong: a chain, a facilitator that fails in every way, processes that
 * share a ledger and die between any two of its steps. Time is virtual.
 */
export class UpstreamServer {
  now = 1_000_000_000_000;
  transfers = 0;
  cancelled = false;
  /** The transfer was ordered by another seller of the same address. */
  byRival = false;
  /** The wallet, which a rival's order has emptied, was filled up. */
  funded = false;
  /** The facilitator denied what it had done, and the chain could not be asked: only the operator can find out. */
  deniedUnseen = false;
  /** Orders to settle whose reply never came to this ledger. */
  unanswered = 0;
  /** Sent to the chain and not yet in a block. */
  pending = 0;
  chainAnswers = true;
  healthy = false;
  readonly #validUntil = this.now + lifetimeMs;
  readonly #random: () => number;
  readonly #ledger: Ledger;
  readonly #id: string;

  constructor(id: string, ledger: Ledger, random: () => number) {
    this.#id = id;
    this.#ledger = ledger;
    this.#random = random;
  }

  get mayLand(): boolean {
    return this.pending > 0 && !this.cancelled && this.transfers === 0 && this.now < this.#validUntil;
  }

  mine(): void {
    if (this.mayLand) this.transfers += 1;
    this.pending = 0;
  }

  /** The buyer has given the same payment to another seller, whose order lands. */
  rival(): void {
    if (this.cancelled || this.transfers > 0 || this.now >= this.#validUntil) return;
    this.transfers = 1;
    this.byRival = true;
  }

  cancel(): void {
    if (this.transfers === 0) this.cancelled = true;
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<T>(...choices: T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }

  /** Sends the payment with a call; `diesAfter` ledger operations the process is gone and no one ever answers. */
  async send(
    args: object,
    diesAfter = Number.POSITIVE_INFINITY,
    signal = new AbortController().signal,
  ): Promise<Reply> {
    const paid = new PaidPipeline({
      registry: toolIndex,
      free,
      payments: this.#payments(),
      ledger: mortal(this.#ledger, diesAfter),
      log,
      leaseMs,
    });
    try {
      const call = { slug: 'svc-promoted', args, resourceUrl: 'u', transport: 'rest', signal, requestId: 'r' } as const;
      const result = await paid.call({ ...call, credential: {} });
      if (result.kind === 'settled') return { kind: 'paid', body: result.body, landed: this.transfers > 0 };
      if (result.kind === 'diagnostic') return { kind: 'diagnostic' };
      return { kind: 'challenge', landed: this.transfers > 0, mayLand: this.mayLand };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const said = { charged: error.charged, landed: this.transfers > 0 };
      if (error.code === 'payment_replay_different_request') return { kind: 'conflict', ...said };
      if (error.code === 'internal_error') throw error;
      return { kind: error.code === 'payment_processing_retry' ? 'retry' : 'unavailable', ...said };
    }
  }

  /** The protocol side, with the real one's interface and this world's luck. */
  #payments(): Payments {
    const offer = {
      scheme: 'exact',
      network: 'eip155:8453',
      asset: 'a',
      amount: '10000',
      payTo: 'p',
      maxTimeoutSeconds: 60,
      extra: {},
    };
    const upstreams = this;
    let denies = false;
    const pause = async () => {
      for (let turns = Math.floor(upstreams.#random() * 3); turns > 0; turns--) await new Promise(setImmediate);
    };
    const period = (_: unknown, { now, neededSeconds }: { now: number; neededSeconds: number }) =>
      now + neededSeconds * 1000 > upstreams.#validUntil ? refusal('expired_authorization') : undefined;
    const credential = { hash: 'h', accepted: offer, claim: 'c'.repeat(22) };
    const ask = async () => {
      await pause();
      const isBlind = !upstreams.healthy && !upstreams.chainAnswers;
      if (isBlind && denies) upstreams.deniedUnseen = true;
      denies = false;
      if (isBlind) return { kind: 'no_answer', why: 'luck' };
      if (upstreams.transfers > 0) return { kind: 'landed', transaction: 't', at: upstreams.now };
      if (upstreams.cancelled) return { kind: 'cancelled' };
      return { kind: 'absent', final: upstreams.now > upstreams.#validUntil };
    };
    const identity = {
      ...{ id: this.#id, payer: `payer ${this.#id}`, validUntil: this.#validUntil, period },
      precheck: async () => ({ kind: 'good' }),
      covers: async () => !upstreams.byRival || upstreams.funded,
      ask,
    };
    const payment = { credential, identity };
    return {
      configured: true,
      get now() {
        return upstreams.now;
      },
      offers: async () => [offer],
      challenge: async () => ({}),
      read: async () => ({ ok: true, payment }),
      match: () => offer,
      precheck: async (_: unknown, offered: unknown, neededSeconds: number) =>
        period(offered, { now: upstreams.now, neededSeconds }) ?? { kind: 'good' },
      sign: async (receipt: object) => receipt,
      async verify() {
        await pause();
        if (upstreams.transfers > 0 || upstreams.cancelled) return { kind: 'used' };
        if (upstreams.healthy || upstreams.chance(0.7)) return { kind: 'valid' };
        return upstreams.pick<object>({ kind: 'no_answer', why: 'luck' }, refusal('insufficient_funds'));
      },
      async settle() {
        upstreams.unanswered += 1;
        const outcome = await order();
        if (['used', 'refused', 'settled'].includes(outcome.kind)) upstreams.unanswered -= 1;
        return outcome;
      },
    } as unknown as Payments;

    async function order(): Promise<Order> {
      await pause();
      if (upstreams.transfers > 0 || upstreams.cancelled) {
        // a wallet that was filled up again is not called empty
        return upstreams.healthy || upstreams.funded || upstreams.chance(0.7)
          ? { kind: 'used', reason: 'nonce used' }
          : upstreams.pick<Order>(
              { ...refusal('insufficient_funds'), reason: 'insufficient_funds' },
              { kind: 'no_answer', why: 'luck' },
            );
      }
      const outcome = upstreams.healthy
        ? 'settles'
        : upstreams.pick('settles', 'settles', 'lost', 'silent', 'refuses', 'lies', 'sends', 'pending');
      if (outcome === 'refuses') return { ...refusal('insufficient_funds'), reason: 'insufficient_funds' };
      if (outcome === 'silent') return { kind: 'no_answer', why: 'luck' };
      upstreams.pending += 1;
      if (outcome === 'settles' || outcome === 'lost' || outcome === 'lies') upstreams.mine();
      denies = outcome === 'lies';
      if (denies) return { ...refusal('insufficient_funds'), reason: 'insufficient_funds' };
      await pause();
      if (outcome === 'settles' && upstreams.transfers > 0)
        return { kind: 'settled', receipt: { success: true, transaction: 't', network: offer.network } };
      if (outcome === 'pending') return { kind: 'pending', transaction: 't', reason: 'settlement_pending' };
      return { kind: 'no_answer', why: 'luck' };
    }
  }
}

/** A ledger whose process dies after some operations: the last one is done, and no one hears of it. */
function mortal(ledger: Ledger, operations: number): Ledger {
  let left = operations;
  const never = new Promise<never>(() => undefined);
  return new Proxy(ledger, {
    get(target, property) {
      const value = target[property as keyof Ledger] as unknown;
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (left <= 0) return never;
        left -= 1;
        const result = await (value.bind(target) as (...given: unknown[]) => Promise<unknown>)(...args);
        return left <= 0 ? never : result;
      };
    },
  });
}
