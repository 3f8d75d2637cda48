import type { RailKind } from '../../kernel/rail.ts';
import { whyOf } from '../chain/reader.ts';
import type { Credential } from '../credential.ts';
import type { Supported, SupportedKind } from '../facilitator.ts';
import type { ChainSettings } from '../settings.ts';
import type { Offer, Receipt, Refusal } from '../wire.ts';

export type RailSettings = Readonly<Record<keyof ChainSettings, string>> & { readonly rpcTimeoutMs: number };

/** One chain on which a purchase can be paid. */
export interface Rail {
  readonly kind: RailKind;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  /** The `extra` of an offer by what the facilitator serves on the network; undefined: it cannot be offered. */
  extra(served: SupportedKind, supported: Supported): Offer['extra'] | undefined;
  /** Undefined: the payload is not one of this network. */
  read(credential: Credential): RailPayment | undefined;
}

/** The terms of a sale on one rail; undefined where the facilitator does not serve it. */
export function offerOn(
  rail: Rail,
  { amount, maxTimeoutSeconds }: { readonly amount: string; readonly maxTimeoutSeconds: number },
  supported: Supported,
): Offer | undefined {
  const { asset, payTo } = rail;
  const network = rail.network as Offer['network'];
  const served = supported.kinds.find(
    (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network,
  );
  const extra = served && rail.extra(served, supported);
  return extra && { scheme: 'exact', network, asset, amount, payTo, maxTimeoutSeconds, extra };
}

/** A payment as its rail reads it. The identity is the same whatever text it was sent in. */
export interface RailPayment {
  /** SHA-256 of the identity. */
  readonly id: string;
  readonly payer: string;
  /** Milliseconds; 0 where the payment does not say it. */
  readonly validUntil: number;
  /** The offer with those of its fields that the facilitator changes between calls taken from what was accepted. */
  adopt(offer: Offer): Offer;
  /** Whether the payment still runs for so long; undefined where it does. No network. */
  period(offer: Offer, moment: Moment): Refusal | undefined;
  /** Terms and signature, without a facilitator. */
  precheck(offer: Offer): Promise<Precheck>;
  /** Settles where no facilitator is needed. */
  settle?(offer: Offer): Receipt;
  /** Whether the payer's wallet holds the amount of an offer. Rejects where the chain does not say. */
  covers(offer: Offer): Promise<boolean>;
  /** Queries the chain for what became of the payment after it was sent to settle. Never rejects. */
  ask(offer: Offer, order: SentOrder): Promise<SettlementLookup>;
}

export interface Moment {
  readonly now: number;
  /** Seconds that the payment must stay valid from now. */
  readonly neededSeconds: number;
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
export type Landed = Extract<SettlementLookup, { kind: 'landed' }>;

/** What is known of an order to settle; times in milliseconds. */
export interface SentOrder {
  /** Nothing was sent to settle before. */
  readonly since: number;
  /** When an order was refused: what the chain knew before then does not count as `absent`. */
  readonly heardAt?: number | undefined;
  /** The transaction that the facilitator named for it. */
  readonly transaction?: string | undefined;
}

/** Milliseconds by which the clocks of this service and of a chain may differ. */
const clockMarginMs = 30_000;

/** Whether a transfer landed before anything was sent for it (`since`, milliseconds). */
export const landedBefore = (landed: { readonly at: number }, since: number) => landed.at < since - clockMarginMs;

/** How long blocks are waited for that are younger than a refusal, and how often is looked. */
const patienceMs = 8_000;
const pauseMs = 400;

/** Looks until the answer stands or time is up; a chain that fails or gets no younger has not answered. */
export async function untilYounger(
  look: () => Promise<{ readonly found: SettlementLookup; readonly young: boolean }>,
): Promise<SettlementLookup> {
  const began = performance.now();
  try {
    for (;;) {
      const { found, young } = await look();
      if (young || found.kind !== 'absent' || found.final) return found;
      if (performance.now() - began > patienceMs)
        return { kind: 'no_answer', why: 'chain: no block is younger than the refusal' };
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } catch (error) {
    return { kind: 'no_answer', why: whyOf(error) };
  }
}
