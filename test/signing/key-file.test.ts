import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SigningKeyFile } from '../../src/signing/key-file.ts';
import { openSigner } from '../../src/signing/open-signer.ts';
import { signatureHolds } from '../../src/signing/signature.ts';
import { keyId, publicKeyOf, publishedKey } from '../../src/signing/signing-key.ts';
import { testClock } from '../clock.ts';

const start = testClock().getTime() / 1000;
const signed = { kind: 'a_kind', root: '0'.repeat(64) };
const databaseUrl = 'postgres://records@127.0.0.1:1/none';

let dataDir: string;
let now: Date;
const clock = () => now;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'keys-')), 'data');
  now = testClock();
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }));

const file = () => new SigningKeyFile(dataDir, clock);
const signer = (more: Partial<Parameters<typeof openSigner>[0]> = {}) =>
  openSigner({ key: undefined, past: [], dataDir, clock, ...more });
const stored = () => JSON.parse(readFileSync(file().path, 'utf8')) as { keys: { kid: string; d?: string }[] };

describe('the keys of a data folder', () => {
  test('begin with the first signature: one key, anyone who comes at once, for the owner of the file alone', async () => {
    expect(await signer().published()).toEqual({ keys: [] });
    const made = await Promise.all(Array.from({ length: 8 }, async () => (await signer().current())?.(signed)));
    expect(new Set(made.map((signature) => signature?.value)).size).toBe(1);
    expect(made[0] && signatureHolds(made[0], signed)).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['signing-keys.json']);
    expect(statSync(file().path).mode & 0o777).toBe(0o600);
    const { keys } = await signer().published();
    expect(keys).toEqual([{ ...made[0]?.publicKey, kid: made[0]?.kid, use: 'sig', alg: 'EdDSA', nbf: start }]);
  });

  test('are followed by a running process when they change, and keep their history without private halves', async () => {
    const running = signer();
    const first = (await running.current())?.(signed);
    now = new Date((start + 60.5) * 1000);
    const made = await file().rotate();
    const second = (await running.current())?.(signed);
    expect(second?.kid).toBe(made.kid);
    expect((await running.published()).keys).toEqual([
      expect.objectContaining({ kid: second?.kid, nbf: start + 60 }),
      expect.objectContaining({ kid: first?.kid, nbf: start, exp: start + 61 }),
    ]);
    expect(stored().keys.map(({ d }) => d !== undefined)).toEqual([true, false]);
    expect(statSync(file().path).mode & 0o777).toBe(0o600);
    now = new Date((start + 120) * 1000);
    await file().rotate();
    const ends = (await running.published()).keys.map(({ exp }) => exp);
    expect(ends).toEqual([undefined, start + 121, start + 61]);
    expect(JSON.stringify(await running.published())).not.toContain('"d"');
  });

  test('that were damaged are neither replaced nor repeated', async () => {
    await signer().current();
    const { d = '' } = stored().keys[0] ?? {};
    const text = readFileSync(file().path, 'utf8');
    const other = publishedKey(publicKeyOf(generateKeyPairSync('ed25519').privateKey));
    const swapped = JSON.stringify({ version: 1, keys: [{ ...other, d }] });
    const renamed = text.replace(String(stored().keys[0]?.kid), other.kid);
    for (const damaged of [text.slice(0, -9), d, '', swapped, renamed]) {
      writeFileSync(file().path, damaged);
      const error = await signer()
        .current()
        .catch((thrown: unknown) => thrown);
      expect(inspect(error, { depth: 9 })).toContain('no readable signing keys');
      expect(inspect(error, { depth: 9 })).not.toContain(d);
      expect(readFileSync(file().path, 'utf8')).toBe(damaged);
    }
  });
});

describe('the keys of the settings', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const past = [publishedKey(publicKeyOf(generateKeyPairSync('ed25519').privateKey), { nbf: 5, exp: 9 })];
  const kid = keyId(publicKeyOf(privateKey));

  test('sign on every machine alike; no file is made', async () => {
    const key = { key: privateKey, nbf: 9 };
    const signatures = await Promise.all(
      [
        { key, past },
        { key, past, databaseUrl, dataDir: `${dataDir}-2` },
      ].map(async (settings) => {
        const one = signer(settings);
        expect((await one.published()).keys.map((each) => each.kid)).toEqual([kid, past[0]?.kid]);
        return (await one.current())?.(signed);
      }),
    );
    expect(signatures[0]).toEqual(signatures[1]);
    expect(signatures[0]?.kid).toBe(kid);
    expect(() => readdirSync(dataDir)).toThrow('ENOENT');
  });

  test('are requested with PostgreSQL: without one nothing is signed, those of the past stay published', async () => {
    const one = signer({ databaseUrl, past });
    expect(await one.current()).toBeUndefined();
    expect(await one.published()).toEqual({ keys: past });
    expect(() => readdirSync(dataDir)).toThrow('ENOENT');
  });
});
