import { sha256 } from '../kernel/canonical.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { ParsedPayment } from '../payments/payments.ts';
import type { RailPayment } from '../payments/rails/rail.ts';
import { type Offer, receiptFor, type SignedPayment } from '../payments/wire.ts';
import type { Purchase } from '../store/ledger.ts';
import { fromLedger } from './paid-money.ts';
import type { PaidPorts, VoucherCall } from './paid-types.ts';
import { provePurchases } from './proof.ts';

/** Network of purchases that were paid with a voucher: no money moves. */
export const voucherNetwork = 'voucher';

/** Id of the purchase that a voucher pays for: one for each voucher. */
export const voucherPurchaseId = (purchaseId: string) => sha256(`voucher ${purchaseId}`);

/** A voucher settles itself: whatever dies, its one purchase is its only trace. */
const voucherPayment = (id: string, now: () => number): RailPayment => ({
  ...{ id, payer: '', validUntil: 0 },
  adopt: (offer) => offer,
  period: () => undefined,
  precheck: async () => ({ kind: 'good' }),
  covers: async () => true,
  ask: async (offer) => ({ kind: 'landed', transaction: transactionOf(offer), at: now() }),
  settle: (offer) => receiptFor(offer, transactionOf(offer)),
});

const transactionOf = ({ extra }: Offer) => `voucher:${String(extra.voucher)}`;

/**
 * The voucher of a purchase as the payment of one call of the same route, for the buyer of that purchase.
 * Throws purchase_not_proven or voucher_not_valid.
 */
export async function redeemed(
  { payments, ledger, remedies }: Pick<PaidPorts, 'payments' | 'ledger' | 'remedies'>,
  { purchaseId, proof, origin }: VoucherCall,
  slug: string,
): Promise<ParsedPayment> {
  const proofs = await provePurchases({ payments, ledger, origin }, proof);
  if (!proofs.some((one) => one.purchaseId === purchaseId && one.inLedger))
    throw new ServiceError('purchase_not_proven');
  const remedy = remedies && (await fromLedger(remedies.find(purchaseId)));
  const bought = remedy?.kind === 'voucher' ? await fromLedger(ledger.find(purchaseId)) : undefined;
  if (bought?.slug !== slug)
    throw new ServiceError('voucher_not_valid', { ...(bought && { extra: { route: bought.slug } }) });
  const offer = offerOf(bought);
  const id = voucherPurchaseId(purchaseId);
  return {
    credential: {
      ...{ accepted: offer, payload: {}, resourceUrl: undefined, claim: proof.claim, orderId: undefined, hash: id },
      payment: {} as SignedPayment,
    },
    identity: voucherPayment(id, () => payments.now),
    shown: { offer, payerHash: bought.payerHash, claimHash: bought.claimHash },
  };
}

function offerOf({ id, offer }: Purchase): Offer {
  return { ...(JSON.parse(offer) as Offer), network: voucherNetwork as never, amount: '0', extra: { voucher: id } };
}
