import { sha256 } from '../kernel/canonical.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { ParsedPayment, Payments } from '../payments/payments.ts';
import { claimHash } from '../payments/purchase-claim.ts';
import { payerHashOf } from '../payments/rails/identity.ts';
import { type Offer, type Refusal, refusal } from '../payments/wire.ts';
import type { Claim, NewPurchase } from '../store/ledger.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { fromLedger } from './paid-money.ts';
import { settleMarginSeconds } from './paid-terms.ts';
import type { Order, Paying } from './paid-types.ts';

/** Seconds for which a payment must remain valid when work spends on it: the provider's time and its own settlement. */
const spendingSeconds = 15 + settleMarginSeconds;

/** Hash of payer and order id: the id of one wallet says nothing about that of another. Undefined where there is no id. */
export const orderHashOf = (offer: Offer, payer: string, id: string | undefined) =>
  id === undefined ? undefined : sha256(`order ${payerHashOf(offer, payer)} ${id}`);

/** Who pays: the payer of a payment; of a voucher the one who paid for the purchase that brought nothing. */
const payerOf = ({ identity, shown }: ParsedPayment, offer: Offer): string =>
  shown?.payerHash ?? payerHashOf(offer, identity.payer);

/** The row of a purchase that a payment begins. */
export function newPurchase({ sale, payment, offer }: Order): NewPurchase {
  const { call, argsHash } = sale;
  const { credential, identity, shown } = payment;
  const { id, payer, validUntil } = identity;
  return {
    ...{ id, slug: sale.tool.slug, argsHash, validUntil, network: offer.network, offer: JSON.stringify(offer) },
    credentialHash: credential.hash,
    payerHash: payerOf(payment, offer),
    claimHash: shown ? shown.claimHash : claimHash(credential.claim),
    orderHash: shown ? undefined : orderHashOf(offer, payer, credential.orderId ?? call.orderId),
  };
}

/** The facilitator or the ledger knows the payment as used. */
export const alreadyUsed = refusal('expired_authorization', 'The authorization was already used.');

/** The buyer's payment became invalid during the work, before anything was spent on it. */
export class NoLongerGood extends Error {
  constructor(readonly why: Refusal) {
    super(why.code);
  }
}

interface SpendingPorts {
  readonly ledger: Ledger;
  readonly payments: Payments;
  /** The error where another process has the claim. */
  lost(): Promise<ServiceError>;
}

/**
 * A claimed purchase on which its work may spend: right before it spends money, it checks claim, period, signature and
 * the facilitator's verification (balance, nonce) again. Throws {@link NoLongerGood} or ServiceError where one fails.
 */
export function spendingOn(
  { ledger, payments, lost }: SpendingPorts,
  { payment, offer }: Pick<Order, 'payment' | 'offer'>,
  claim: Claim,
): Paying {
  const { id } = payment.identity;
  return {
    purchaseId: id,
    payerHash: payerOf(payment, offer),
    holder: claim.holder,
    async recheck() {
      if (!(await fromLedger(ledger.renew(id, { ...claim, now: payments.now })))) throw await lost();
      const checked = await payments.precheck(payment, offer, spendingSeconds);
      if (checked.kind === 'refused') throw new NoLongerGood(checked);
      const verified = await payments.verify(payment, offer);
      if (verified.kind === 'no_answer')
        throw new ServiceError('payment_facilitator_unavailable', { retryAfterSeconds: 5, charged: false });
      if (verified.kind === 'used') throw new NoLongerGood(alreadyUsed);
      if (verified.kind === 'refused') throw new NoLongerGood(verified);
    },
  };
}
