import type { IncomingHttpHeaders } from 'node:http';

/** The payment of a request, under its name or its legacy name; an empty header carries none. */
export function paymentOf(headers: IncomingHttpHeaders): string | undefined {
  return textOf(headers['payment-signature']) ?? textOf(headers['x-payment']);
}

function textOf(given: string | string[] | undefined): string | undefined {
  const text = Array.isArray(given) ? given.join(',') : given;
  return text?.trim() ? text : undefined;
}
