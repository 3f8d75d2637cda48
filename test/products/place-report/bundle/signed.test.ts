import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleText, type EvidenceBundle, makeBundle } from '../../../../src/products/place-report/bundle/bundle.ts';
import { verifyBundle } from '../../../../src/products/place-report/bundle/verify.ts';
import { makeSignature } from '../../../../src/signing/signature.ts';
import { type PublishedKey, publicKeyOf, publishedKey } from '../../../../src/signing/signing-key.ts';
import { testClock } from '../../../clock.ts';
import { sampleReport } from '../../../reports/sample-report.ts';
import { startScripts } from './script.ts';

const folder = mkdtempSync(join(tmpdir(), 'signed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signer = () => ({ key: generateKeyPairSync('ed25519').privateKey });
const [own, strange] = [signer(), signer()];
const signedBy = (key: typeof own, at = testClock(), summary?: string) =>
  makeBundle({
    report: sampleReport(summary === undefined ? {} : { summary }),
    sign: (signed) => makeSignature(key, signed, at),
  });
const bundle = signedBy(own);
const text = bundleText(bundle);
const signature = bundle.signature ?? expect.unreachable();
const { kid } = signature;
const now = testClock().getTime() / 1000;
const listed = (times: Pick<PublishedKey, 'nbf' | 'exp'> = {}, key = own) => ({
  keys: [{ kty: 'RSA', kid: 'another' }, publishedKey(publicKeyOf(key.key), times)],
});

const inOneProcess = startScripts();

function script(content: string, options: { keys?: unknown; key?: string } = {}) {
  const [file, list] = [join(folder, 'bundle.json'), join(folder, 'jwks.json')];
  writeFileSync(file, content);
  writeFileSync(list, JSON.stringify(options.keys ?? null));
  const given = [
    ...(options.keys === undefined ? [] : ['--keys', list]),
    ...(options.key === undefined ? [] : ['--key', options.key]),
  ];
  return inOneProcess([file, ...given]);
}

/** What the command's check and the stand-alone script say of the same file; both must say the same. */
async function said(content: string, options: { keys?: unknown; key?: string } = {}) {
  const { ok, checks, notes } = verifyBundle(Buffer.from(content), options);
  const { status, stdout } = await script(content, options);
  expect(status === 0, stdout).toBe(ok);
  for (const check of checks.filter(({ text }) => /\bkeys?\b|not signed/.test(text)))
    expect(stdout).toContain(check.text);
  return { ok, failed: checks.filter((check) => !check.ok).map((check) => check.text), notes: notes.join('\n') };
}

test('a signed bundle states its key and time, and holds without a network', async () => {
  expect(bundle).toMatchObject({
    version: 4,
    signature: { algorithm: 'Ed25519', signedAt: testClock().toISOString() },
  });
  expect(bundle.statement.join(' ')).toContain('the signature that the holder of the named key made the file');
  const { ok, notes } = await said(text);
  expect(ok).toBe(true);
  expect(notes).toContain(`the holder of the key ${kid} made it, and no more`);
  expect(notes).not.toContain('who made it');
  expect(bundleText(signedBy(own))).toBe(text);
});

test('a changed byte of the signature is seen, wherever it is', async () => {
  const from = text.indexOf('"signature":{');
  const until = text.indexOf('"sourceAnswers"', from);
  expect(until - from).toBeGreaterThan(300);
  // each place of a period of four, over its whole length
  for (let at = from; at < until; at += 5) {
    const changed = Buffer.from(text);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(verifyBundle(changed).ok, changed.subarray(at - 10, at + 10).toString()).toBe(false);
    if ((at - from) % 160 === 0) expect((await script(changed.toString('latin1'))).status).toBe(1);
  }
  // the last character of 64 bytes has bits that no byte needs
  const last = { ...signature, value: signature.value.replace(/.$/, (end) => (end === 'A' ? 'B' : `${nextOf(end)}`)) };
  expect(Buffer.from(last.value, 'base64url').equals(Buffer.from(signature.value, 'base64url'))).toBe(true);
  expect((await said(bundleText({ ...bundle, signature: last }))).ok).toBe(false);
}, 120_000);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const nextOf = (character: string) => alphabet[alphabet.indexOf(character) + 1];

describe('a forger', () => {
  const other = signedBy(strange, testClock(), 'Another sentence.');
  const { signature: foreign = expect.unreachable() } = signedBy(strange);
  const forged: Readonly<Record<string, EvidenceBundle>> = {
    'a changed root under the old signature': { ...other, signature },
    'a key that was swapped': { ...bundle, signature: { ...signature, publicKey: foreign.publicKey } },
    'a key that was swapped with its id': {
      ...bundle,
      signature: { ...signature, kid: foreign.kid, publicKey: foreign.publicKey },
    },
    'a signature of another key': { ...bundle, signature: { ...signature, value: foreign.value } },
    'an earlier time': { ...bundle, signature: { ...signature, signedAt: '2026-11-20T12:00:00.000Z' } },
  };
  test.each(Object.entries(forged))('fails with %s', async (_, made) => {
    expect((await said(bundleText(made))).failed).toEqual([
      expect.stringContaining('The signature is not that of the key'),
    ]);
  });

  test('fails where the signature was taken off, or put on what was made without', async () => {
    const { signature: _off, ...bare } = bundle;
    expect((await said(bundleText(bare))).ok).toBe(false);
    expect((await said(bundleText({ ...makeBundle({ report: sampleReport() }), signature }))).ok).toBe(false);
  });

  test('with a key of the own is found out by the list or the id that the reader holds', async () => {
    const whole = bundleText(signedBy(strange));
    expect((await said(whole)).ok).toBe(true);
    expect((await said(whole, { keys: listed() })).failed).toEqual([
      expect.stringContaining('is not in the list of keys'),
    ]);
    expect((await said(whole, { key: kid })).failed).toEqual(['The key is not the one you gave.']);
    const named = { keys: [{ ...publishedKey(publicKeyOf(strange.key)), x: signature.publicKey.x }] };
    expect((await said(whole, { keys: named })).ok).toBe(false);
  });
});

describe("the service's list of keys", () => {
  test.each([
    ['without times', {}, true],
    ['in its period', { nbf: now, exp: now + 1 }, true],
    ['before it', { nbf: now + 1 }, false],
    ['after it', { nbf: now - 100, exp: now }, false],
  ])('says whether the key is its own and signed %s', async (_, times, ok) => {
    const result = await said(text, { keys: listed(times), key: kid });
    expect(result.ok).toBe(ok);
    expect(result.failed).toEqual(ok ? [] : [expect.stringContaining('is outside of it')]);
    expect(result.notes).toContain('What you gave was taken as it is');
  });

  test('is refused where it is none', async () => {
    for (const keys of [null, [], { keys: {} }, 'x']) {
      expect(verifyBundle(Buffer.from(text), { keys }).ok).toBe(false);
      expect((await script(text, { keys })).status, JSON.stringify(keys)).toBe(1);
    }
    for (const times of [{ nbf: 'x' }, { exp: 1e300 }, { exp: null }]) {
      const keys = { keys: [{ ...listed().keys[1], ...times }] };
      expect(verifyBundle(Buffer.from(text), { keys }).ok).toBe(false);
      expect((await script(text, { keys })).status, JSON.stringify(times)).toBe(1);
    }
  });

  test('cannot speak for a bundle that is not signed', async () => {
    const bare = bundleText(makeBundle({ report: sampleReport() }));
    expect((await said(bare)).ok).toBe(true);
    for (const options of [{ keys: listed() }, { key: kid }])
      expect((await said(bare, options)).failed).toEqual(['The bundle is not signed: no key can be compared.']);
  });
});
