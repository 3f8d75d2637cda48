import type { RailKind } from '../../kernel/rail.ts';
import type { Credential } from '../credential.ts';
import type { Supported } from '../facilitator.ts';
import type { Refusal } from '../refusal.ts';
import type { Offer, Receipt } from '../wire.ts';

/** What makes a payment this payment, whatever text it was sent in. */
export interface Identity {
  /** SHA-256 of the identity. */
  readonly id: string;
  readonly payer: string;
  /** Milliseconds; 0 where the payment does not say it. */
  readonly validUntil: number;
}

/** `undecided`: only the facilitator can say (contract wallets). */
export type Precheck = { readonly kind: 'good' } | { readonly kind: 'undecided' } | Refusal;

/**
 * What the chain says about one payment.
 * `landed`: `at` is the time of its block in milliseconds; chains date their blocks in whole seconds.
 * `absent` with `final`: it has not landed and never can.
 */
export type SettlementLookup =
  | { readonly kind: 'landed'; readonly transaction: string; readonly at: number }
  | { readonly kind: 'absent'; readonly final: boolean }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'no_answer'; readonly why: string };

/** Milliseconds by which the clocks of this service and of a chain may differ. */
const clockMarginMs = 30_000;

/** Whether a transfer landed before anything was sent for it (`since`, milliseconds). */
export const landedBefore = (landed: { readonly at: number }, since: number) => landed.at < since - clockMarginMs;

export interface Moment {
  readonly now: number;
  /** Seconds that the payment must stay valid from now. */
  readonly neededSeconds: number;
}

/** What is known of an order to settle; times in milliseconds. */
export interface SentOrder {
  /** Nothing was sent to settle before. */
  readonly since: number;
  /** When an order was refused: what the chain knew before then does not count as `absent`. */
  readonly heardAt?: number | undefined;
  /** The transaction that the facilitator named for it. */
  readonly transaction?: string | undefined;
}

/** How long blocks are waited for that are younger than a refusal, and how often is looked. */
const patienceMs = 8_000;
const pauseMs = 400;

/** Looks until the answer stands or time is up; a chain that gets no younger has not answered. */
export async function untilYounger(
  look: () => Promise<{ readonly found: SettlementLookup; readonly young: boolean }>,
): Promise<SettlementLookup> {
  const began = performance.now();
  for (;;) {
    const { found, young } = await look();
    if (young || found.kind !== 'absent' || found.final) return found;
    if (performance.now() - began > patienceMs)
      return { kind: 'no_answer', why: 'chain: no block is younger than the refusal' };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** One chain on which a purchase can be paid. */
export interface Rail {
  readonly kind: RailKind | 'voucher';
  readonly network: string;
  /** The network's own part of an offer, or undefined where the facilitator does not serve it. */
  offer(terms: { amount: string; maxTimeoutSeconds: number }, supported: Supported): Offer | undefined;
  /** The offer with those of its fields that the facilitator changes between calls taken from what was accepted. */
  adopt(offer: Offer, accepted: Offer): Offer;
  /** Undefined: the payload is not one of this network. */
  identify(credential: Credential): Identity | undefined;
  /** Whether the payment still runs for so long; undefined where it does. No network. */
  period(credential: Credential, offer: Offer, moment: Moment): Refusal | undefined;
  /** Terms and signature, without a facilitator. */
  precheck(credential: Credential, offer: Offer): Promise<Precheck>;
  /** Settles where no facilitator is needed. */
  settle?(offer: Offer): Receipt;
  /** Whether a wallet holds the amount of an offer. Rejects where the chain does not say. */
  covers(payer: string, offer: Offer): Promise<boolean>;
  /** Asks the chain what became of a payment that was sent to settle. */
  ask(credential: Credential, offer: Offer, order: SentOrder): Promise<SettlementLookup>;
}
