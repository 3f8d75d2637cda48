import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { dayMs } from '../../../src/kernel/time.ts';
import { testClock } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { runPaid } from '../../paid-answer.ts';
import { claimIn, evmClient, receiptOf } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';
import type { Watched } from './watched.ts';

const slug = 'svc-place-monitor';
const { raleigh, biloxi } = samplePlaces;
const permits = 'raleigh-permits';

describe('a monitor that is worked on where it was sold', () => {
  let rail: Rail;
  let service: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  const first = testClock().getTime();
  let now = first;

  beforeAll(async () => {
    rail = await startRail();
    service = await openService({ settings: rail.settings, clock: () => new Date(now) });
    server = await startHttp(service.service, { port: 0 });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await service.close().catch(() => undefined);
    await rail.close();
  });

  test('is read by its address, and ended with the claim of its receipt', async () => {
    const { key } = await rail.evm.buyer();
    const bought = await wrapFetchWithPayment(fetch, evmClient(key))(`${server.url}/api/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: raleigh.address, lanes: ['permits'], durationDays: 14 }),
    });
    const { statusUrl } = (await bought.json()) as Watched;
    const status = async () => (await (await fetch(new URL(statusUrl, server.url))).json()) as Watched;
    now = first + 8 * dayMs;
    await expect.poll(async () => (await status()).checks.length, { timeout: 30_000, interval: 200 }).toBe(1);
    const end = (headers: Record<string, string> = {}) =>
      fetch(new URL(statusUrl, server.url), { method: 'DELETE', headers });
    expect((await end()).status).toBe(403);
    const ended = await end({ authorization: `Bearer ${claimIn(receiptOf(bought.headers))}` });
    expect(((await ended.json()) as Watched).state).toBe('cancelled');
    now = first + 15 * dayMs;
    expect(await status()).toMatchObject({ state: 'cancelled', checks: [{ position: 2 }] });
    expect((await fetch(new URL(statusUrl.replace('monitors', 'jobs'), server.url))).status).toBe(404);
  }, 60_000);
});

describe('what is not sold', () => {
  let at: TestService;
  beforeAll(async () => {
    at = await openService();
  }, 60_000);
  afterAll(() => at.close());

  test('a place where none of the lanes is wired, with the reason of each', async () => {
    const { charged, body } = await askPaid(at, slug, { address: biloxi.address, lanes: ['permits', 'incidents'] });
    expect([charged, body.reason]).toEqual([false, 'no_lane_covered']);
    expect(body.lanes).toMatchObject([{ lane: 'permits' }, { lane: 'incidents' }]);
  });

  test('a place that is no point', async () => {
    const { charged, body } = await askPaid(at, slug, { address: 'Raleigh, NC', lanes: ['permits'] });
    expect([charged, body.reason]).toEqual([false, 'place_unsupported']);
  });

  test('a place none of whose registers answers today', async () => {
    const queried = { address: raleigh.address, lanes: ['permits'] };
    const { charged, body } = await whileFailing(
      (cardId) => cardId === permits,
      // coverage is decided without reading a register: the work finds out
      async (own) => runPaid(own, own.service.registry.paidTool(slug) as PaidTool, queried),
    );
    expect([charged, body.reason]).toEqual([false, 'baseline_unavailable']);
  });

  test('of the parcel alone what carries its number or address is watched', async () => {
    const { charged, body } = await askPaid(at, slug, {
      address: raleigh.address,
      lanes: ['permits', 'code_violations', 'service_requests'],
      radiusMeters: 0,
    });
    expect(charged).toBe(true);
    const extents = (body.baseline as { lane: string; searchExtent: string }[]).map((one) => [
      one.lane,
      one.searchExtent,
    ]);
    expect(extents).toEqual([
      ['permits', 'parcel 1703570123, dated 2025-11-21 or later'],
      ['code_violations', '222 W HARGETT ST, dated 2025-11-21 or later'],
    ]);
    expect(body.notWatched).toMatchObject([{ lane: 'service_requests' }]);
  });

  test.each([
    ['more than 26 checks', { intervalDays: 1, durationDays: 90 }],
    ['no check at all', { intervalDays: 30, durationDays: 7 }],
    ['a lane twice', { lanes: ['permits', 'permits'] }],
    ['a lane that is none', { lanes: ['weather'] }],
    ['more than 500 m', { radiusMeters: 501 }],
  ])('%s, which is refused', async (_what, given) => {
    await expect(askPaid(at, slug, { address: raleigh.address, lanes: ['permits'], ...given })).rejects.toThrow();
  });
});
