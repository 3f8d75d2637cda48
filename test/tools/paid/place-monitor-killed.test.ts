import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { dayMs } from '../../../src/kernel/time.ts';
import { testClock } from '../../clock.ts';
import { openService } from '../../harness.ts';
import { type MortalPoint, type MortalWorker, startMortalWorker } from '../../pipeline/mortal-worker.ts';
import { evmClient } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { onEachStore, storeNames } from '../../store/stores.ts';
import { swept } from '../../sweep.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { type Layer, listings, statesAt, told, toldAt, type Watched } from './watched.ts';

const slug = 'svc-place-monitor';
const permits = 'raleigh-permits';
const everySource = [permits, 'raleigh-code-cases', 'services.arcgis.com'];
const request = { address: samplePlaces.raleigh.address, lanes: ['permits', 'code_violations'], radiusMeters: 300 };
const first = testClock().getTime();

interface Check {
  /** What the permit register lists then. */
  readonly lists: (layer: Layer) => Layer;
  readonly failing?: readonly string[];
  /** Where the first worker on it dies; the next one finishes it. None: the worker goes on to the next check. */
  readonly diesAt?: MortalPoint;
  readonly tells: readonly string[];
  readonly states: { readonly permits: string; readonly code_violations: string };
}

const checked = { permits: 'checked', code_violations: 'checked' };
const { asListed, added, changed, gone, cut } = listings;

/** Ten checks: records that are added, change, go and come back, a list that was cut, and two failures of sources. */
const tenChecks: readonly Check[] = [
  { lists: asListed, diesAt: 'taken', tells: [], states: checked },
  { lists: added, diesAt: 'read', tells: [told.added], states: checked },
  { lists: changed, diesAt: 'result stored', tells: [told.changed], states: checked },
  {
    ...{ lists: changed, failing: [permits], diesAt: 'ended', tells: [] },
    states: { ...checked, permits: 'not_checked' },
  },
  { lists: gone, diesAt: 'next noted', tells: [told.gone], states: checked },
  { lists: cut, tells: [], states: { ...checked, permits: 'checked_in_part' } },
  { lists: gone, tells: [], states: checked },
  {
    ...{ lists: gone, failing: everySource, diesAt: 'result stored', tells: [] },
    states: { permits: 'not_checked', code_violations: 'not_checked' },
  },
  { lists: gone, tells: [], states: checked },
  { lists: changed, tells: [told.added], states: checked },
];

let rail: Rail;
beforeAll(async () => {
  rail = await startRail();
}, 120_000);
afterAll(() => rail.close());

/** A house that sells, and the processes that work beside it: by a clock and against fake upstreams that all of them share. */
async function openWorld(databaseUrl: string | undefined) {
  let now = first;
  let lists: Check['lists'] = asListed;
  const service = await openService({
    settings: {
      ...rail.settings,
      SVC_JOBS: 'external',
      SVC_RATE_LIMIT_PER_MINUTE: '0',
      ...(databaseUrl !== undefined && { SVC_DATABASE_URL: databaseUrl }),
    },
    clock: () => new Date(now),
  });
  const { upstreams, directory } = service;
  upstreams.rewrite(permits, (body) => ('features' in (body as Layer) ? lists(body as Layer) : body));
  const clockFile = join(directory, 'test-clock');
  const moveTo = (moment: number) => {
    now = moment;
    writeFileSync(`${clockFile}.new`, String(moment));
    renameSync(`${clockFile}.new`, clockFile);
  };
  moveTo(first);
  const server = await startHttp(service.service, { port: 0 });
  const workers = new Set<MortalWorker>();
  return {
    url: server.url,
    moveTo,
    /** A worker that dies at this point of this check, or never. */
    async worker(check?: number, point?: MortalPoint): Promise<MortalWorker> {
      const diesAt = check === undefined || point === undefined ? undefined : { position: check + 1, point };
      const leaseMs = 5_000;
      const aheadMs = workers.size * 2 * leaseMs;
      const one = await startMortalWorker({
        ...{ upstreams: upstreams.url, directory, databaseUrl, clockFile, leaseMs, aheadMs, diesAt },
      });
      workers.add(one);
      return one;
    },
    /** What sources do at this check. */
    set({ lists: listed, failing = [] }: Check) {
      lists = listed;
      for (const source of everySource) upstreams.setFault(source, failing.includes(source) ? 'http500' : undefined);
    },
    async close() {
      await Promise.all([...workers].map((one) => one.kill()));
      await server.stop();
      await service.close();
    },
  };
}

/** The document as soon as it is as expected; it is requested again whenever it changes. */
async function until(address: string, isSo: (document: Watched) => boolean): Promise<Watched> {
  for (const late = performance.now() + 60_000; ; ) {
    const document = (await (await fetch(`${address}?wait=1`)).json()) as Watched;
    if (isSo(document)) return document;
    if (performance.now() > late) throw new Error(`it stays as it is: ${JSON.stringify(document.progress)}`);
  }
}

