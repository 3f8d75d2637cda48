import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../kernel/canonical.ts';
import type { Proof, ProofCheck, ProofSeal } from '../kernel/ports/proofs.ts';

const purpose = 'place-records proof v1';
const sealFields = ['issuedAt', 'expiresAt', 'mac'] as const satisfies readonly (keyof ProofSeal)[];
const time = z.iso.datetime();
const SealedSchema = z.looseObject({ issuedAt: time, expiresAt: time, mac: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

type Fields = Readonly<Record<string, unknown>>;

/** The key of proofs, derived from a secret that may serve other purposes too. */
const keyOf = (secret: KeyObject) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

const macOf = (secret: KeyObject, kind: string, fields: Fields): Buffer =>
  createHmac('sha256', keyOf(secret))
    .update(canonicalJson([purpose, kind, fields]))
    .digest();

/**
 * A proof of fields, good until `now` plus `ttlMs`. Throws TypeError where a field has no JSON form or has the name of a
 * field of the seal.
 */
export function sealProof<P extends object>(
  secret: KeyObject,
  kind: string,
  payload: P,
  { now, ttlMs }: { readonly now: Date; readonly ttlMs: number },
): Proof<P> {
  const named = sealFields.find((name) => name in payload);
  if (named) throw new TypeError(`a proof has its own ${named}`);
  const expires = new Date(now.getTime() + ttlMs);
  const fields = { ...payload, issuedAt: now.toISOString(), expiresAt: expires.toISOString() };
  return { ...fields, mac: macOf(secret, kind, fields).toString('base64url') };
}

/** Whether a value is a proof of this kind, and whether it has expired. Never throws. */
export function checkProof(secret: KeyObject, kind: string, given: unknown, now: Date): ProofCheck {
  const read = SealedSchema.safeParse(given);
  if (!read.success) return { state: 'invalid' };
  const { mac, ...fields } = read.data;
  if (!holds(secret, kind, fields, mac)) return { state: 'invalid' };
  const { issuedAt: _issuedAt, expiresAt, ...payload } = fields;
  return now.getTime() >= Date.parse(expiresAt) ? { state: 'expired' } : { state: 'good', payload };
}

function holds(secret: KeyObject, kind: string, fields: Fields, mac: string): boolean {
  try {
    const expected = macOf(secret, kind, fields).toString('base64url');
    return timingSafeEqual(Buffer.from(expected), Buffer.from(mac));
  } catch {
    // a value without a JSON form, or one that is nested too deep to be written
    return false;
  }
}
