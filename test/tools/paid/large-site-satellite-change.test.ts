import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { sha256 } from '../../../src/kernel/canonical.ts';
import {
  ScenePairDiagnosticSchema,
  ScenePairSchema,
} from '../../../src/products/large-site-satellite-change/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';

const body = { bbox: [-78.654, 35.769, -78.632, 35.787], beforeDate: '2024-05-01', afterDate: '2026-05-01' };
let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ mirrors: false, settings: { ...rail.settings } });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const route = () => `${server.url}/api/svc-large-site-satellite-change`;
const asPost = (given: object) =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) }) as const;

describe('two dated satellite scenes', () => {
  test('are sold as pictures with their catalog data, and nothing is read out of them', async () => {
    const buyer = await rail.evm.buyer();
    const response = await wrapFetchWithPayment(fetch, evmClient(buyer.key))(
      route(),
      asPost({ ...body, areaLabel: 'Site' }),
    );
    expect(response.status).toBe(200);
    const pair = ScenePairSchema.parse(await response.json());
    expect([pair.before.acquiredAt.slice(0, 10), pair.after.acquiredAt.slice(0, 10)]).toEqual([
      '2024-05-08',
      '2026-05-03',
    ]);
    expect([pair.before.daysFromRequested, pair.after.daysFromRequested]).toEqual([7, 2]);
    expect(pair.area.label).toBe('Site');
    for (const { image, citation, sceneId } of [pair.before, pair.after]) {
      const jpeg = Buffer.from(image.base64, 'base64');
      expect(sha256(jpeg)).toBe(image.contentHash);
      expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
      expect(Math.max(image.width, image.height)).toBe(512);
      expect(citation).toMatchObject({ recordId: sceneId, sourceName: expect.stringContaining('Planetary Computer') });
    }
    expect(pair.before.image.contentHash).not.toBe(pair.after.image.contentHash);
    expect(pair.caveats.join(' ')).toMatch(/detects, classifies or explains.+Copernicus Sentinel data 2024, 2026/);
    expect(JSON.stringify({ ...pair, before: 0, after: 0 })).not.toMatch(/planted|example\.com/i);
    expect(100_000_000n - (await rail.evm.balance(buyer.address))).toBe(150_000n);
  }, 60_000);

  test('takes what svc_satellite_area_prepare hands over, unchanged', async () => {
    const { beforeDate, afterDate } = body;
    const prepared = (await service.call('svc_satellite_area_prepare', {
      address: '222 W Hargett St, Raleigh, NC 27601',
      beforeDate,
      afterDate,
    })) as { retryInput?: object };
    expect((await fetch(route(), asPost(prepared.retryInput ?? {}))).status).toBe(402);
  });

  test('GET, HEAD and an empty POST show the terms without any work', async () => {
    const before = service.upstreams.requests.length;
    for (const method of ['GET', 'HEAD', 'POST']) expect((await fetch(route(), { method })).status, method).toBe(402);
    expect(service.upstreams.requests.length).toBe(before);
  });

  test.each([
    [{ ...body, bbox: [-78.7, 35.7, -78.699, 35.701] }, 'bbox', 'square kilometers'],
    [{ ...body, bbox: [-78.6, 35.7, -78.7, 35.8] }, 'bbox', 'order is'],
    [{ ...body, bbox: [-78.9, 35.78, -78.632, 35.787] }, 'bbox', 'to 1'],
    [{ ...body, afterDate: '2024-01-01' }, 'afterDate', 'later'],
    [{ ...body, afterDate: '2027-01-01' }, 'afterDate', 'today'],
    [{ ...body, beforeDate: '2014-01-01' }, 'beforeDate', 'start on'],
    [{ ...body, size: 2048 }, 'size', '1024'],
    [{ ...body, windowDays: 3 }, 'windowDays', '7'],
    [{ ...body, maxCloudCoverage: 61 }, 'maxCloudCoverage', '60'],
    [{ ...body, address: '222 W Hargett St' }, 'address', 'not an argument'],
    [{ bbox: body.bbox }, 'beforeDate', ''],
  ])('a wrong body is refused before payment and imagery: %j', async (given, path, words) => {
    const before = service.upstreams.requests.length;
    const response = await fetch(route(), asPost(given));
    const refusal = (await response.json()) as {
      charged: boolean;
      issues: { path: string; code: string; message: string }[];
      requiredFields: string[];
      example: object;
    };
    expect([response.status, refusal.charged]).toEqual([400, false]);
    expect(refusal.issues.find((issue) => issue.path === path)?.message).toContain(words);
    expect(refusal.issues.every(({ code }) => code.length > 0)).toBe(true);
    expect(refusal.requiredFields).toEqual(['bbox', 'beforeDate', 'afterDate']);
    expect(refusal.example).toHaveProperty('bbox');
    expect(service.upstreams.requests.length).toBe(before);
  });

  test('is free where a window has no scene, or the catalog or the renderer fails', async () => {
    const none = await fetch(route(), asPost({ ...body, beforeDate: '2020-05-01' }));
    const empty = ScenePairDiagnosticSchema.parse(await none.json());
    expect([none.status, empty.searched.map(({ sceneCount }) => sceneCount)]).toEqual([200, [0, 1]]);
    expect(empty.message).toContain('before date (2020-04-16 to 2020-05-16)');
    service.upstreams.setFault('planetary-computer', 'http500');
    const failed = await fetch(route(), asPost({ ...body, windowDays: 44 }));
    const silent = ScenePairDiagnosticSchema.parse(await failed.json());
    service.upstreams.setFault('planetary-computer', undefined);
    expect(silent.searched.map(({ state }) => state)).toEqual(['unavailable', 'unavailable']);
    const ofPictures = ({ path }: { path: string }) => path.includes('/item/bbox/');
    service.upstreams.setFault(ofPictures, 'html200');
    const buyer = await rail.evm.buyer();
    const paid = await wrapFetchWithPayment(fetch, evmClient(buyer.key))(route(), asPost({ ...body, size: 300 }));
    service.upstreams.setFault(ofPictures, undefined);
    expect(ScenePairDiagnosticSchema.parse(await paid.json()).message).toContain('could not be rendered');
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n);
  }, 60_000);
});
