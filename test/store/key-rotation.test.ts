import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  extractOffersFromPaymentRequired,
  verifyOfferSignatureEIP712,
  verifyReceiptSignatureEIP712,
} from '@x402/extensions/offer-receipt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { bundleText, makeBundle } from '../../src/products/place-report/bundle/bundle.ts';
import { verifyBundle } from '../../src/products/place-report/bundle/verify.ts';
import { openSigner } from '../../src/signing/open-signer.ts';
import { shortLived } from '../child-process.ts';
import { commandScript } from '../cli/command.ts';
import { testClock, testDayEnvironment } from '../clock.ts';
import { openShop } from '../pipeline/shop.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { sampleReport } from '../reports/sample-report.ts';

const page = readFileSync('docs/operate.md', 'utf8');
const section = page.slice(page.indexOf('### Rotation, step by step'), page.indexOf('## Evidence behind answers'));
const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

const has = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const programs = ['bash', 'openssl', 'basenc', 'sed'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotation-'));
  const command = join(folder, 'place-records');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' ${shortLived.join(' ')} '${commandScript}' "$@"\n`);
  chmodSync(command, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs lines of a shell as they are in the document, on the day of the fixtures, and gives what they wrote. */
const shell = (lines: string, env: Readonly<Record<string, string>> = {}) => {
  const path = { PATH: [folder, process.env.PATH].join(delimiter), SVC_DATA_DIR: folder };
  const all = { ...process.env, ...testDayEnvironment(), ...path, ...env };
  return execFileSync('bash', ['-euc', lines], { cwd: folder, env: all, encoding: 'utf8', stdio: 'pipe' });
};

const signedBy = async (settings: Parameters<typeof openSigner>[0]) => {
  const signer = openSigner(settings);
  const bundle = makeBundle({ report: sampleReport(), sign: await signer.current() });
  return { kid: bundle.signature?.kid, text: bundleText(bundle), keys: await signer.published() };
};
const holds = (text: string, keys: object) => verifyBundle(Buffer.from(text), { keys }).ok;

describe.skipIf(!programs.every(has))(`the rotation of docs/operate.md (${programs.join(', ')})`, () => {
  test('a key of the file: the old bundle holds, a new one is signed by the new key', async () => {
    expect(blocks).toHaveLength(3);
    const settings = { key: undefined, past: [], dataDir: folder, clock: testClock };
    const before = await signedBy(settings);
    writeFileSync(join(folder, 'bundle.json'), before.text);
    expect(shell(blocks[0] ?? '')).toContain('Every check held.');
    const published = JSON.parse(readFileSync(join(folder, 'jwks.json'), 'utf8')) as { keys: { kid: string }[] };
    const after = await signedBy({ ...settings, clock: () => new Date(testClock().getTime() + 600_000) });
    expect(published.keys.map(({ kid }) => kid)).toEqual([after.kid, before.kid]);
    expect(after.kid).not.toBe(before.kid);
    expect(holds(after.text, published)).toBe(true);
  }, 60_000);

  test('a key of the settings: the same, with the values that the commands make', async () => {
    const made = `${blocks[1]}\nprintf '%s\\n%s' "$SVC_BUNDLE_SIGNING_KEY" "$SVC_BUNDLE_SIGNING_KEYS_PAST"`;
    const first = shell('openssl genpkey -algorithm ed25519 -outform DER | basenc --base64url -w0');
    const of = (env: NodeJS.ProcessEnv) => ({
      ...{ ...readConfig(env).bundleSigning, dataDir: folder, clock: testClock },
    });
    const before = await signedBy(of({ SVC_BUNDLE_SIGNING_KEY: first }));
    const [key = '', past = ''] = shell(made, { SVC_BUNDLE_SIGNING_KEY: first }).split('\n');
    const after = await signedBy(of({ SVC_BUNDLE_SIGNING_KEY: key, SVC_BUNDLE_SIGNING_KEYS_PAST: past }));
    expect(after.keys.keys.map(({ kid, exp }) => [kid, exp !== undefined])).toEqual([
      [after.kid, false],
      [before.kid, true],
    ]);
    expect(after.kid).not.toBe(before.kid);
    expect([holds(before.text, after.keys), holds(after.text, after.keys)]).toEqual([true, true]);
  }, 60_000);

  test('the key of offers: an offer that was signed before still holds and buys, the receipt is of the new key', async () => {
    const next = () => shell(`${blocks[2]}\nprintf '%s' "$SVC_OFFER_SIGNING_KEY"`);
    const rail = await startRail();
    const { evm, facilitator } = rail;
    const payments = railSettings({ facilitatorUrl: facilitator.url, evm });
    const open = (signingKey: string) => {
      const { signingKey: taken } = readConfig({ SVC_OFFER_SIGNING_KEY: signingKey }).payments;
      return openShop({ payments: { ...payments, signingKey: taken }, dataDir: folder });
    };
    const signerOf = async (challenge: object) => {
      const [offer] = extractOffersFromPaymentRequired(challenge as never);
      return (await verifyOfferSignatureEIP712(offer as never)).signer;
    };
    const body = { note: 'signed before' };
    try {
      const old = await open(next());
      const { json } = await old.post('svc-promoted', body);
      await old.close();
      const shop = await open(next());
      // the test's server has another address after its restart
      const payment = { ...(await sign(evmClient((await evm.buyer()).key), json)), resource: undefined };
      const paid = await shop.post('svc-promoted', body, paymentHeader(payment));
      const { json: fresh } = await shop.post('svc-promoted', body);
      await shop.close();
      expect(paid.status).toBe(200);
      const receipt = receiptOf(paid.headers) as unknown as {
        extensions: { 'offer-receipt': { info: { receipt: never } } };
      };
      const { signer } = await verifyReceiptSignatureEIP712(receipt.extensions['offer-receipt'].info.receipt);
      expect(await signerOf(fresh)).toBe(signer);
      expect(await signerOf(json)).not.toBe(signer);
    } finally {
      await rail.close();
    }
  }, 60_000);
});
