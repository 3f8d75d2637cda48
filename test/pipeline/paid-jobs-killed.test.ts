import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PaymentRequired } from '@x402/core/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JobDocument } from '../../src/kernel/ports/jobs.ts';
import { childScript } from '../child-script.ts';
import { testClock } from '../clock.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { postgresMissing, temporaryPostgres } from '../store/temporary-postgres.ts';
import { generator } from './paid-setup.ts';
import { openShop } from './shop.ts';
import { openTestJobs } from './test-jobs.ts';

const workerScript = childScript(new URL('./jobs-child.ts', import.meta.url));
const shopScript = childScript(new URL('./shop-child.ts', import.meta.url));
const slug = 'svc-batch';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let rail: Rail;
const folders: string[] = [];
const running = new Set<ChildProcess>();

beforeAll(async () => {
  rail = await startRail();
}, 120_000);
afterAll(async () => {
  await rail.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const one of running) one.kill('SIGKILL');
  running.clear();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'jobs-killed-'));
  folders.push(made);
  return made;
}

/** A process whose first line is here. */
async function start(script: string, options: object): Promise<{ readonly line: string; kill(): Promise<void> }> {
  const process_ = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(process_);
  const lines = createInterface({ input: process_.stdout })[Symbol.asyncIterator]();
  const line = String((await lines.next()).value);
  return {
    line,
    kill: () =>
      new Promise((resolve) => {
        running.delete(process_);
        process_.once('exit', () => resolve()).kill('SIGKILL');
      }),
  };
}

/** Where the local chains are paid, and who settles there. */
const chains = () => {
  const { evm, solana, facilitator } = rail;
  return {
    facilitatorUrl: facilitator.url,
    evm: { payTo: evm.payTo, rpcUrl: evm.rpcUrl },
    solana: { payTo: solana.payTo, rpcUrl: solana.rpcUrl },
    timeoutMs: 5_000,
  };
};
const payments = () => railSettings(chains());

type Posting = (body: object, headers?: Record<string, string>) => Promise<{ status: number; json: unknown }>;

/** A challenge that is answered; the headers of the payment and what its buyer has spent. */
async function payFor(post: Posting, body: object) {
  const buyer = await rail.evm.buyer();
  const challenge = await post(body);
  expect([challenge.status, challenge.json]).toEqual([402, expect.anything()]);
  const { resource: _, ...payment } = await sign(evmClient(buyer.key), challenge.json as PaymentRequired);
  return { headers: paymentHeader(payment), spent: async () => 100_000_000n - (await rail.evm.balance(buyer.address)) };
}

const settled = 50_000n;

/** Kills and starts workers in turn until so many have died, and leaves some to finish the work. */
async function killing(
  workers: number,
  kills: number,
  settings: object,
  stillRuns: () => Promise<boolean>,
): Promise<number> {
  const random = generator(7);
  const alive = await Promise.all(Array.from({ length: workers }, () => start(workerScript, settings)));
  let killed = 0;
  while (killed < kills && (await stillRuns())) {
    await pause(350 + random() * 300);
    const which = Math.floor(random() * alive.length);
    await alive[which]?.kill();
    killed += 1;
    alive[which] = await start(workerScript, settings);
  }
  return killed;
}

const stores = [
  { name: 'SQLite, one worker', missing: undefined, workers: 1, takesMs: 300, url: async () => undefined },
  { name: 'PostgreSQL, three workers', missing: postgresMissing(), workers: 3, takesMs: 1500, url: temporaryPostgres },
] as const;

