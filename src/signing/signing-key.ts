import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

const base64urlOf = (bytes: number, characters: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`))
    // the last character has bits that no byte needs: one form is right, so that no character can be changed unseen
    .refine((text) => Buffer.from(text, 'base64url').toString('base64url') === text, `not ${bytes} bytes in base64url`);

/** An Ed25519 signature of 64 bytes, base64url. */
export const SignatureValueSchema = base64urlOf(64, 86);

/** An Ed25519 public key as a JSON Web Key (RFC 8037): the members that its thumbprint covers. */
export const PublicKeySchema = z.strictObject({
  crv: z.literal('Ed25519'),
  kty: z.literal('OKP'),
  x: base64urlOf(32, 43),
});
export type PublicKey = z.infer<typeof PublicKeySchema>;

/** Seconds since 1970, to the end of the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799);

/** A public key as the service publishes it. `nbf`, `exp`: seconds since 1970 from which, and until which, it signs. */
export const PublishedKeySchema = z.strictObject({
  ...PublicKeySchema.shape,
  kid: z.string().min(1).max(200),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  nbf: seconds.optional(),
  exp: seconds.optional(),
});
export type PublishedKey = z.infer<typeof PublishedKeySchema>;

/** A JSON Web Key Set (RFC 7517): the key that signs now, if there is one, and those of the past, newest first. */
export interface KeySet {
  readonly keys: readonly PublishedKey[];
}

/** A private key that signs; `nbf` where it is known since when. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly nbf?: number | undefined;
}

/** Id of a key: its thumbprint (RFC 7638), SHA-256 in base64url. */
export const keyId = ({ x }: Pick<PublicKey, 'x'>): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

/** The public half of an Ed25519 private key. Throws where it is a key of another kind. */
export function publicKeyOf(key: KeyObject): PublicKey {
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' });
  return PublicKeySchema.parse({ crv, kty, x });
}

/** A key as it is published; times in seconds since 1970. */
export const publishedKey = (key: PublicKey, times: Pick<PublishedKey, 'nbf' | 'exp'> = {}): PublishedKey => ({
  ...key,
  kid: keyId(key),
  use: 'sig',
  alg: 'EdDSA',
  ...(times.nbf !== undefined && { nbf: times.nbf }),
  ...(times.exp !== undefined && { exp: times.exp }),
});

const PrivateJwkSchema = z.object({
  ...PublicKeySchema.shape,
  d: base64urlOf(32, 43),
  nbf: seconds.optional(),
});

/** The private key of a JWK whose `x` is that of its `d`; undefined where it is none. Never throws what was read. */
export function signingKeyOfJwk(jwk: unknown): SigningKey | undefined {
  const parsed = PrivateJwkSchema.safeParse(jwk);
  if (!parsed.success) return undefined;
  const { nbf, ...members } = parsed.data;
  const key = createPrivateKey({ format: 'jwk', key: members });
  return publicKeyOf(key).x === members.x ? { key, nbf } : undefined;
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads an Ed25519 private key from a JWK (JSON) or from PKCS #8 (DER in base64url); undefined where it is none. */
export function readSigningKey(text: string): SigningKey | undefined {
  if (text.trimStart().startsWith('{')) return signingKeyOfJwk(jsonOf(text));
  try {
    const key = createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.from(text, 'base64url') });
    return key.asymmetricKeyType === 'ed25519' ? { key } : undefined;
  } catch {
    return undefined;
  }
}

const PastKeySchema = z
  .strictObject({ ...PublishedKeySchema.partial().shape, ...PublicKeySchema.shape, exp: seconds })
  .refine((key) => key.kid === undefined || key.kid === keyId(key), 'kid is not the thumbprint of the key');

/** Reads keys that signed in the past: a JSON list of public JWKs, each with `exp`. Undefined where it is anything else. */
export function readPastKeys(text: string): readonly PublishedKey[] | undefined {
  const parsed = z.array(PastKeySchema).safeParse(jsonOf(text));
  return parsed.success
    ? parsed.data.map(({ crv, kty, x, ...times }) => publishedKey({ crv, kty, x }, times))
    : undefined;
}