async function buy(url: string, durationDays: number): Promise<{ sold: Watched; cost: number }> {
  const { key, address } = await rail.evm.buyer();
  const before = await rail.evm.balance(address);
  const post = (send: typeof fetch) =>
    send(`${url}/api/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, durationDays }),
    });
  // nothing is sold before a worker was heard of
  await expect.poll(async () => (await post(fetch)).status, { timeout: 20_000, interval: 200 }).toBe(402);
  const bought = await post(wrapFetchWithPayment(fetch, evmClient(key)) as typeof fetch);
  expect(bought.status).toBe(200);
  const sold = (await bought.json()) as Watched;
  return { sold, cost: Number(before - (await rail.evm.balance(address))) };
}

onEachStore(
  'a monitor',
  (start, store) => {
    // the first five die at each point once
    const checks = store === 'SQLite' ? tenChecks : tenChecks.slice(0, 5);
    const incomplete = checks.filter(({ states }) => Object.values(states).some((state) => state !== 'checked'));
    const tells = checks.flatMap((check) => check.tells);

    /** A worker that dies at the next check that has a point, or at the end of the job. */
    const nextWorker = (world: Awaited<ReturnType<typeof openWorld>>, from: number) => {
      const next = checks.findIndex(({ diesAt }, at) => at >= from && diesAt !== undefined);
      return world.worker(next + 1, checks[next]?.diesAt ?? 'closing');
    };

    test(`${checks.length} checks, workers are killed at each point: each change told once, each failure not checked`, async () => {
      const place = await start();
      const world = await openWorld(place.settings.databaseUrl);
      try {
        let worker = await nextWorker(world, 0);
        const { sold, cost } = await buy(world.url, checks.length * 7);
        expect(cost).toBe(100_000);
        expect(sold.statusUrl).toBe(`/monitors/${sold.jobId}`);
        expect(sold.baseline).toMatchObject([
          {
            ...{ lane: 'permits', recordCount: 2, state: 'baseline_taken' },
            searchExtent: 'within 300 m, dated 2025-11-21 or later',
          },
          { lane: 'code_violations', recordCount: 1, state: 'baseline_taken' },
        ]);
        expect([sold.nextCheckAt, sold.feedUrl]).toEqual(['2026-11-28T12:00:00.000Z', `${sold.statusUrl}.atom`]);
        const status = new URL(sold.statusUrl, world.url).href;

        for (const [at, check] of checks.entries()) {
          const position = at + 2;
          world.set(check);
          world.moveTo(first + (at + 1) * 7 * dayMs + 1000);
          if (check.diesAt) {
            expect(await worker.gone).toBe('SIGKILL');
            worker = await nextWorker(world, at + 1);
          }
          const document = await until(status, ({ progress }) => progress.done >= position);
          expect([position, toldAt(document, position)]).toEqual([position, check.tells]);
          expect([position, statesAt(document, position)]).toEqual([position, check.states]);
        }
        expect(await worker.gone).toBe('SIGKILL');
        await world.worker();
        const last = await until(status, ({ state }) => state !== 'running');
        const counted = [last.changeCount, last.state, last.nextCheckAt];
        const unread = checks.filter(({ failing }) => failing === everySource);
        expect(counted).toEqual([
          tells.length,
          unread.length > 0 ? 'completed_with_diagnostics' : 'completed',
          undefined,
        ]);
        expect(last.checks.map(({ position }) => toldAt(last, position))).toEqual(checks.map((check) => check.tells));
        expect(last.checks.map(({ position }) => statesAt(last, position))).toEqual(checks.map(({ states }) => states));
        expect(last.checks[2]?.changes[0]).toMatchObject({
          fields: [{ field: 'status', from: 'Inspections Pending', to: 'Permit Finaled' }],
        });
        expect(last.checks.filter(({ state }) => state === 'not_checked')).toHaveLength(unread.length);
        expect(JSON.stringify(last)).not.toMatch(/PLANTED/i);
        await tellsInFeed(new URL(last.feedUrl, world.url), sold.jobId, tells.length + incomplete.length);
      } finally {
        await world.close();
        await place.stop();
      }
    }, 360_000);
  },
  swept(storeNames, 1),
);

async function tellsInFeed(address: URL, jobId: string, entries: number): Promise<void> {
  const feed = await fetch(address);
  expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const xml = await feed.text();
  expect(xml.match(/<entry>/g)).toHaveLength(entries);
  expect(xml).toContain('Changed: Building permits BLDNR-011887-2026');
  expect(xml).not.toContain(`${jobId}:`);
  const tag = { headers: { 'if-none-match': feed.headers.get('etag') ?? '' } };
  expect((await fetch(address, tag)).status).toBe(304);
}
