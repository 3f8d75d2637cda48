import { ServiceError } from '../kernel/errors.ts';
import type { ParsedPayment } from '../payments/payments.ts';
import { receiptWithClaim } from '../payments/purchase-claim.ts';
import type { SettlementLookup } from '../payments/rails/rail.ts';
import { type Refusal, refusal } from '../payments/refusal.ts';
import type { Offer, Receipt } from '../payments/wire.ts';
import type { Claim, Purchase, Stored } from '../store/ledger.ts';
import type { LedgerEvent } from '../store/ledger-states.ts';
import { fromLedger, inProgress } from './paid-money.ts';
import { leastSettleSeconds, saleTerms } from './paid-terms.ts';
import type { PaidPorts, PaidResult, Sale } from './paid-types.ts';
import type { Delivered } from './paid-work.ts';
import { recoveryMs } from './proof.ts';

/** A claimed purchase whose artifact is stored. */
interface ClaimedPurchase {
  readonly id: string;
  readonly body: string;
  readonly claim: Claim;
  /** When the payment was first claimed; nothing was sent before. */
  readonly since: number;
  /** An order to settle was sent before, and its outcome is unknown. */
  readonly openOrder: boolean;
  /** Until when the artifact may be stored, where its licensed part limits that. */
  readonly bodyUntil?: number | undefined;
}

const resendSeconds = 5;

/**
 * From the stored artifact to the receipt. A settle has four outcomes: settled, refused, pending, no reply.
 * A new challenge follows only a certain outcome; an uncertain one is a 502 and is looked up on the chain at the next
 * identical request.
 */
export class PaidSettlement {
  readonly #ports: PaidPorts;

  constructor(ports: PaidPorts) {
    this.#ports = ports;
  }

  /** Stores a new artifact and settles. Where settling has to wait, it only stores the artifact. */
  async conclude(sale: Sale, payment: ParsedPayment, offer: Offer, claimed: ClaimedPurchase): Promise<PaidResult> {
    const { id, claim, body, bodyUntil } = claimed;
    const stored = { body, ...(bodyUntil !== undefined && { bodyUntil }) };
    if (sale.call.signal.aborted || this.#late(payment, offer)) {
      await this.step(id, claim, 'keep', stored);
      return this.settle(sale, payment, offer, claimed);
    }
    await this.step(id, claim, 'dispatch', stored);
    return this.#submitSettlement(sale, payment, offer, claimed);
  }

  /** Settles a purchase whose artifact is stored. */
  async settle(sale: Sale, payment: ParsedPayment, offer: Offer, claimed: ClaimedPurchase): Promise<PaidResult> {
    const { payments, ledger } = this.#ports;
    const { id, claim, openOrder } = claimed;
    const late = this.#late(payment, offer);
    if (late)
      return openOrder ? this.#unknown(sale, claimed, 'lose') : this.#refuse(sale, payment, offer, claimed, late);
    if (sale.call.signal.aborted) {
      const yielded = await ledger.yield(id, claim.holder, payments.now).catch(() => false);
      if (!yielded) sale.money.charged = 'unknown';
      throw new ServiceError('cancelled');
    }
    await this.step(id, claim, 'send');
    return this.#submitSettlement(sale, payment, offer, claimed);
  }

  #late({ rail, credential }: ParsedPayment, offer: Offer): Refusal | undefined {
    return rail.period(credential, offer, { now: this.#ports.payments.now, neededSeconds: leastSettleSeconds });
  }

  async #submitSettlement(
    sale: Sale,
    payment: ParsedPayment,
    offer: Offer,
    claimed: ClaimedPurchase,
  ): Promise<PaidResult> {
    const { payments } = this.#ports;
    sale.money.charged = 'unknown';
    const outcome = await payments.settle(payment, offer);
    if (outcome.kind === 'settled') return this.#settled(sale, claimed, outcome.receipt);
    const stored = 'reason' in outcome ? { reason: outcome.reason } : { reason: outcome.why };
    if (outcome.kind === 'pending') {
      const { transaction } = outcome;
      return this.#unknown(sale, claimed, 'wait', { ...stored, ...(transaction && { transaction }) });
    }
    if (outcome.kind !== 'used' && outcome.kind !== 'refused') return this.#unknown(sale, claimed, 'lose', stored);
    // a refusal after an order was sent counts only where the chain agrees: the order may have landed nevertheless
    const word = await payments.ask(payment, offer, claimed.since, payments.now);
    if (outcome.kind === 'refused' && word.kind === 'absent' && (word.final || !claimed.openOrder))
      return this.#refuse(sale, payment, offer, claimed, outcome, stored);
    return this.#heard(word, sale, payment, offer, claimed, () => this.#unknown(sale, claimed, 'lose', stored));
  }

