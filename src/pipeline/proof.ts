import { ServiceError } from '../kernel/errors.ts';
import type { ParsedPayment, Payments } from '../payments/payments.ts';
import { asClaim, claimHash, isClaimOf } from '../payments/purchase-claim.ts';
import { payerHashOf } from '../payments/rails/identity.ts';
import { readSignIn } from '../payments/sign-in.ts';
import type { ListedPurchase, Purchase } from '../store/ledger.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { fromLedger } from './paid-money.ts';

/** Milliseconds from the settlement for which a payment that came without a claim is enough to read its purchase. */
export const recoveryMs = 10 * 60_000;

/**
 * Whether the sender of a known payment bought with it: shows the claim that came with it, or, where none came, sends it
 * before {@link recoveryMs} after its settlement have passed. A purchase from before there were claims is opened by the payment alone.
 */
export function isBuyer(
  known: Purchase,
  { credential, shown }: Pick<ParsedPayment, 'credential' | 'shown'>,
  now: number,
): boolean {
  if (shown) return true;
  const { claimHash: hash, state, updatedAt, credentialHash } = known;
  if (hash === undefined) return true;
  if (hash !== '') return isClaimOf(hash, credential.claim);
  return state !== 'settled' || (credentialHash === credential.hash && now <= updatedAt + recoveryMs);
}

export { receiptForAll } from '../payments/purchase-claim.ts';

/** Header of the x402 extension of the same name: a message that a wallet signed for this service. */
export const signInHeader = 'sign-in-with-x';

/** The claim of an `Authorization: Bearer` header. */
export const bearerOf = (header: unknown): string | undefined =>
  asClaim(/^bearer\s+(\S+)$/i.exec(typeof header === 'string' ? header.trim() : '')?.[1]);

/** What the caller shows: the payment of a purchase as it was sent, the claim of its receipt, or the paying wallet's signature. */
export interface ShownProof {
  readonly payment?: unknown;
  readonly claim?: string | undefined;
  /** Header of `sign-in-with-x`. */
  readonly signIn?: string | undefined;
}

/** A purchase whose buyer the caller is. */
export interface PurchaseProof {
  readonly purchaseId: string;
  /**
   * Hash of the claim; of a purchase from before there were claims, of the payment. Neither can be spent. Empty where the
   * payment came without a claim: on its chain it is public, and proves nothing later.
   */
  readonly proofHash: string;
  /** False where the ledger holds no such purchase any more: the caller then needs another proof. */
  readonly inLedger: boolean;
}

export interface ProofPorts {
  readonly payments: Payments;
  readonly ledger: Ledger;
  /** Public address of this service, for which wallets sign. */
  readonly origin: string;
}

/** Most purchases of one wallet that its signature opens; the latest ones. */
const mostOfWallet = 500;

/**
 * The purchases whose buyer shows this: one by a payment or a claim, all of a wallet by its signature. Nothing of what is
 * shown is passed on or stored. Empty where it shows no settled purchase. Throws tool_sdk_not_configured where nothing is
 * sold, not_ready where the ledger cannot be reached.
 */
export async function provePurchases(
  { payments, ledger, origin }: ProofPorts,
  { payment, claim, signIn }: ShownProof,
): Promise<readonly PurchaseProof[]> {
  if (!payments.configured)
    throw new ServiceError('tool_sdk_not_configured', {
      detail: 'Nothing is sold here, so no purchase can be proven.',
      retryAfterSeconds: 300,
    });
  if (payment !== undefined) return byPayment(payments, ledger, payment);
  if (claim !== undefined) {
    const own = await fromLedger(ledger.list({ claimHash: claimHash(claim), state: 'settled', limit: mostOfWallet }));
    return own.length > 0 ? own.map(proofOf) : [{ purchaseId: '', proofHash: claimHash(claim), inLedger: false }];
  }
  const wallet = signIn === undefined ? undefined : await readSignIn(signIn, origin);
  if (!wallet) return [];
  const own = { payerHash: payerHashOf(wallet, wallet.address), state: 'settled', limit: mostOfWallet } as const;
  return (await fromLedger(ledger.list(own))).map(proofOf);
}

const proofOf = ({ id, claimHash: hash, credentialHash }: ListedPurchase): PurchaseProof => ({
  ...{ purchaseId: id, proofHash: hash ?? credentialHash, inLedger: true },
});

async function byPayment(payments: Payments, ledger: Ledger, given: unknown): Promise<readonly PurchaseProof[]> {
  const reading = await payments.read(given);
  if (!reading.ok) return [];
  const { identity, credential } = reading.payment;
  const known = await fromLedger(ledger.find(identity.id));
  if (!known) {
    const shown = credential.claim === undefined ? credential.hash : claimHash(credential.claim);
    return [{ purchaseId: identity.id, proofHash: shown, inLedger: false }];
  }
  const holds =
    known.state === 'settled' &&
    known.credentialHash === credential.hash &&
    isBuyer(known, reading.payment, payments.now);
  return holds ? [proofOf(known)] : [];
}
