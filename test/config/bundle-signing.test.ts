import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { keyId, publicKeyOf } from '../../src/signing/signing-key.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const jwk = privateKey.export({ format: 'jwk' });

test('the signing key is read once and no longer shown', () => {
  const { bundleSigning } = readConfig({ SVC_BUNDLE_SIGNING_KEY: JSON.stringify(jwk) });
  expect(bundleSigning.key && keyId(publicKeyOf(bundleSigning.key.key))).toBe(keyId({ x: String(jwk.x) }));
  expect(inspect(bundleSigning, { depth: 9 }) + JSON.stringify(bundleSigning)).not.toContain(jwk.d);
  expect(readConfig({}).bundleSigning).toEqual({ key: undefined, past: [] });
});

test('a key that cannot be used stops the start with its name, without its value', () => {
  const given = {
    SVC_BUNDLE_SIGNING_KEY: JSON.stringify({ ...jwk, crv: 'Ed448' }),
    SVC_BUNDLE_SIGNING_KEYS_PAST: JSON.stringify([jwk]),
  };
  for (const [name, text] of Object.entries(given)) {
    try {
      readConfig({ [name]: text });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect(inspect(error, { depth: 9 })).toContain(`${name}: takes`);
      expect(inspect(error, { depth: 9 })).not.toContain(jwk.d);
    }
  }
});
