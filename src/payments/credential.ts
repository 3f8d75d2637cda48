import { z } from 'zod';
import { hashJson } from '../kernel/canonical.ts';
import { orderIdOf } from './extensions.ts';
import { parsed } from './http-exchange.ts';
import { claimOf, withoutClaim } from './purchase-claim.ts';
import { type Offer, type Refusal, refusal, type SignedPayment } from './wire.ts';

/** Larger than any payment that a published client makes, smaller than what a header may carry. */
const maxLength = 16_384;

const text = z.string().min(1).max(1024);

/** Unknown top-level members are let through: published clients send `resource` and `extensions`, others do not. */
const CredentialSchema = z.looseObject({
  x402Version: z.literal(2),
  accepted: z.object({
    scheme: text,
    network: text,
    amount: z.string().regex(/^\d{1,30}$/),
    asset: text,
    payTo: text,
    maxTimeoutSeconds: z.number().positive(),
    extra: z.record(z.string(), z.unknown()).nullish(),
  }),
  payload: z.record(z.string(), z.unknown()),
  resource: z.looseObject({ url: z.string().max(2048) }).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** A payment as it was attached to a call. It lives only as long as the call: never logged, never stored. */
export interface Credential {
  readonly accepted: Offer;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly resourceUrl: string | undefined;
  /** The claim of its challenge, where the client sent it back. */
  readonly claim: string | undefined;
  /** The id that the buyer gave to the order. */
  readonly orderId: string | undefined;
  /** As it goes to the facilitator. */
  readonly payment: SignedPayment;
  /** SHA-256 of the canonical signed payload. */
  readonly hash: string;
}

const fromBase64 = (text: string): unknown =>
  /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? parsed(Buffer.from(text, 'base64').toString('utf8')) : undefined;

const refuse = (detail: string) => refusal('invalid_payload', detail);

/** Reads a payment out of a header (base64 of JSON) or an object (MCP, A2A). Nothing of it appears in a refusal. */
export function readCredential(given: unknown): Credential | Refusal {
  const isText = typeof given === 'string';
  const text = isText ? given.trim() : (JSON.stringify(given) ?? '');
  if (text.length > maxLength) return refuse('The payment is larger than any payment of this protocol.');
  const value = isText ? fromBase64(text) : given;
  if (isText && value === undefined) return refuse('The payment is not base64 of a JSON object.');
  if (typeof value !== 'object' || value === null) return refuse('The payment is not an object.');
  if ('x402Version' in value && value.x402Version === 1)
    return refuse('The payment has x402Version 1; this service takes version 2.');
  const { data, error } = CredentialSchema.safeParse(value);
  if (error) {
    const fields = [...new Set(error.issues.map((issue) => issue.path.slice(0, 2).join('.') || 'the object'))];
    return refuse(`The payment is malformed at ${fields.slice(0, 5).join(', ')}.`);
  }
  const { accepted, payload, resource } = data;
  const payment = value as SignedPayment;
  return {
    accepted: accepted as Offer,
    payload,
    resourceUrl: resource?.url,
    claim: claimOf(payment),
    orderId: orderIdOf(payment),
    payment: withoutClaim(payment),
    hash: hashJson(payload),
  };
}
