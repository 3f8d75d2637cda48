import { within } from '../kernel/bounded.ts';
import { ServiceError } from '../kernel/errors.ts';
import { claimHash } from '../payments/purchase-claim.ts';
import { type Claim, type ClaimResult, earnedTimes, type NewPurchase, openPurchaseMs } from '../store/ledger.ts';
import { purchaseStates } from '../store/ledger-states.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { callerNow } from './caller.ts';
import { fromLedger } from './paid-money.ts';

const unsettled = purchaseStates.filter((state) => state !== 'settled' && state !== 'rejected');
/** Milliseconds of a sale before this process has made one. */
const assumedSaleMs = 2_000;
/** Weight of the newest sale in the mean of their durations. */
const newest = 0.2;
/** Milliseconds for which an unpaid call waits to be recognized. */
const lookUpMs = 1_000;

/** A wallet that the caller of an unpaid call shows, and what it may have in place of the limit for an address. */
export interface KnownWallet {
  readonly key: string;
  readonly limit: number;
}

/**
 * Limits of wallets: one more than a wallet without history for each settled purchase in the ledger, and at most
 * `1 + earnedTimes` times as many.
 */
export class WalletLimits {
  readonly #ledger: Ledger;
  readonly #now: () => number;
  readonly #open: number;
  #saleMs = assumedSaleMs;

  /** @param open unsettled purchases that a wallet without history may have in an hour */
  constructor(ledger: Ledger, now: () => number, open = 32) {
    this.#ledger = ledger;
    this.#now = now;
    this.#open = open;
  }

  /** Claims a purchase; of a program of this machine any number at once. Throws too_many_unsettled_payments. */
  async claim(purchase: NewPurchase, claim: Claim): Promise<Exclude<ClaimResult, { kind: 'payer_limit' }>> {
    const limit = callerNow() ? this.#open : Number.POSITIVE_INFINITY;
    const result = await fromLedger(this.#ledger.claim(purchase, claim, limit));
    if (result.kind !== 'payer_limit') return result;
    const retryAfterSeconds = await this.#secondsUntilFree(purchase.payerHash);
    throw new ServiceError('too_many_unsettled_payments', { retryAfterSeconds });
  }

  /** The wallet that paid for the purchase of a claim; undefined for a claim of no purchase, and while the ledger is silent. */
  of(claim: string, limit: number): Promise<KnownWallet | undefined> {
    const wallet = this.#walletOf(claim, limit).catch(() => undefined);
    return within(lookUpMs, wallet, () => undefined);
  }

  async #walletOf(claim: string, limit: number): Promise<KnownWallet | undefined> {
    const [bought] = await this.#ledger.list({ claimHash: claimHash(claim), state: 'settled', limit: 1 });
    if (!bought) return undefined;
    const { payerHash } = bought;
    const settled = await this.#ledger.list({ payerHash, state: 'settled', limit: limit * earnedTimes });
    return { key: `wallet ${payerHash}`, limit: limit + settled.length };
  }

  /** Measures a sale, for the `Retry-After` of a wallet that has none left. */
  async timed<T extends { readonly kind: string }>(sale: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await sale();
    if (result.kind === 'settled') this.#saleMs += newest * (performance.now() - began - this.#saleMs);
    return result;
  }

  /**
   * Seconds until a wallet can have another open purchase: until the oldest sale under way has taken as long as sales take
   * here, or the oldest one without an outcome no longer counts.
   */
  async #secondsUntilFree(payerHash: string): Promise<number> {
    const now = this.#now();
    const open = await fromLedger(this.#ledger.list({ payerHash, state: unsettled, limit: 1_000 }));
    const freeAt = open.map(({ holder, leaseUntil, createdAt }) =>
      holder !== undefined && leaseUntil > now ? createdAt + this.#saleMs : createdAt + openPurchaseMs,
    );
    const ahead = freeAt.length === 0 ? 0 : Math.min(...freeAt) - now;
    return Math.max(1, Math.ceil(ahead / 1000));
  }
}
