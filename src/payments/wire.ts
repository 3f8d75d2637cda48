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

/** Codes that a 402 may carry after a payment was attached, with their sentences. */
export const refusalDetails = {
  insufficient_funds: 'The paying wallet does not hold enough of the asset on this network.',
  invalid_signature: 'The signature does not belong to the payer of this payment.',
  expired_authorization: 'The payment is outside its period of validity.',
  invalid_payload: 'The payment does not have the form that its network takes.',
  no_matching_requirements: 'The payment was made for other terms than the ones offered.',
} as const;
export type RefusalCode = keyof typeof refusalDetails;

/** A definite no, with the published code and sentence. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly detail: string;
}

export function refusal(code: RefusalCode, detail: string = refusalDetails[code]): Refusal {
  return { kind: 'refused', code, detail };
}

/** The receipt of a transfer that was found on its chain. */
export const receiptFor = ({ network, amount }: Offer, transaction: string, payer?: string): Receipt => ({
  ...{ success: true, transaction, network, amount },
  ...(payer && { payer }),
});

/** An address in the form in which those of its network are compared. */
export const fold = (network: string, text: string) => (network.startsWith('eip155:') ? text.toLowerCase() : text);

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

/** The `info` of an extension as the other side sent it, whatever its form. */
export function infoOf(extensions: Readonly<Record<string, unknown>> | undefined, name: string) {
  const { info } = (extensions?.[name] ?? {}) as { readonly info?: unknown };
  return (info ?? {}) as Readonly<Record<string, unknown>>;
}
