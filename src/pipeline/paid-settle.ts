import { ServiceError } from '../kernel/errors.ts';
import { receiptWithClaim } from '../payments/purchase-claim.ts';
import { type Landed, landedBefore, type SettlementLookup } from '../payments/rails/rail.ts';
import { readReason, type Reading as SettlementReading } from '../payments/reasons.ts';
import { type Receipt, type Refusal, receiptFor, refusal } from '../payments/wire.ts';
import type { Claim, Purchase, Stored } from '../store/ledger.ts';
import type { LedgerEvent } from '../store/ledger-states.ts';
import { fromLedger, inProgress } from './paid-money.ts';
import { leastSettleSeconds, saleTerms } from './paid-terms.ts';
import type { Delivered, Order, PaidPorts, PaidResult, Sale } from './paid-types.ts';
import { recoveryMs } from './proof.ts';

/**
 * `none`: no order was sent, or each one is known to have moved nothing. `open`: one has an unknown outcome. Else the last
 * refusal, which the chain has not confirmed.
 */
type EarlierOrders = 'none' | 'open' | (SettlementReading & { readonly transaction?: string | undefined });

/** An order whose purchase this process has claimed, with its artifact. */
interface ClaimedOrder extends Order {
  readonly id: string;
  readonly body: string;
  readonly claim: Claim;
  /** When the payment was first claimed; nothing was sent before. */
  readonly since: number;
  /** What became of the orders to settle that were sent before. */
  readonly before: EarlierOrders;
  /** Until when the artifact may be stored, where its licensed part limits that. */
  readonly bodyUntil?: number | undefined;
}

