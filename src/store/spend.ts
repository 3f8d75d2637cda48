import type { SpendEvent, SpendState } from './spend-states.ts';

/** One purchase of a provider outside, for one purchase of ours. It carries no key, no signature and no payer. */
export interface Spend {
  readonly id: string;
  /** Id of the purchase of ours that it is made for. */
  readonly purchaseId: string;
  readonly payerHash: string;
  readonly slug: string;
  readonly argsHash: string;
  readonly provider: string;
  readonly component: string;
  readonly questionHash: string;
  /** Reserved, in millionths of a US dollar: what it costs at most, its signature included. */
  readonly amount: number;
  /** What the provider asked, in the same unit; absent before it was sent. */
  readonly paid: number | undefined;
  readonly state: SpendState;
  readonly holder: string;
  /** Public reference of the payment (network, payer, nonce), by which a chain or an account shows what became of it. */
  readonly reference: string | undefined;
  /** The answer as it is read, as JSON; gone after the time for which the provider's terms let it be kept. */
  readonly result: string | undefined;
  readonly reason: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type NewSpend = Pick<
  Spend,
  | 'id'
  | 'purchaseId'
  | 'payerHash'
  | 'slug'
  | 'argsHash'
  | 'provider'
  | 'component'
  | 'questionHash'
  | 'amount'
  | 'holder'
>;

export interface SpendRules {
  readonly now: number;
  /** Most that may be reserved of this provider since the beginning of the day; absent: no breaker. */
  readonly daily?: { readonly limit: number; readonly since: number } | undefined;
  /** Purchases of providers that one purchase of ours may make. */
  readonly perPurchase: number;
}

export type Reservation =
  /** Set aside for this holder: nothing was sent, it may be sent now. */
  | { readonly kind: 'reserved'; readonly spend: Spend }
  /** It was bought before, for this purchase or for one of the same payer and call that was never settled. */
  | { readonly kind: 'known'; readonly spend: Spend }
  /** The day's budget of the provider does not hold it. */
  | { readonly kind: 'exhausted' }
  /** This payer has another purchase with spending that was not settled; `same`: of the same call. */
  | { readonly kind: 'open_purchase'; readonly same: boolean }
  | { readonly kind: 'too_many' };

export interface KeptSpend {
  readonly result?: string;
  readonly paid?: number;
  readonly reference?: string;
  readonly reason?: string;
}

export interface SpendListOptions {
  readonly states?: readonly SpendState[] | undefined;
  /** First digits of the id. */
  readonly idPrefix?: string | undefined;
  readonly limit?: number;
}

/**
 * The book of what is bought outside. Each method is atomic under several processes; a step by a holder that has lost
 * its place returns false and changes nothing.
 */
export interface SpendStore {
  /** Sets an amount aside before anything is sent, or says why not; all of it in one transaction that runs alone. */
  reserve(wanted: NewSpend, rules: SpendRules): Promise<Reservation>;
  step(id: string, holder: string, event: SpendEvent, now: number, kept?: KeptSpend): Promise<boolean>;
  /** An operator's word on one that is open; false where it is not. */
  resolve(id: string, event: 'give_back' | 'write_off', now: number): Promise<boolean>;
  /** The purchase of ours ended without a charge, and honestly: its spending no longer stands in its payer's way. */
  endedFree(purchaseId: string): Promise<void>;
  /** What is reserved and spent of a provider since a time, in millionths. */
  reservedSince(provider: string, since: number): Promise<number>;
  /** Newest first; at most 50 where no limit is given. */
  list(options?: SpendListOptions): Promise<readonly Spend[]>;
  /** Forgets answers past the time for which they may be kept, and closed rows past theirs. */
  purge(now: number, rowMs: number): Promise<{ readonly results: number; readonly rows: number }>;
}

/** For how long an answer of a licensed provider is kept. */
export const licensedMs = 24 * 3_600_000;
/** For how long spending that was not followed by a settlement stands in its payer's way. */
export const openSpendMs = 3_600_000;
/** Purchases with spending in that time that may end without a charge, by one payer. */
export const freeEndings = 3;
