import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf, type ShownProof, signInHeader } from '../../pipeline/proof.ts';

/**
 * What shows that the caller bought: the payment of the purchase, `Authorization: Bearer` with the claim of its receipt,
 * or a message that the paying wallet signed; undefined where none came.
 */
export function proofOf(headers: IncomingHttpHeaders): ShownProof | undefined {
  const payment = paymentOf(headers);
  if (payment !== undefined) return { payment };
  const claim = bearerOf(headers.authorization);
  if (claim !== undefined) return { claim };
  const signIn = textOf(headers[signInHeader]);
  return signIn === undefined ? undefined : { signIn };
}

/** The payment of a request, under its name or its legacy name; an empty header carries none. */
export function paymentOf(headers: IncomingHttpHeaders): string | undefined {
  return textOf(headers['payment-signature']) ?? textOf(headers['x-payment']);
}

/** The buyer's own id of an order (header Idempotency-Key); undefined where none came, or none of 1 to 128 printable characters. */
export function orderIdIn(headers: IncomingHttpHeaders): string | undefined {
  const key = textOf(headers['idempotency-key'])?.trim();
  return key !== undefined && /^[\x21-\x7e]{1,128}$/.test(key) ? key : undefined;
}

function textOf(given: string | string[] | undefined): string | undefined {
  const text = Array.isArray(given) ? given.join(',') : given;
  return text?.trim() ? text : undefined;
}