  /**
   * Resumes a purchase whose artifact is stored and whose claim the caller has. Where an order was ever sent, it queries the
   * chain before it sends another, also after a definite refusal: the order may have landed since.
   */
  async resume(sale: Sale, payment: ParsedPayment, offer: Offer, known: Purchase, claim: Claim): Promise<PaidResult> {
    const { id, body, state, bodyUntil } = known;
    if (body === undefined) throw new Error(`purchase in state ${state} without an artifact`);
    const openOrder = state === 'pending' || state === 'unknown';
    const claimed: ClaimedPurchase = { id, body, claim, since: known.createdAt, openOrder, bodyUntil };
    if (!openOrder && state !== 'rejected') return this.settle(sale, payment, offer, claimed);
    const word = await this.#ports.payments.ask(payment, offer, claimed.since);
    // nothing is open after a refusal: a silent node is queried again after the reply to the next order
    if (word.kind === 'no_answer' && !openOrder) return this.settle(sale, payment, offer, claimed);
    return this.#heard(word, sale, payment, offer, claimed, () => this.settle(sale, payment, offer, claimed));
  }

  /** The stored artifact and receipt of a settled purchase. */
  async replay(sale: Sale, known: Purchase): Promise<PaidResult> {
    const receipt = JSON.parse(known.receipt ?? '{}') as Receipt;
    const { body, bodyUntil } = known;
    // the purge runs periodically; the terms of licensed data end at a fixed time
    if (body === undefined || (bodyUntil !== undefined && bodyUntil <= this.#ports.payments.now))
      throw new ServiceError('payment_artifact_expired', { charged: true, extra: { receipt } });
    const shown = known.claimHash === undefined ? receipt : this.#owned(sale, receipt, known.updatedAt);
    return this.#deliver(sale, { ...known, body }, receipt, { shown, replayed: true });
  }

  /** A 402 that says why a payment was refused. */
  async challenge(sale: Sale, offer: Offer, why: Refusal, payer: string, receipt?: Receipt): Promise<PaidResult> {
    const { payments } = this.#ports;
    const terms = saleTerms(sale.tool);
    const offers = await payments.offers(terms);
    const open = offers.length > 0 ? offers : [offer];
    const paymentRequired = await payments.challenge(terms, open, sale.call.resourceUrl, {
      transport: sale.call.transport,
      refused: { ...why, payer },
    });
    const insufficientFundsDetails = why.code === 'insufficient_funds' && {
      network: offer.network,
      amountRequired: offer.amount,
    };
    return {
      kind: 'challenge',
      headers: {},
      paymentRequired: { ...paymentRequired, ...insufficientFundsDetails },
      ...(receipt && { receipt }),
    };
  }

  async step(id: string, claim: Claim, event: LedgerEvent, stored?: Stored): Promise<void> {
    const made = await fromLedger(this.#ports.ledger.step(id, claim.holder, event, this.#ports.payments.now, stored));
    if (!made) throw await this.lost(id);
  }

  /** Another process has the claim. */
  async lost(id: string): Promise<ServiceError> {
    const { ledger, payments } = this.#ports;
    const row = await ledger.find(id).catch(() => undefined);
    return inProgress(row?.leaseUntil ?? 0, payments.now);
  }

  /** Settles, rejects or waits by the state on the chain. */
  async #heard(
    word: SettlementLookup,
    sale: Sale,
    payment: ParsedPayment,
    offer: Offer,
    claimed: ClaimedPurchase,
    absent: () => Promise<PaidResult>,
  ): Promise<PaidResult> {
    const { payments, log } = this.#ports;
    const refuse = (detail: string) =>
      this.#refuse(sale, payment, offer, claimed, refusal('expired_authorization', detail));
    switch (word.kind) {
      case 'landed':
        return this.#settled(sale, claimed, payments.receiptOf(payment, offer, word.transaction));
      case 'cancelled':
        return refuse('The authorization was cancelled or used elsewhere.');
      case 'absent':
        return word.final ? refuse('The payment ran out before it was settled; no money moved.') : absent();
      case 'no_answer':
        log.warn({ why: word.why }, 'chain gave no usable answer; the outcome of a settlement stays unknown');
        return this.#unknown(sale, claimed, 'lose', { reason: word.why });
    }
  }

  async #settled(sale: Sale, claimed: ClaimedPurchase, receipt: Receipt): Promise<PaidResult> {
    const { payments, ledger, log } = this.#ports;
    const { id, claim } = claimed;
    sale.money.charged = true;
    const signed = await payments.sign(receipt, sale.call.resourceUrl);
    try {
      const made = await ledger.step(id, claim.holder, 'settle', payments.now, { receipt: JSON.stringify(signed) });
      if (!made)
        log.warn(
          { purchase: id.slice(0, 12) },
          'settled under a claim that was lost; the holder will find it on the chain',
        );
    } catch (error) {
      // the money has moved: the buyer gets the artifact, and a resend finds the transfer on the chain
      log.error({ err: error, purchase: id.slice(0, 12) }, 'receipt could not be stored');
    }
    return this.#deliver(sale, claimed, signed, { shown: this.#owned(sale, signed, payments.now), replayed: false });
  }

  /** The receipt for the buyer of this call. */
  #owned(sale: Sale, receipt: Receipt, settledAt: number): Receipt {
    return receiptWithClaim(receipt, sale.claim, new Date(settledAt + recoveryMs).toISOString());
  }

