import { type RefusalCode, refusalDetails } from './wire.ts';

/** A definite no, with the published code and sentence. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly detail: string;
}

export function refusal(code: RefusalCode, detail: string = refusalDetails[code]): Refusal {
  return { kind: 'refused', code, detail };
}
