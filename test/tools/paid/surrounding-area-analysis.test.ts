import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../../src/kernel/canonical.ts';
import { type Analysis, PacketSchema } from '../../../src/products/surrounding-area/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

const slug = 'svc-surrounding-area-analysis';
const { raleigh, biloxi } = samplePlaces;

let at: TestService;
beforeAll(async () => {
  at = await openService();
}, 60_000);
afterAll(() => at.close());

const ask = (given: object, of = at) => askPaid(of, slug, given);
async function sold(given: object): Promise<Analysis> {
  const { charged, body } = await ask(given);
  expect(charged).toBe(true);
  return body as unknown as Analysis;
}

describe('what lies around a place', () => {
  test('is counted within 100 and 200 m and to the queried distance, with its source', async () => {
    const body = await sold({ address: raleigh.address, radiusMeters: 500 });
    const { windows, rings } = body;
    expect([windows['100m'].withinMeters, windows['200m'].withinMeters]).toEqual([100, 200]);
    expect([rings['250m']?.withinMeters, rings['500m']?.withinMeters, rings['1000m']]).toEqual([250, 500, null]);
    const all = [windows['100m'], windows['200m'], rings['250m'], rings['500m']].flatMap((one) => one ?? []);
    const counts = all.map(({ parcels }) => parcels.parcelCount);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    for (const { parcels, zoning, records } of all) {
      const { byCode, notPublishedCount } = parcels.byUse;
      expect(byCode.reduce((sum, { count }) => sum + count, notPublishedCount)).toBe(parcels.parcelCount);
      for (const { byDistrict } of zoning)
        expect(byDistrict.byCode.reduce((sum, { count }) => sum + count, byDistrict.notPublishedCount)).toBe(
          parcels.parcelCount,
        );
      expect(records.map(({ lane }) => lane)).toEqual([
        'permits',
        'development_cases',
        'transfers',
        'code_violations',
        'service_requests',
      ]);
      for (const { citation } of [parcels, ...zoning, ...records]) {
        expect(citation.evidence).toMatch(/^[2-9b-z]{12}-\d+$/);
        expect(citation.sourceName).toContain('synthetic');
      }
    }
    expect(body.summary).toMatch(
      /^Within 656 ft \(200 m\): \d+ other parcels?, .* Searched for 222 W HARGETT ST, .*: 8 kinds of records\.$/,
    );
    expect(body.center).toEqual({ latitude: 35.7783, longitude: -78.6431, basis: 'parcel_middle' });
    expect(body.composeStatus).toBe('ok');
    expect(JSON.stringify(body)).not.toMatch(/PLANTED|owner/i);
  });

  test.each([[100], [200]])('within %i m has no ring at all', async (radiusMeters) => {
    const { rings, windows } = await sold({ address: raleigh.address, radiusMeters });
    expect(rings).toEqual({ '250m': null, '500m': null, '1000m': null });
    expect(Object.keys(windows)).toEqual(['100m', '200m']);
  });

  test('has a hash that its buyer can compute, and a proof of it', async () => {
    proves('limit-surrounding');
    const body = await sold({ address: raleigh.address });
    const { packetHash, upgrade, ...packet } = body;
    expect(PacketSchema.parse(packet)).toEqual(packet);
    expect(sha256(canonicalJson(packet))).toBe(packetHash);
    expect(upgrade).toMatchObject({ endpoint: '/api/svc-surrounding-area-report', priceUsdc: '0.15' });
    expect(upgrade.proof).toMatchObject({
      packetId: body.packetId,
      packetHash,
      issuedAt: '2026-11-21T12:00:00.000Z',
      expiresAt: '2026-11-22T12:00:00.000Z',
    });
    expect((await sold({ address: raleigh.address })).packetId).not.toBe(body.packetId);
  });

  test('has no ring where the register was not read to its end', async () => {
    const own = await openService();
    try {
      // as a server says that it holds rows back, which then sends the same page again
      const cut = { edit: (body: unknown) => ({ ...(body as object), exceededTransferLimit: true }) };
      own.upstreams.setFault(({ host, query }) => host === 'maps.raleighnc.gov' && /distance=500\b/.test(query), cut);
      const { charged, body } = await ask({ address: raleigh.address, radiusMeters: 500 }, own);
      expect(charged).toBe(true);
      const { rings, coverage } = body as unknown as Analysis;
      expect([rings['500m'], rings['1000m']]).toEqual([null, null]);
      expect(rings['250m']).not.toBeNull();
      expect(coverage.find(({ label }) => label === 'Parcels around')?.reason).toMatch(/not read farther out/);
    } finally {
      await own.close();
    }
  });

  test('is sold without a register that failed, which is named and counted nowhere', async () => {
    const { charged, body } = await whileFailing(
      (cardId) => cardId === 'raleigh-permits',
      (own) => ask({ address: raleigh.address }, own),
    );
    expect(charged).toBe(true);
    const { composeStatus, coverage, windows } = body as unknown as Analysis;
    expect(composeStatus).toBe('degraded');
    expect(coverage.find(({ lane }) => lane === 'permits')?.status).toBe('unavailable');
    expect(windows['200m'].records.some(({ lane }) => lane === 'permits')).toBe(false);
  });
});

describe('nothing is sold', () => {
  test('of a place without a parcel register', async () => {
    const { charged, body } = await ask({ address: biloxi.address });
    expect([charged, body.reason]).toEqual([false, 'unstable_subject']);
    expect(body.message).toMatch(/^Not charged: subject: no numbered tax parcel/);
  });

  test('of a place that is no point', async () => {
    const { charged, body } = await ask({ address: 'Raleigh, NC' });
    expect([charged, body.reason]).toEqual([false, 'unstable_subject']);
  });

  test('while the parcel register is silent', async () => {
    const { charged, body } = await whileFailing(
      (cardId) => /parcel|^wake|layers/.test(cardId),
      (own) => ask({ latitude: raleigh.latitude, longitude: raleigh.longitude }, own),
    );
    expect([charged, body.reason]).toEqual([false, 'no_surrounding_parcels']);
  });

  test('where the parcels are all that could be counted', async () => {
    const { charged, body } = await whileFailing(
      (cardId) => /^(raleigh-(zoning|permits|ask|code-cases|development-plans)|wake-parcel)$/.test(cardId),
      (own) => ask({ address: raleigh.address }, own),
    );
    expect([charged, body.reason]).toEqual([false, 'too_few_components']);
    expect(body.coverage).toContainEqual(expect.objectContaining({ label: 'Parcels around', status: 'covered' }));
  });

  test.each([
    { address: raleigh.address, radiusMeters: 300 },
    { radiusMeters: 200 },
    { address: raleigh.address, extra: 1 },
  ])('for %o, which is refused', async (given) => {
    await expect(ask(given)).rejects.toThrow();
  });
});
