import { ServiceError } from '../kernel/errors.ts';
import type { Payments } from '../payments/payments.ts';
import type { Ledger } from '../store/ledger.ts';
import { fromLedger } from './paid-money.ts';

/** The holder of the payment of a purchase. Both members are hashes: neither can be spent. */
export interface PurchaseProof {
  readonly purchaseId: string;
  readonly credentialHash: string;
  /** False where the ledger holds no such purchase any more: the caller then needs another proof. */
  readonly inLedger: boolean;
}

/**
 * Reads a payment and compares its hash with the ledger's row of its purchase. The payment itself is neither passed on
 * nor stored. Undefined where it is no payment, or its purchase is not settled, or was made with another payment.
 * Throws tool_sdk_not_configured where nothing is sold, not_ready where the ledger cannot be reached.
 */
export async function provePurchase(
  { payments, ledger }: { readonly payments: Payments; readonly ledger: Ledger },
  given: unknown,
): Promise<PurchaseProof | undefined> {
  if (!payments.configured)
    throw new ServiceError('tool_sdk_not_configured', {
      detail: 'Nothing is sold here, so no payment can be held against the ledger.',
      retryAfterSeconds: 300,
    });
  const reading = await payments.read(given);
  if (!reading.ok) return undefined;
  const { identity, credential } = reading.payment;
  const proof = { purchaseId: identity.id, credentialHash: credential.hash };
  const known = await fromLedger(ledger.find(identity.id));
  if (!known) return { ...proof, inLedger: false };
  const holds = known.state === 'settled' && known.credentialHash === credential.hash;
  return holds ? { ...proof, inLedger: true } : undefined;
}
