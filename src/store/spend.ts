import type { SpendState } from './spend-states.ts';

export interface NewSpend {
  readonly id: string;
  /** Id of the buyer's purchase for which it is made. */
  readonly purchaseId: string;
  readonly payerHash: string;
  readonly slug: string;
  readonly argsHash: string;
  readonly provider: string;
  readonly component: string;
  readonly questionHash: string;
  /** Reserved, in millionths of a US dollar: what it costs at most, its signature included. */
  readonly amount: number;
  readonly holder: string;
}

/** One purchase from a provider, for one purchase of a buyer. It has no key, no signature and no payer. */
export interface Spend extends NewSpend {
  /** The provider's price, in the same unit; absent before it was sent. */
  readonly paid: number | undefined;
  readonly state: SpendState;
  /** Public reference of the payment (network, payer, nonce), by which a chain or an account shows its outcome. */
  readonly reference: string | undefined;
  /** The answer as read, as JSON; deleted when the provider's terms end its storage. */
  readonly result: string | undefined;
  readonly reason: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SpendRules {
  readonly now: number;
  /** Limit of the amount that is reserved at this provider since the beginning of the day; absent: no limit. */
  readonly daily?: { readonly limit: number; readonly since: number } | undefined;
  /** Purchases from providers that one buyer's purchase may make. */
  readonly perPurchase: number;
}

export type Reservation =
  /** Reserved for this holder: nothing was sent, it may be sent now. */
  | { readonly kind: 'reserved'; readonly spend: Spend }
  /** It was bought before, for this purchase or for one of the same payer and call that was never settled. */
  | { readonly kind: 'known'; readonly spend: Spend }
  /** It exceeds the day's budget of the provider. */
  | { readonly kind: 'exhausted' }
  /** This payer has another purchase with spending that was not settled; `same`: of the same call. */
  | { readonly kind: 'open_purchase'; readonly same: boolean }
  | { readonly kind: 'too_many' };

/** What a step stores; what is absent remains as it is. */
export type KeptSpend = Partial<Pick<Spend, 'result' | 'paid' | 'reference' | 'reason'>>;

export interface SpendListOptions {
  readonly states?: readonly SpendState[] | undefined;
  /** First digits of the id. */
  readonly idPrefix?: string | undefined;
  readonly limit?: number;
}

/** Storage time of an answer of a licensed provider. */
export const licensedMs = 24 * 3_600_000;
/** Time for which spending without a settlement blocks its payer. */
export const openSpendMs = 3_600_000;
/** Purchases with spending in that time that may end without a charge, by one payer. */
export const freeEndings = 3;
