import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../kernel/canonical.ts';
import { infoOf, type PaymentRequired, type Receipt, type SignedPayment } from './wire.ts';

/**
 * The extension `purchase-claim`: each challenge carries a fresh random value, which published clients send back with
 * the payment. A settled payment is public on its chain, the claim is not: the caller who shows it is the buyer.
 */
export const claimExtension = 'purchase-claim';

const claimPattern = /^[A-Za-z0-9_-]{22}$/;

/** Short, since it goes into a header: of the claim only that it is required. */
const schema = { type: 'object', required: ['claim'] } as const;

type Extensions = PaymentRequired['extensions'];

/** The extension of one challenge, with 16 fresh random bytes. */
export const freshClaim = (): NonNullable<Extensions> => ({
  [claimExtension]: { info: { claim: randomBytes(16).toString('base64url') }, schema },
});

/** A claim as a caller shows it; undefined where the text cannot be one. */
export const asClaim = (given: unknown): string | undefined =>
  typeof given === 'string' && claimPattern.test(given) ? given : undefined;

/** The claim that came with a payment; undefined where it has none, or none of that form. */
export const claimOf = ({ extensions }: Pick<SignedPayment, 'extensions'>): string | undefined =>
  asClaim(infoOf(extensions, claimExtension).claim);

/** The payment as it goes to others: without the claim. */
export function withoutClaim(payment: SignedPayment): SignedPayment {
  if (!payment.extensions || !(claimExtension in payment.extensions)) return payment;
  const { [claimExtension]: _, ...extensions } = payment.extensions;
  return { ...payment, extensions };
}

/** What is stored of a claim; empty for a payment that came without one. */
export const claimHash = (claim: string | undefined): string =>
  claim === undefined ? '' : sha256(`${claimExtension} ${claim}`);

/** Whether a claim is the one of a stored hash. Takes the same time for each wrong one. */
export function isClaimOf(hash: string, claim: string | undefined): boolean {
  const given = Buffer.from(claimHash(claim).padEnd(64, ' '));
  const stored = Buffer.from(hash.padEnd(64, ' '));
  return hash !== '' && timingSafeEqual(given, stored);
}

/** A receipt as it may be stored and shown to others than its buyer: without the claim. */
export function receiptForAll(receipt: Receipt): Receipt {
  const { [claimExtension]: _, ...extensions } = receipt.extensions ?? {};
  return infoOf(receipt.extensions, claimExtension).claim === undefined ? receipt : { ...receipt, extensions };
}

/**
 * The receipt as its buyer gets it: with the claim, so that a client that hides its payments has it too; without one,
 * with the time until which the payment alone reads the purchase again.
 */
export function receiptWithClaim(receipt: Receipt, claim: string | undefined, readableUntil: string): Receipt {
  const info = claim === undefined ? { readableUntil } : { claim };
  return { ...receipt, extensions: { ...receipt.extensions, [claimExtension]: { info } } };
}
