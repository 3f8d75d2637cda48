import type {
  PaymentPayload,
  PaymentRequirements,
  PaymentRequired as PublicPaymentRequired,
  SettleResponse,
} from '@x402/core/types';

/** One entry of `accepts[]`. */
export type Offer = PaymentRequirements;
export type Receipt = SettleResponse;
export type SignedPayment = PaymentPayload;

/** Chain families that this service can be paid on. */

/** Codes that a 402 may carry after a payment was attached. */
export const refusalCodes = [
  'insufficient_funds',
  'invalid_signature',
  'expired_authorization',
  'invalid_payload',
  'no_matching_requirements',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** A 402 body; the same object goes base64 into the header. */
export type PaymentRequired = PublicPaymentRequired & {
  readonly code?: RefusalCode;
  readonly detail?: string;
  readonly charged?: false;
  readonly payer?: string;
  readonly network?: string;
  readonly amountRequired?: string;
};

/** base64 of JSON, as all three x402 headers carry it. */
export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
