import type { RefusalCode } from './wire.ts';

export const refusalDetails: Readonly<Record<RefusalCode, string>> = {
  insufficient_funds: 'The paying wallet does not hold enough of the asset on this network.',
  invalid_signature: 'The signature does not belong to the payer of this payment.',
  expired_authorization: 'The payment is outside its period of validity.',
  invalid_payload: 'The payment does not have the form that its network takes.',
  no_matching_requirements: 'The payment was made for other terms than the ones offered.',
};

/** A definite no, with the published code and sentence. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly detail: string;
}

export function refusal(code: RefusalCode, detail = refusalDetails[code]): Refusal {
  return { kind: 'refused', code, detail };
}
