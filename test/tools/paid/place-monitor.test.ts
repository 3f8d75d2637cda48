import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { dayMs } from '../../../src/kernel/time.ts';
import type { Change, RegisterCheck } from '../../../src/products/place-monitor/schema.ts';
import { testClock } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { runPaid } from '../../paid-answer.ts';
import { evmClient } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

const slug = 'svc-place-monitor';
const { raleigh, biloxi } = samplePlaces;
const permits = 'raleigh-permits';
const cases = 'raleigh-code-cases';

interface Feature {
  readonly attributes: Record<string, string | number>;
  readonly geometry?: unknown;
}
interface Layer {
  readonly features: readonly Feature[];
  readonly exceededTransferLimit?: boolean;
}
interface Watched {
  readonly jobId: string;
  readonly state: string;
  readonly statusUrl: string;
  readonly feedUrl: string;
  readonly nextCheckAt?: string;
  readonly changeCount: number;
  readonly progress: { readonly done: number };
  readonly baseline: readonly { readonly lane: string; readonly recordCount: number }[];
  readonly checks: readonly {
    readonly position: number;
    readonly state: string;
    readonly registers: readonly RegisterCheck[];
    readonly changes: readonly Change[];
  }[];
}

const number = ({ attributes }: Feature) => attributes.permitnum;

