import { type Refusal, type RefusalCode, refusal, refusalDetails } from './wire.ts';

/** What a facilitator's reason means for the purchase. */
export type Reading =
  | Refusal
  /** The authorization was already used: by an earlier settlement of ours, by a cancellation, or by somebody else. */
  | { readonly kind: 'used' }
  /** A transaction was sent and has not been confirmed. */
  | { readonly kind: 'pending' }
  /** The transaction of this order was not sent, or moved nothing. */
  | { readonly kind: 'failed' }
  /** Says nothing for certain. */
  | { readonly kind: 'unclear' };

const rules: readonly (readonly [RegExp, RefusalCode | 'used' | 'pending' | 'failed'])[] = [
  [/settlement_pending/, 'pending'],
  [/transaction_(failed|state)|evm_transaction_simulation_failed|failed_onchain|transfer_event_mismatch/, 'failed'],
  [/nonce_already_used|duplicate_settlement|already_(used|settled|processed)/, 'used'],
  [/insufficient_(funds|balance)|permit2_allowance_required/, 'insufficient_funds'],
  [/valid_before|valid_after|expired|deadline|not_yet_valid|payment_too_early|blockhash/, 'expired_authorization'],
  [/signature|invalid_permit2_owner/, 'invalid_signature'],
  [
    /_mismatch|invalid_network|invalid_scheme|unsupported_scheme|_evm_scheme|authorization_value/,
    'no_matching_requirements',
  ],
  [
    /invalid_payload|unsupported_payload|could_not_be_decoded|x402_version|eip712_domain|svm_payload|_not_supported/,
    'invalid_payload',
  ],
];

const isCode = (meaning: string): meaning is RefusalCode => meaning in refusalDetails;

/**
 * Reads the reason of a `isValid: false` or `success: false`. The message helps only where the reason is a failed
 * simulation, which on Solana hides both an empty wallet and an old block hash.
 */
export function readReason(reason: string | undefined, message: string | undefined, network: string): Reading {
  const text = (reason ?? '').toLowerCase();
  for (const [pattern, meaning] of rules) {
    if (!pattern.test(text)) continue;
    return isCode(meaning) ? refusal(meaning) : { kind: meaning };
  }
  if (network.startsWith('solana:') && /simulation_failed/.test(text)) {
    if (message === undefined) return { kind: 'failed' };
    const why = message.toLowerCase();
    if (/already.?processed/.test(why)) return { kind: 'used' };
    if (/insufficient|custom program error: 0x1\b|"custom":1\b|custom: 1\b/.test(why))
      return refusal('insufficient_funds');
    return refusal('expired_authorization');
  }
  return { kind: 'unclear' };
}

/**
 * Reads the reason of a definite `isValid: false`. Nothing moves by a verification, so that a no is a no whatever its
 * reason is called; the other side's words are not repeated.
 */
export function readVerifyReason(
  reason: string | undefined,
  message: string | undefined,
  network: string,
): Refusal | { readonly kind: 'used' } {
  const reading = readReason(reason, message, network);
  if (reading.kind === 'refused' || reading.kind === 'used') return reading;
  // a transfer under way for a payment that no one has seen: it is no longer free
  if (reading.kind === 'pending') return { kind: 'used' };
  const wouldFail = /simulation_failed|transaction_(failed|state)/.test((reason ?? '').toLowerCase());
  return refusal('invalid_payload', wouldFail ? failingDetail : unnamedDetail);
}

const failingDetail = 'The facilitator found that the transfer of this payment would fail on its chain.';
const unnamedDetail =
  'The facilitator refuses this payment and names a reason that this service has no published code for.';
