import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobDocument } from '../../src/kernel/ports/jobs.ts';
import { type Child, startChild } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import { testClock } from '../clock.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { onEachStore, storeNames } from '../store/stores.ts';
import { swept } from '../sweep.ts';
import { generator } from './paid-setup.ts';
import { openShop } from './shop.ts';
import { chainsOf, startShop } from './shop-process.ts';
import { openTestJobs } from './test-jobs.ts';

const workerScript = await childScript(new URL('./jobs-child.ts', import.meta.url));
const slug = 'svc-batch';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let rail: Rail;
const folders: string[] = [];

beforeAll(async () => {
  rail = await startRail();
}, 120_000);
afterAll(async () => {
  await rail.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'jobs-killed-'));
  folders.push(made);
  return made;
}

/** A worker that has begun. */
async function startWorker(settings: object): Promise<Child> {
  const worker = startChild(workerScript, settings);
  expect(await worker.line()).toBe('working');
  return worker;
}

const payments = () => railSettings(chainsOf(rail));

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

/** Kills and starts workers in turn until so many have died, and leaves others in a hurry to finish the work. */
async function killing(
  workers: number,
  kills: number,
  settings: object,
  pauseMs: number,
  stillRuns: () => Promise<boolean>,
): Promise<number> {
  const random = generator(7);
  const alive = await Promise.all(Array.from({ length: workers }, () => startWorker(settings)));
  let killed = 0;
  while (killed < kills && (await stillRuns())) {
    await pause(pauseMs * (0.7 + 0.6 * random()));
    const which = Math.floor(random() * alive.length);
    await alive[which]?.kill();
    killed += 1;
    alive[which] = await startWorker(settings);
  }
  for (const one of alive) await one.kill();
  await Promise.all(alive.map(() => startWorker({ ...settings, hurries: true })));
  return killed;
}

/** Milliseconds between the start of a worker and the next kill, about: more where all takes longer. */
const pauseBy = (startMs: number) => Math.max(170, startMs / 3);

/**
 * How many work at once, and what one item takes, so that some are finished and the job is still under way at the last
 * kill, on a slow machine too: one worker works between its start and its end; others work on while one starts.
 */
const shifts = {
  SQLite: { workers: 1, kills: 12, takesMs: (startMs: number) => Math.ceil(0.6 * pauseBy(startMs)) },
  PostgreSQL: { workers: 3, kills: 6, takesMs: (startMs: number) => Math.ceil(pauseBy(startMs) + startMs) },
};

onEachStore(
  'a job',
  (openPlace, store) => {
    const { workers, kills, takesMs } = shifts[store];
    test(`of 50 whose workers (${workers}) are killed ${kills} times: one settlement, 40 results, 10 diagnostics`, async () => {
      const place = await openPlace();
      const { settings } = place;
      const selling = openTestJobs({ ...settings, clock: testClock });
      const { jobs, ledger } = selling;
      const shop = await openShop({ payments: payments(), ...settings, ledger, selling });
      const post: Posting = (body, headers) => shop.post(slug, body, headers);
      const batch = { items: 50, unsupported: 7, failing: 3 };
      try {
        const refused = await post(batch);
        expect([refused.status, refused.json]).toEqual([
          503,
          expect.objectContaining({ code: 'not_ready', charged: false }),
        ]);
        const began = performance.now();
        const first = await startWorker(settings);
        const startMs = performance.now() - began;
        const body = { ...batch, takesMs: takesMs(startMs) };
        await expect.poll(async () => (await post(body)).status).toBe(402);
        const { headers, spent } = await payFor(post, body);
        const bought = await post(body, headers);
        await first.kill();
        const { jobId } = bought.json as JobDocument;
        const view = async () => jobs.port.view(jobId);
        const killed = await killing(workers, kills, settings, pauseBy(startMs), async () => (await view()).working);
        await expect.poll(async () => (await view()).working, { timeout: 60_000 }).toBe(false);
        expect(killed).toBe(kills);

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
        await place.stop();
      }
    }, 180_000);
  },
  swept(storeNames, 1),
);

test('a job whose seller dies between the settlement and its making is made by the next sweep', async () => {
  const dataDir = folder();
  const worker = await startWorker({ dataDir });
  const seller = await startShop({ dataDir, rail: chainsOf(rail), sellsJobs: true, standStill: 'after:settle' });
  const post: Posting = (body, headers) => seller.post(slug, body, headers);
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
  await startWorker({ dataDir });

  const { jobs, ledger } = openTestJobs({ dataDir, clock: testClock });
  try {
    const [purchase] = await ledger.list({ state: 'settled' });
    const { jobId } = JSON.parse((await ledger.find(purchase?.id ?? ''))?.body ?? '{}') as JobDocument;
    const ended = async () =>
      jobs.port.view(jobId).then(
        ({ document }) => document.state,
        () => 'not there',
      );
    await expect.poll(ended, { timeout: 30_000 }).toBe('completed_with_diagnostics');
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
    await startWorker({ dataDir });
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
