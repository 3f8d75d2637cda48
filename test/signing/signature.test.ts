import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeSignature, SignatureSchema, signatureHolds } from '../../src/signing/signature.ts';
import {
  keyId,
  PublicKeySchema,
  publicKeyOf,
  publishedKey,
  readPastKeys,
  readSigningKey,
} from '../../src/signing/signing-key.ts';
import { testClock } from '../clock.ts';

/** RFC 8037, appendix A: a published key pair and its thumbprint. */
const jwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
const kid = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const signed = { kind: 'a_kind', root: 'ab'.repeat(32) };

describe('a signing key', () => {
  test('has the thumbprint of RFC 8037 and is read from each of its forms', () => {
    expect(keyId(jwk)).toBe(kid);
    const pkcs8 = createPrivateKey({ format: 'jwk', key: jwk }).export({ format: 'der', type: 'pkcs8' });
    for (const text of [JSON.stringify(jwk), pkcs8.toString('base64url'), pkcs8.toString('base64')]) {
      const read = readSigningKey(text);
      expect(read && keyId(publicKeyOf(read.key)), text.slice(0, 4)).toBe(kid);
    }
    expect(readSigningKey(JSON.stringify({ ...jwk, nbf: 1_700_000_000 }))?.nbf).toBe(1_700_000_000);
  });

  test('is refused where it is of another kind, public, damaged or not one pair', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x;
    const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { d: _private, ...bare } = jwk;
    for (const text of [
      '',
      'x',
      '{"kty":"OKP"',
      JSON.stringify(bare),
      JSON.stringify({ ...jwk, x: other }),
      JSON.stringify(rsa.export({ format: 'jwk' })),
      rsa.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    ])
      expect(readSigningKey(text), text).toBeUndefined();
  });

  test('of the past is public and has its end; a private half is refused', () => {
    const { d: _private, ...bare } = jwk;
    expect(readPastKeys(JSON.stringify([{ ...bare, nbf: 5, exp: 9 }]))).toEqual([
      { ...bare, kid, use: 'sig', alg: 'EdDSA', nbf: 5, exp: 9 },
    ]);
    expect(readPastKeys('[]')).toEqual([]);
    for (const list of [[bare], [{ ...jwk, exp: 9 }], [{ ...bare, kid: 'other', exp: 9 }], { keys: [] }])
      expect(readPastKeys(JSON.stringify(list))).toBeUndefined();
    expect(readPastKeys('[')).toBeUndefined();
  });

  test('has one written form', () => {
    const x = `${jwk.x.slice(0, -1)}p`;
    expect(Buffer.from(x, 'base64url').equals(Buffer.from(jwk.x, 'base64url'))).toBe(true);
    expect(PublicKeySchema.safeParse({ kty: 'OKP', crv: 'Ed25519', x }).success).toBe(false);
  });
});

describe('a signature', () => {
  const key = { key: createPrivateKey({ format: 'jwk', key: jwk }) };
  const made = makeSignature(key, signed, testClock());

  test('is the same for the same key, subject and time, and holds', () => {
    expect(made).toEqual(makeSignature(key, signed, testClock()));
    expect(SignatureSchema.parse(made)).toMatchObject({ kid, signedAt: '2026-11-21T12:00:00.000Z' });
    expect(signatureHolds(made, signed)).toBe(true);
    expect(publishedKey(made.publicKey)).toEqual({ ...made.publicKey, kid, use: 'sig', alg: 'EdDSA' });
  });

  test('does not hold over anything else', () => {
    const other = makeSignature({ key: generateKeyPairSync('ed25519').privateKey }, signed, testClock());
    for (const [name, changed] of Object.entries({
      kid: { ...made, kid: other.kid },
      time: { ...made, signedAt: '2026-11-21T12:00:00.001Z' },
      value: { ...made, value: other.value },
      key: { ...made, publicKey: other.publicKey },
      'key and kid': { ...made, publicKey: other.publicKey, kid: other.kid },
    }))
      expect(signatureHolds(changed, signed), name).toBe(false);
    expect(signatureHolds(made, { ...signed, root: 'ac'.repeat(32) })).toBe(false);
    expect(signatureHolds(made, { ...signed, kind: 'other' })).toBe(false);
  });
});
