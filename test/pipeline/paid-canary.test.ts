import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paymentHeader, sign, signEvm, solanaClient } from '../rail/buyer.ts';
import type { Fault } from '../rail/facilitator.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { openAgent } from '../transports/a2a/agent.ts';
import { openShop, type Shop } from './shop.ts';

let rail: Rail;
let shop: Shop;
let agent: Awaited<ReturnType<typeof openAgent>>;
let dataDir: string;
const printed: string[] = [];

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation(((chunk: string | Uint8Array, ...rest: never[]) => {
      printed.push(String(chunk));
      return write(chunk, ...rest);
    }) as never);
  }
  dataDir = mkdtempSync(join(tmpdir(), 'canary-'));
  rail = await startRail();
  const { evm, solana, facilitator } = rail;
  shop = await openShop({
    dataDir,
    payments: railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 500 }),
  });
  agent = await openAgent(shop);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await agent.close();
  await shop.close();
  await rail.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

test('a payment is found nowhere: not in logs, output, database, tasks or answers', async () => {
  proves('auth-10-secret');
  const faults: (['verify' | 'settle', Fault] | undefined)[] = [
    undefined,
    ['verify', { mode: 'http500' }],
    ['verify', { mode: 'reject', reason: 'invalid_exact_evm_signature' }],
    ['settle', { mode: 'garbage' }],
    ['settle', { mode: 'hang' }],
    ['settle', { mode: 'reject', reason: 'insufficient_funds' }],
    ['settle', { mode: 'lost' }],
  ];
  const canaries: string[] = [];
  const answers: string[] = [];
  const remember = (payment: { payload: Record<string, unknown> }) => {
    const { signature, authorization, transaction } = payment.payload as Record<string, never>;
    const { nonce } = (authorization ?? {}) as { nonce?: string };
    canaries.push(Buffer.from(JSON.stringify(payment)).toString('base64'));
    for (const secret of [signature, nonce, transaction] as (string | undefined)[]) {
      if (secret) canaries.push(secret, secret.replace(/^0x/, ''));
    }
  };
  const body = { note: 'canary' };
  for (const fault of faults) {
    rail.facilitator.heal();
    await expect.poll(async () => (await fetch(`${shop.url}/api/svc-promoted`)).status, { timeout: 8_000 }).toBe(402);
    const { json } = await shop.post('svc-promoted', body);
    const buyer = await rail.solana.buyer();
    const evm = await signEvm((await rail.evm.buyer()).key, json.accepts[0]);
    const solana = await sign(solanaClient(buyer.signer, rail.solana.rpcUrl), { ...json, accepts: [json.accepts[1]] });
    for (const payment of [evm, solana]) {
      remember(payment);
      if (fault) rail.facilitator.fault(fault[0], fault[1], 1);
      for (const sent of [body, body, { note: 'other' }]) {
        answers.push((await shop.post('svc-promoted', sent, paymentHeader(payment))).text);
      }
      const message = {
        message: {
          role: 'ROLE_USER',
          parts: [{ data: { svcTool: 'svc-promoted', arguments: body } }],
          metadata: { 'x402.payment.payload': payment },
        },
      };
      const sent = await fetch(`${agent.url}/a2a/v1/message:send`, { method: 'POST', body: JSON.stringify(message) });
      answers.push(await sent.text());
    }
  }
  const stored = files(dataDir).map((path) => readFileSync(path).toString('latin1'));
  const everything = [...stored, ...answers, ...shop.logged, ...printed].join('\n');
  expect(stored.join('')).toContain('svc-promoted');
  expect(shop.logged.length).toBeGreaterThan(3);
  expect(canaries.length).toBeGreaterThan(40);
  for (const canary of canaries) expect(everything.includes(canary)).toBe(false);
});