const resendSeconds = 5;
/** A person ends it. */
const deniedSeconds = 600;
const elsewhere =
  'A transfer of this payment is on its chain, but the order of this service was refused: another seller may have received it. Nothing is delivered before the operator has compared ledger and chain.';

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
  async conclude(order: ClaimedOrder): Promise<PaidResult> {
    const { sale, id, claim, body, bodyUntil } = order;
    const stored = { body, bodyUntil };
    if (sale.call.signal.aborted || this.#late(order)) {
      await this.step(id, claim, 'keep', stored);
      return this.settle(order);
    }
    await this.step(id, claim, 'dispatch', stored);
    return this.#submitSettlement(order);
  }

  /** Settles a purchase whose artifact is stored. */
  async settle(order: ClaimedOrder): Promise<PaidResult> {
    const { payments, ledger } = this.#ports;
    const { sale, id, claim, before } = order;
    const late = this.#late(order);
    if (late) return before === 'none' ? this.#refuse(order, late) : this.#unresolved(order);
    if (sale.call.signal.aborted) {
      const yielded = await ledger.yield(id, claim.holder, payments.now).catch(() => false);
      if (!yielded) sale.money.charged = 'unknown';
      throw new ServiceError('cancelled');
    }
    await this.step(id, claim, 'send');
    return this.#submitSettlement(order);
  }

  #late({ payment: { identity }, offer }: Order): Refusal | undefined {
    return identity.period(offer, { now: this.#ports.payments.now, neededSeconds: leastSettleSeconds });
  }

  async #submitSettlement(order: ClaimedOrder): Promise<PaidResult> {
    const { payments } = this.#ports;
    const { sale, payment, offer, before, since } = order;
    sale.money.charged = 'unknown';
    const outcome = await payments.settle(payment, offer);
    if (outcome.kind === 'settled') return this.#settled(order, outcome.receipt);
    const stored = { reason: 'reason' in outcome ? outcome.reason : outcome.why };
    if (outcome.kind === 'pending')
      return this.#unknown(order, 'wait', { ...stored, transaction: outcome.transaction });
    if (outcome.kind === 'unclear' || outcome.kind === 'no_answer') return this.#unknown(order, 'lose', stored);
    // a refusal after an order was sent counts only where the chain agrees: the order may have landed nevertheless
    const word = await payment.identity.ask(offer, { since, heardAt: payments.now });
    if (outcome.kind === 'refused' && word.kind === 'absent' && (word.final || before !== 'open'))
      return this.#refuse(order, outcome, stored);
    const after = { ...order, before: before === 'open' ? before : outcome };
    return this.#heard(word, after, stored, () => this.#unresolved(after, stored));
  }

  /**
   * Resumes a purchase whose artifact is stored and whose claim the caller has. Where an order was ever sent, it queries the
   * chain before it sends another, also after a definite refusal: the order may have landed since.
   */
  async resume(order: Order, known: Purchase, claim: Claim): Promise<PaidResult> {
    const { id, body, state, bodyUntil, createdAt: since } = known;
    if (body === undefined) throw new Error(`purchase in state ${state} without an artifact`);
    const claimed = { ...order, id, body, claim, since, before: earlierOrders(known), bodyUntil };
    if (state === 'built') return this.settle(claimed);
    const word = await order.payment.identity.ask(order.offer, { since, transaction: known.transaction });
    // nothing is open after a refusal: a silent node is queried again after the reply to the next order
    if (word.kind === 'no_answer' && state === 'rejected') return this.settle(claimed);
    return this.#heard(word, claimed, {}, () => this.settle(claimed));
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
  async challenge({ sale, payment, offer }: Order, why: Refusal, receipt?: Receipt): Promise<PaidResult> {
    const { payments } = this.#ports;
    const { payer } = payment.identity;
    const terms = saleTerms(sale.tool);
    const offers = await payments.offers(terms);
    const open = offers.length > 0 ? offers : [offer];
    const { transport, resourceUrl } = sale.call;
    const challenge = await payments.challenge(terms, open, resourceUrl, { transport, refused: { ...why, payer } });
    const { network, amount: amountRequired } = offer;
    const missing = why.code === 'insufficient_funds' && { network, amountRequired };
    return { kind: 'challenge', headers: {}, paymentRequired: { ...challenge, ...missing }, receipt };
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

  async #heard(
    word: SettlementLookup,
    order: ClaimedOrder,
    stored: Stored,
    absent: () => Promise<PaidResult>,
  ): Promise<PaidResult> {
    const { offer, before } = order;
    const { payer } = order.payment.identity;
    const refuse = (detail: string) => this.#refuse(order, refusal('expired_authorization', detail));
    switch (word.kind) {
      case 'landed':
        if (!(await this.#isOurs(word, order)))
          return this.#unknown(order, 'deny', { ...stored, transaction: word.transaction });
        return this.#settled(order, receiptFor(offer, word.transaction, payer));
      case 'cancelled':
        return refuse('The authorization was cancelled or used elsewhere.');
      case 'absent':
        return word.final ? refuse('The payment ran out before it was settled; no money moved.') : absent();
      case 'no_answer':
        this.#ports.log.warn(
          { why: word.why },
          'chain gave no usable answer; the outcome of a settlement stays unknown',
        );
        // the reason of an earlier refusal is needed when the chain answers
        return this.#unresolved(order, before === 'open' ? { reason: word.why, ...stored } : stored);
    }
  }

  /**
   * Whether a transfer is that of an order of this ledger: sent after it, and the order has no reply, names this
   * transaction, or was refused for a reason which the transfer disproves.
   */
  async #isOurs(landed: Landed, { payment, offer, since, before }: ClaimedOrder) {
    if (before === 'none' || landedBefore(landed, since)) return false;
    if (before === 'open' || before.transaction === landed.transaction) return true;
    if (before.kind !== 'refused') return false;
    // the transfer itself may have emptied the wallet
    return before.code !== 'insufficient_funds' || payment.identity.covers(offer).catch(() => false);
  }

  #unresolved(order: ClaimedOrder, stored?: Stored): Promise<PaidResult> {
    return this.#unknown(order, order.before === 'open' ? 'lose' : 'deny', stored);
  }

  async #settled(order: ClaimedOrder, receipt: Receipt): Promise<PaidResult> {
    const { payments, ledger, log } = this.#ports;
    const { sale, id, claim } = order;
    const purchase = id.slice(0, 12);
    sale.money.charged = true;
    const signed = await payments.sign(receipt, sale.call.resourceUrl);
    try {
      const made = await ledger.step(id, claim.holder, 'settle', payments.now, { receipt: JSON.stringify(signed) });
      if (!made) log.warn({ purchase }, 'settled under a claim that was lost; the holder will find it on the chain');
    } catch (error) {
      // the money has moved: the buyer gets the artifact, and a resend finds the transfer on the chain
      log.error({ err: error, purchase }, 'receipt could not be stored');
    }
    return this.#deliver(sale, order, signed, { shown: this.#owned(sale, signed, payments.now), replayed: false });
  }

  #owned(sale: Sale, receipt: Receipt, settledAt: number): Receipt {
    // what a voucher bought is read with it again
    if (sale.call.voucher && sale.claim === undefined) return receipt;
    return receiptWithClaim(receipt, sale.claim, new Date(settledAt + recoveryMs).toISOString());
  }

  async #deliver(
    sale: Sale,
    { id, body, bodyUntil }: Pick<ClaimedOrder, 'id' | 'body' | 'bodyUntil'>,
    receipt: Receipt,
    { shown, replayed }: { readonly shown: Receipt; readonly replayed: boolean },
  ): Promise<PaidResult> {
    const { log } = this.#ports;
    const purchase = id.slice(0, 12);
    const isKeptShort = bodyUntil !== undefined;
    // the money has moved: a resend repairs any later failure, and the buyer gets the artifact
    const copies = await sale.work.settled({ purchaseId: id, body, receipt, isKeptShort }).catch((error) => {
      log.error({ err: error, purchase }, 'what starts with a sale did not start');
      return undefined;
    });
    const { text, job } = await sale.work.deliver(body).catch((error): Delivered => {
      log.error({ err: error, purchase }, 'additions at delivery failed');
      return { text: body };
    });
    return { kind: 'settled', body: text, receipt: shown, replayed, copies, job, isKeptShort };
  }

  /** Certain: no money moved and none will move on this order. */
  async #refuse(order: ClaimedOrder, why: Refusal, stored: Stored = {}): Promise<PaidResult> {
    await this.step(order.id, order.claim, 'reject', { reason: why.code, ...stored });
    order.sale.money.charged = false;
    const { payer } = order.payment.identity;
    const receipt = { success: false, errorReason: why.code, transaction: '', network: order.offer.network, payer };
    return this.challenge(order, why, receipt);
  }

  /** Not certain: no challenge, because a second signature could pay twice. */
  async #unknown(
    { sale, id, claim }: ClaimedOrder,
    event: 'wait' | 'lose' | 'deny',
    stored: Stored = {},
  ): Promise<PaidResult> {
    await this.step(id, claim, event, stored);
    const { transaction } = stored;
    const isElsewhere = event === 'deny' && transaction !== undefined;
    throw new ServiceError('payment_settlement_failed', {
      ...(isElsewhere && { detail: elsewhere }),
      retryAfterSeconds: isElsewhere ? deniedSeconds : resendSeconds,
      charged: 'unknown',
      extra: {
        tool: sale.tool.slug,
        settlement: event === 'wait' ? 'pending' : isElsewhere ? 'denied' : 'unknown',
        ...(transaction && { transaction }),
      },
    });
  }
}

/** What a stored purchase says of the orders that were sent for it. */
function earlierOrders({ state, reason, network, transaction }: Purchase): EarlierOrders {
  if (state === 'pending' || state === 'unknown') return 'open';
  if (state !== 'denied') return 'none';
  const refused = readReason(reason, undefined, network);
  // what the wallet holds now says nothing of what it held then; and what was found not to be ours stays so
  const isOld = transaction !== undefined || (refused.kind === 'refused' && refused.code === 'insufficient_funds');
  return isOld ? { kind: 'failed' } : refused;
}