  async #deliver(
    sale: Sale,
    { id, body, bodyUntil }: Pick<ClaimedPurchase, 'id' | 'body' | 'bodyUntil'>,
    receipt: Receipt,
    { shown, replayed }: { readonly shown: Receipt; readonly replayed: boolean },
  ): Promise<PaidResult> {
    const { log } = this.#ports;
    const purchase = id.slice(0, 12);
    // the money has moved: a resend repairs any later failure, and the buyer gets the artifact
    const copies = await sale.work.settled(id, body, receipt, bodyUntil !== undefined).catch((error) => {
      log.error({ err: error, purchase }, 'what starts with a sale did not start');
      return undefined;
    });
    const { text, job } = await sale.work.deliver(body).catch((error): Delivered => {
      log.error({ err: error, purchase }, 'additions at delivery failed');
      return { text: body };
    });
    const further = {
      ...(copies && { copies }),
      ...(job && { job }),
      ...(bodyUntil !== undefined && { isKeptShort: true as const }),
    };
    return { kind: 'settled', body: text, receipt: shown, replayed, ...further };
  }

  /** Certain: no money moved and none will move on this order. */
  async #refuse(
    sale: Sale,
    payment: ParsedPayment,
    offer: Offer,
    claimed: ClaimedPurchase,
    why: Refusal,
    stored: Stored = {},
  ): Promise<PaidResult> {
    await this.step(claimed.id, claimed.claim, 'reject', { reason: why.code, ...stored });
    sale.money.charged = false;
    const { payer } = payment.identity;
    const receipt = { success: false, errorReason: why.code, transaction: '', network: offer.network, payer };
    return this.challenge(sale, offer, why, payer, receipt);
  }

  /** Not certain: no challenge, because a second signature could pay twice. */
  async #unknown(
    sale: Sale,
    claimed: ClaimedPurchase,
    event: 'wait' | 'lose',
    stored: Stored = {},
  ): Promise<PaidResult> {
    await this.step(claimed.id, claimed.claim, event, stored);
    throw new ServiceError('payment_settlement_failed', {
      retryAfterSeconds: resendSeconds,
      charged: 'unknown',
      extra: {
        tool: sale.tool.slug,
        settlement: event === 'wait' ? 'pending' : 'unknown',
        ...(stored.transaction && { transaction: stored.transaction }),
      },
    });
  }
}
