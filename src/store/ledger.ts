import type { PurchaseState } from './ledger-states.ts';

export interface NewPurchase {
  /** SHA-256 of the payment's own identity (EVM: chain, asset, payer, nonce; Solana: message). */
  readonly id: string;
  /** SHA-256 of the signed payload; a resend must carry the same one. */
  readonly credentialHash: string;
  readonly payerHash: string;
  /** SHA-256 of the claim that came with the payment; empty where none came. Absent: bought before there were claims. */
  readonly claimHash?: string | undefined;
  /** Hash of payer and order, where the buyer gave the order an id: no second payment is taken for it. */
  readonly orderHash?: string | undefined;
  readonly network: string;
  readonly slug: string;
  /** Hash of the canonical arguments. */
  readonly argsHash: string;
  /** The accepted entry of the challenge, as JSON. Public terms, no secret. */
  readonly offer: string;
  /** Milliseconds; when the payment stops being usable. 0 where that is not known (a Solana block hash). */
  readonly validUntil: number;
}

/** One stored purchase. It has hashes of the payment, never the payment. */
export interface Purchase extends NewPurchase {
  readonly state: PurchaseState;
  readonly holder: string | undefined;
  /** Milliseconds; 0 where no process works on it. */
  readonly leaseUntil: number;
  readonly attempts: number;
  /** The artifact: exact text of the paid body. Absent before `built` and after it was purged. */
  readonly body: string | undefined;
  readonly bodyBytes: number;
  /** Milliseconds; until when the terms of its data allow storage of the body. Absent: by the settings. */
  readonly bodyUntil: number | undefined;
  /** Settlement response as JSON. */
  readonly receipt: string | undefined;
  /** Transaction of a pending settlement. */
  readonly transaction: string | undefined;
  readonly reason: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Claim {
  readonly holder: string;
  /** Dates the step; the lease runs by the clock of the database where several machines share it. */
  readonly now: number;
  readonly leaseMs: number;
}

export type ClaimResult =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'taken'; readonly purchase: Purchase }
  /** Another payment for the same order. */
  | { readonly kind: 'ordered'; readonly purchase: Purchase }
  | { readonly kind: 'payer_limit' };

/** Milliseconds for which an unsettled purchase counts against its payer. */
export const openPurchaseMs = 3_600_000;
/** A payer may have one unsettled purchase more for each settled one, up to so many times the limit more. */
export const earnedTimes = 3;

/** What a step stores; what is absent remains as it is. */
export type Stored = Partial<Pick<Purchase, 'body' | 'bodyUntil' | 'receipt' | 'transaction' | 'reason'>>;

export type LedgerCount = Pick<Purchase, 'state' | 'bodyBytes'> & { readonly purchases: number };

/**
 * What a purge may delete. It never deletes a purchase whose outcome is open (`settling`, `pending`, `unknown`, `denied`), a claimed
 * one, or one whose payment may still be usable.
 */
export interface PurgeRules {
  readonly now: number;
  /** Bodies of settled purchases older than this are deleted, and those past their own limit; row and receipt remain. */
  readonly bodyMs: number;
  /** Rows older than this are deleted. */
  readonly rowMs: number;
  /** Limit of the sum of all bodies; the oldest settled ones are deleted first. */
  readonly maxBytes: number;
}

/** Milliseconds for which a payment without an expiry (Solana) counts as usable; a block hash lives a minute or two. */
export const assumedValidityMs = 15 * 60_000;

/** Which purchases to list; times in milliseconds of the last change, `until` not included. */
export interface ListOptions {
  readonly state?: PurchaseState | readonly PurchaseState[] | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only purchases of these routes. */
  readonly slugs?: readonly string[] | undefined;
  /** Only purchases whose payment came with this claim. */
  readonly claimHash?: string | undefined;
  /** Only purchases of this payer. */
  readonly payerHash?: string | undefined;
  /** First hexadecimal digits of the id. */
  readonly idPrefix?: string | undefined;
  /** Default: newest first. */
  readonly oldestFirst?: boolean;
  /** The last purchase of the page before. */
  readonly after?: Pick<Purchase, 'updatedAt' | 'id'> | undefined;
  readonly limit?: number;
}

export type ListedPurchase = Omit<Purchase, 'body'>;
