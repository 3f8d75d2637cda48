import { bearerOf, type ShownProof } from '../../pipeline/proof.ts';
import type { Metadata } from './wire.ts';

/** Extension a2a-x402 v0.1: its URI, and the alias in use. Objects inside are x402 version 2. */
export const extensionUri = 'https://github.com/google-a2a/a2a-x402/v0.1';
const aliases = ['https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.1'];

/** Headers that name extensions: that of A2A 1.0 and that of 0.3. */
export const extensionHeaders = ['a2a-extensions', 'x-a2a-extensions'] as const;

/** What to echo: for each header that came, the URIs in it that are served here. */
export function activated(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const echo: Record<string, string> = {};
  for (const name of extensionHeaders) {
    const given = headers[name];
    if (typeof given !== 'string') continue;
    const served = given
      .split(',')
      .map((uri) => uri.trim())
      .filter((uri) => uri === extensionUri || aliases.includes(uri));
    if (served.length > 0) echo[name] = [...new Set(served)].join(', ');
  }
  return echo;
}

export const keys = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const;

const errors: Readonly<Record<string, string>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  invalid_signature: 'INVALID_SIGNATURE',
  expired_authorization: 'EXPIRED_PAYMENT',
  invalid_payload: 'INVALID_PAYLOAD',
  no_matching_requirements: 'INVALID_AMOUNT',
  payment_replay_different_request: 'DUPLICATE_NONCE',
  payment_settlement_failed: 'SETTLEMENT_FAILED',
};

/** The extension's word for a refusal of this service. */
export const errorWord = (code: string): string => errors[code] ?? code.toUpperCase();

/** What a request shows of a purchase: its payment in the metadata, or the claim of its receipt as a bearer token. */
export function proofIn(body: unknown, authorization: unknown): ShownProof | undefined {
  const payment = (body as { metadata?: Metadata } | undefined)?.metadata?.[keys.payload];
  if (payment !== undefined) return { payment };
  const claim = bearerOf(authorization);
  return claim === undefined ? undefined : { claim };
}

/** Metadata of a message without the payment: what may be stored and shown. */
export function withoutPayment(metadata: Metadata | undefined): Metadata | undefined {
  if (!metadata) return undefined;
  const { [keys.payload]: _, ...rest } = metadata;
  return Object.keys(rest).length > 0 ? rest : undefined;
}