describe('ten checks of a place', () => {
  let rail: Rail;
  let service: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  const first = testClock().getTime();
  let now = first;
  const clock = () => new Date(now);
  /** What the permit register does at this check. */
  let edit: (layer: Layer) => Layer = (layer) => layer;

  beforeAll(async () => {
    rail = await startRail();
    service = await openService({ settings: rail.settings, clock });
    service.upstreams.rewrite(permits, (body) => ('features' in (body as Layer) ? edit(body as Layer) : body));
    server = await startHttp(service.service, { port: 0 });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await service.close().catch(() => undefined);
    await rail.close();
  });

  const status = async (path: string) => (await (await fetch(new URL(path, server.url))).json()) as Watched;

  /** The document once so many checks have ended: the clock is moved to the next one. */
  async function checked(path: string, check: number): Promise<Watched> {
    now = first + check * 7 * dayMs + 1000;
    for (let turns = 0; turns < 100; turns++) {
      const document = await status(path);
      if (document.progress.done > check) return document;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`check ${check} does not end`);
  }

  const told = ({ checks }: Watched, position: number) => {
    const changes = checks.find((check) => check.position === position)?.changes ?? [];
    return changes.map(({ change, recordId }) => `${change} ${recordId}`);
  };
  const states = ({ checks }: Watched, position: number) =>
    Object.fromEntries(
      (checks.find((check) => check.position === position)?.registers ?? []).map(({ lane, state }) => [lane, state]),
    );

  test('each change is told once, each failure is not checked, across a restart', async () => {
    const { key, address } = await rail.evm.buyer();
    const before = await rail.evm.balance(address);
    const args = {
      address: raleigh.address,
      lanes: ['permits', 'code_violations'],
      radiusMeters: 300,
      durationDays: 70,
    };
    const bought = await wrapFetchWithPayment(fetch, evmClient(key))(`${server.url}/api/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    expect(bought.status).toBe(200);
    const sold = (await bought.json()) as Watched;
    const { statusUrl: path } = sold;
    expect(path).toBe(`/monitors/${sold.jobId}`);
    expect(sold.baseline).toMatchObject([
      {
        lane: 'permits',
        recordCount: 2,
        state: 'baseline_taken',
        searchExtent: 'within 300 m, dated 2025-11-21 or later',
      },
      { lane: 'code_violations', recordCount: 1, state: 'baseline_taken' },
    ]);
    expect([sold.nextCheckAt, sold.feedUrl]).toEqual(['2026-11-28T12:00:00.000Z', `${path}.atom`]);

    expect(told(await checked(path, 1), 2)).toEqual([]);

    const added = (layer: Layer) => ({
      ...layer,
      features: layer.features.flatMap((one, at) =>
        at === 0 ? [one, { ...one, attributes: { ...one.attributes, permitnum: 'BLDR-9-2026' } }] : [one],
      ),
    });
    edit = added;
    expect(told(await checked(path, 2), 3)).toEqual(['added BLDR-9-2026']);

    const changed = (layer: Layer) => ({
      ...added(layer),
      features: added(layer).features.map((one) =>
        number(one) === 'BLDNR-011887-2026'
          ? { ...one, attributes: { ...one.attributes, statuscurrent: 'Permit Finaled' } }
          : one,
      ),
    });
    edit = changed;
    const third = await checked(path, 3);
    expect(told(third, 4)).toEqual(['changed BLDNR-011887-2026']);
    expect(third.checks[2]?.changes[0]).toMatchObject({
      fields: [{ field: 'status', from: 'Inspections Pending', to: 'Permit Finaled' }],
    });

    // one source fails: its register is not checked, the other one is
    service.upstreams.setFault(permits, 'http500');
    const fourth = await checked(path, 4);
    expect([states(fourth, 5), told(fourth, 5)]).toEqual([{ permits: 'not_checked', code_violations: 'checked' }, []]);
    service.upstreams.setFault(permits, undefined);

    // the process ends, and a record goes before the next one begins
    await server.stop();
    await service.service.close();
    const gone = (layer: Layer) => ({
      ...changed(layer),
      features: changed(layer).features.filter((one) => number(one) !== 'BLDR-9-2026'),
    });
    edit = gone;
    const old = service;
    service = await openService({ settings: rail.settings, clock, beside: old });
    const { service: reopened } = service;
    service = {
      ...service,
      async close() {
        await reopened.close();
        await old.close();
      },
    };
    server = await startHttp(service.service, { port: 0 });
    expect(told(await checked(path, 5), 6)).toEqual(['no_longer_listed BLDR-9-2026']);

    // a list that was cut takes nothing away
    edit = (layer) => ({ ...layer, features: gone(layer).features.slice(0, 1), exceededTransferLimit: true });
    const sixth = await checked(path, 6);
    expect([states(sixth, 7).permits, told(sixth, 7)]).toEqual(['checked_in_part', []]);
    edit = gone;
    expect(told(await checked(path, 7), 8)).toEqual([]);

    // all sources fail
    service.upstreams.setFault('services.arcgis.com', 'http500');
    service.upstreams.setFault(permits, 'http500');
    service.upstreams.setFault(cases, 'http500');
    const eighth = await checked(path, 8);
    expect(states(eighth, 9)).toEqual({ permits: 'not_checked', code_violations: 'not_checked' });
    expect(eighth.checks[7]?.state).toBe('not_checked');
    for (const failing of ['services.arcgis.com', permits, cases]) service.upstreams.setFault(failing, undefined);

    expect(told(await checked(path, 9), 10)).toEqual([]);
    edit = changed;
    const last = await checked(path, 10);
    expect(told(last, 11)).toEqual(['added BLDR-9-2026']);
    expect([last.changeCount, last.state, last.nextCheckAt]).toEqual([4, 'completed_with_diagnostics', undefined]);
    expect(last.checks.map(({ position }) => position)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(Number(before - (await rail.evm.balance(address)))).toBe(100_000);
    expect(JSON.stringify(last)).not.toMatch(/PLANTED/i);

    const feed = await fetch(new URL(last.feedUrl, server.url));
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const xml = await feed.text();
    expect(xml.match(/<entry>/g)).toHaveLength(4 + 3);
    expect(xml).toContain('Changed: Building permits BLDNR-011887-2026');
    expect(xml).not.toContain(`${sold.jobId}:`);
    const tag = { headers: { 'if-none-match': feed.headers.get('etag') ?? '' } };
    expect((await fetch(new URL(last.feedUrl, server.url), tag)).status).toBe(304);
  }, 180_000);

  test('who holds the address ends it', async () => {
    now = first;
    edit = (layer) => layer;
    const { key } = await rail.evm.buyer();
    const bought = await wrapFetchWithPayment(fetch, evmClient(key))(`${server.url}/api/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: raleigh.address, lanes: ['permits'], durationDays: 14 }),
    });
    const { statusUrl } = (await bought.json()) as Watched;
    const ended = await fetch(new URL(statusUrl, server.url), { method: 'DELETE' });
    expect(((await ended.json()) as Watched).state).toBe('cancelled');
    now = first + 8 * dayMs;
    expect(await status(statusUrl)).toMatchObject({ state: 'cancelled', checks: [] });
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
    const asked = { address: raleigh.address, lanes: ['permits'] };
    const { charged, body } = await whileFailing(
      (cardId) => cardId === permits,
      // coverage is decided without reading a register: the work finds out
      async (own) => runPaid(own, own.service.registry.paidTool(slug) as PaidTool, asked),
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