for (const { name, missing, workers, takesMs, url } of stores) {
  describe.skipIf(missing !== undefined)(`${name}${missing ? ` (${missing})` : ''}`, () => {
    test('a job of 50 whose workers are killed 20 times: one settlement, 40 results, 10 diagnostics', async () => {
      const cluster = await url();
      const settings = { dataDir: folder(), ...(cluster && { databaseUrl: cluster.url }) };
      const selling = openTestJobs({ ...settings, clock: testClock });
      const { jobs, ledger } = selling;
      const shop = await openShop({ payments: payments(), ...settings, ledger, selling });
      const post: Posting = (body, headers) => shop.post(slug, body, headers);
      const body = { items: 50, unsupported: 7, failing: 3, takesMs };
      try {
        const refused = await post(body);
        expect([refused.status, refused.json]).toEqual([
          503,
          expect.objectContaining({ code: 'not_ready', charged: false }),
        ]);
        const first = await start(workerScript, settings);
        await expect.poll(async () => (await post(body)).status).toBe(402);
        const { headers, spent } = await payFor(post, body);
        const bought = await post(body, headers);
        await first.kill();
        const { jobId } = bought.json as JobDocument;
        const view = async () => jobs.port.view(jobId);
        const killed = await killing(workers, 20, settings, async () => (await view()).working);
        await expect.poll(async () => (await view()).working, { timeout: 60_000, interval: 200 }).toBe(false);
        expect(killed).toBe(20);

        const { document } = await view();
        const count = (state: string) => document.items.filter((item) => item.state === state).length;
        expect([document.state, count('completed'), count('diagnostic'), count('failed')]).toEqual([
          ...['completed_with_diagnostics', 40, 7, 3],
        ]);
        expect(document.items.filter(({ diagnostic }) => diagnostic !== undefined)).toHaveLength(10);
        const results = await Promise.all(
          document.items.slice(10).map(({ position }) => jobs.port.item(jobId, position)),
        );
        expect(results.map(({ result }) => result)).toEqual(results.map(({ position }) => ({ n: position })));
        const { bytes } = await jobs.port.file(jobId, 'numbers.json');
        expect(JSON.parse(Buffer.from(bytes).toString())).toHaveLength(40);

        const again = await post(body, headers);
        expect([again.status, again.json]).toEqual([200, document]);
        expect(await spent()).toBe(settled);
        expect(await ledger.list({ state: 'settled', slugs: [slug] })).toHaveLength(1);
      } finally {
        await shop.close();
        await jobs.close();
        await ledger.close();
        await cluster?.stop();
      }
    }, 180_000);
  });
}

test('a job whose seller dies between the settlement and its making is made by the next sweep', async () => {
  const dataDir = folder();
  const worker = await start(workerScript, { dataDir });
  const seller = await start(shopScript, { dataDir, rail: chains(), sellsJobs: true, standStill: 'after:settle' });
  const post: Posting = async (body, headers = {}) => {
    const response = await fetch(`${seller.line}/api/${slug}`, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: response.status, json: await response.json() };
  };
  const body = { items: 4, unsupported: 1, failing: 0 };
  await expect.poll(async () => (await post(body)).status).toBe(402);
  const { headers, spent } = await payFor(post, body);
  const lost = post(body, headers).catch(() => 'nothing came');
  await expect.poll(spent).toBe(settled);
  await pause(300);
  await seller.kill();
  expect(await lost).toBe('nothing came');
  // sweeps come every minute and at the start of a worker
  await worker.kill();
  await start(workerScript, { dataDir });

  const { jobs, ledger } = openTestJobs({ dataDir, clock: testClock });
  try {
    const [purchase] = await ledger.list({ state: 'settled' });
    const { jobId } = JSON.parse((await ledger.find(purchase?.id ?? ''))?.body ?? '{}') as JobDocument;
    const ended = async () =>
      jobs.port.view(jobId).then(
        ({ document }) => document.state,
        () => 'not there',
      );
    await expect.poll(ended, { timeout: 30_000, interval: 200 }).toBe('completed_with_diagnostics');
    expect(await spent()).toBe(settled);
  } finally {
    await jobs.close();
    await ledger.close();
  }
}, 90_000);

test('more than is taken on is refused before any challenge', async () => {
  const dataDir = folder();
  const selling = openTestJobs({ dataDir, clock: testClock, maxBacklog: 3 });
  const { jobs, ledger } = selling;
  const shop = await openShop({ payments: payments(), dataDir, ledger, selling });
  try {
    await start(workerScript, { dataDir });
    const body = { items: 4, unsupported: 0, failing: 0, takesMs: 8_000 };
    await expect.poll(async () => (await shop.post(slug, body)).status).toBe(402);
    const { headers } = await payFor((given, more) => shop.post(slug, given, more), body);
    expect((await shop.post(slug, body, headers)).status).toBe(200);
    const full = await shop.post(slug, { ...body, items: 5 });
    expect([full.status, full.headers.get('retry-after'), full.json]).toEqual([
      ...[503, '60'],
      expect.objectContaining({ code: 'not_ready', charged: false }),
    ]);
    // a replay is no new job
    expect((await shop.post(slug, body, headers)).status).toBe(200);
  } finally {
    await shop.close();
    await jobs.close();
    await ledger.close();
  }
}, 60_000);
