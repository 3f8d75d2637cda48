import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleText, makeBundle } from '../../src/products/place-report/bundle/bundle.ts';
import { openSigner } from '../../src/signing/open-signer.ts';
import { readPastKeys } from '../../src/signing/signing-key.ts';
import { testClock } from '../clock.ts';
import { sampleReport } from '../reports/sample-report.ts';
import { run } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const here = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(args, { SVC_DATA_DIR: folder, ...env });

test('keys are listed, rotated, and held against a bundle; no private half is shown', async () => {
  expect((await here(['keys', 'list'])).stdout).toContain('There is no key yet');
  const sign = await openSigner({ key: undefined, past: [], dataDir: folder, clock: testClock }).current();
  const bundle = makeBundle({ report: sampleReport(), sign });
  const [file, list] = [join(folder, 'bundle.json'), join(folder, 'jwks.json')];
  writeFileSync(file, bundleText(bundle));
  const kept = readFileSync(join(folder, 'signing-keys.json'), 'utf8');
  const { d } = (JSON.parse(kept) as { keys: { d: string }[] }).keys[0] ?? { d: 'x' };

  const rotated = await here(['keys', 'rotate']);
  expect([rotated.status, rotated.stderr]).toEqual([0, '']);
  const json = await here(['keys', 'list', '--json']);
  const { keys } = JSON.parse(json.stdout) as { keys: { kid: string; exp?: number }[] };
  expect(keys.map(({ exp }) => exp !== undefined)).toEqual([false, true]);
  expect(keys[1]?.kid).toBe(bundle.signature?.kid);
  expect(rotated.stdout).toContain(`${keys[0]?.kid}  signs`);
  expect((await here(['keys', 'list'])).stdout.split('\n')).toEqual([
    expect.stringMatching(/ {2}signs {2}from 2026-11-21T12:/),
    expect.stringMatching(/ {2}past {3}from 2026-11-21T12:.* until 2026-11-21T12:/),
    '',
  ]);
  expect(rotated.stdout + json.stdout + readFileSync(join(folder, 'signing-keys.json'), 'utf8')).not.toContain(d);

  writeFileSync(list, json.stdout);
  const known = await here(['verify', file, '--keys', list, '--key', String(keys[1]?.kid)]);
  expect(known.status, known.stdout).toBe(0);
  expect(known.stdout).toContain('is in the list of keys that you gave');
  expect((await here(['verify', file, '--key', String(keys[0]?.kid)])).status).toBe(1);
  writeFileSync(list, 'no JSON');
  const refused = await here(['verify', file, '--keys', list]);
  expect([refused.status, refused.stdout]).toEqual([1, expect.stringContaining('is not a JSON Web Key Set')]);
  expect((await here(['verify', file, '--keys', join(folder, 'none.json')])).status).toBe(2);
}, 120_000);

test('a key of the settings is listed and rotated there', async () => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const env = { SVC_BUNDLE_SIGNING_KEY: JSON.stringify({ ...jwk, nbf: 1_700_000_000 }) };
  expect((await here(['keys', 'list'], env)).stdout).toContain('from 2023-11-14T22:13:20.000Z');
  const { status, stdout, stderr } = await here(['keys', 'rotate'], env);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).not.toContain(jwk.d);
  const past = readPastKeys(`[${stderr.slice(stderr.indexOf('{'))}]`);
  expect(past).toEqual([expect.objectContaining({ x: jwk.x, nbf: 1_700_000_000, exp: expect.any(Number) })]);
  const shared = { SVC_DATABASE_URL: 'postgres://records@127.0.0.1:1/none' };
  expect((await here(['keys', 'list'], shared)).stdout).toContain('Nothing is signed: with PostgreSQL');
  expect((await here(['keys', 'rotate'], shared)).status).toBe(2);
}, 60_000);
