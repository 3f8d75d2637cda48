import { createPublicKey, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { keyId, PublicKeySchema, publicKeyOf, SignatureValueSchema, type SigningKey } from './signing-key.ts';

/** What is signed: a document's kind and the root hash of its parts. */
export interface Signed {
  readonly kind: string;
  readonly root: string;
}

/** A signature beside what it signs, with the key that it is checked with. `signedAt` is the signer's own word. */
export const SignatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  kid: z.string(),
  publicKey: PublicKeySchema,
  signedAt: z.iso.datetime({ precision: 3 }),
  value: SignatureValueSchema,
});
export type Signature = z.infer<typeof SignatureSchema>;

/** The bytes under a signature: a line that says what it is for, then kind, root, key and time, a line each. */
const signedBytes = ({ kind, root }: Signed, { kid, signedAt }: Pick<Signature, 'kid' | 'signedAt'>) =>
  Buffer.from(`place-records bundle signature v1\n${kind}\n${root}\n${kid}\n${signedAt}\n`);

/** Signs with an Ed25519 key (RFC 8032: the same key, subject and time give the same bytes). */
export function makeSignature({ key }: SigningKey, signed: Signed, now: Date): Signature {
  const publicKey = publicKeyOf(key);
  const stated = { kid: keyId(publicKey), signedAt: now.toISOString() };
  const value = sign(null, signedBytes(signed, stated), key).toString('base64url');
  return { algorithm: 'Ed25519', ...stated, publicKey, value };
}

/** Whether a signature is that of its own key over this kind and root, and its key id follows from the key. */
export function signatureHolds(signature: Signature, signed: Signed): boolean {
  const { publicKey, kid, value } = signature;
  if (kid !== keyId(publicKey)) return false;
  const key = createPublicKey({ format: 'jwk', key: publicKey });
  return verify(null, signedBytes(signed, signature), key, Buffer.from(value, 'base64url'));
}
