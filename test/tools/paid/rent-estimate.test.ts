import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedEstimate, estimateOf, middleBand } from '../../../src/products/shared/rents/cells.ts';
import type { RentCell } from '../../../src/products/shared/rents/schema.ts';
import { bandOf, bedroomsOf, reportedRents } from '../../../src/sources/sf-rent-board-inventory/client.ts';
import { openService, type TestService } from '../../harness.ts';
import { directSources } from '../../upstreams/direct.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { withService } from './mirrored.ts';
import { askPaid, whileFailing } from './sold.ts';

const slug = 'svc-rent-estimate';
const { raleigh, newYork, hartford, sanFrancisco } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const ask = (given: object, at: TestService = service) => askPaid(at, slug, given);

describe('what is sold', () => {
  test('is the range of the published figures, each with its ground, vintage and source', async () => {
    const { charged, body } = await ask({ address: raleigh.address, bedrooms: 2 });
    expect(charged).toBe(true);
    expect(body).toMatchObject({
      asked: { bedroomCount: 2, notUsed: [] },
      estimate: {
        lowUsd: 1613,
        highUsd: 1780,
        cellCount: 4,
        publishers: ['US Census Bureau', 'US Department of Housing and Urban Development'],
        lowFrom: { level: 'county', area: 'Wake County', vintage: 'fiscal year 2027' },
        highFrom: { level: 'tract', vintage: '2020-2024' },
      },
      comparables: [
        { level: 'tract', lowUsd: 1780, highUsd: 1780, marginOfErrorUsd: 88, isCounted: true },
        { level: 'zip', area: 'ZIP 27601', lowUsd: 1750 },
        { level: 'zip', area: 'ZIP area 27601', lowUsd: 1780 },
        { level: 'county', lowUsd: 1613 },
      ],
      licensedReference: { state: 'not_included' },
    });
    const index = (body.sections as { id: string; facts: object[] }[]).find(({ id }) => id === 'rent_index');
    expect(index?.facts).toMatchObject([{ value: 1852, unit: 'USD per month', note: '2026-10, ZIP 27601' }]);
  });

  test('what no published figure tells apart is repeated and not used', async () => {
    const given = { bathrooms: 1.5, squareFeet: 1200, propertyType: 'townhouse' };
    const { body } = await ask({ address: raleigh.address, bedrooms: 3, ...given });
    expect(body).toMatchObject({
      asked: { bathroomCount: 1.5, areaSquareFeet: 1200, notUsed: ['bathrooms', 'squareFeet', 'propertyType'] },
      estimate: { lowUsd: 1920, highUsd: 2160 },
    });
  });

  test('is of the town in New England, where rents are published by town', async () => {
    const { charged, body } = await ask({ address: hartford.address, bedrooms: 2 });
    expect([charged, body.estimate]).toMatchObject([true, { lowUsd: 1605, cellCount: 3 }]);
    expect(body.comparables).toMatchObject([
      { level: 'tract' },
      { level: 'zip' },
      { level: 'town', area: 'Hartford town' },
    ]);
  });

  test('takes the loaded tables where the interface of the survey gives nothing', async () => {
    await withService(
      async (own) => {
        own.upstreams.setFault(({ cardId = '' }) => cardId === 'census-acs', 'http500');
        const { charged, body } = await ask({ address: raleigh.address, bedrooms: 4 }, own);
        expect([charged, body.estimate]).toMatchObject([false, undefined]);
        expect(body.reason).toBe('no_estimate');
        const two = await ask({ address: raleigh.address, bedrooms: 2 }, own);
        expect(two.body.comparables).toMatchObject([
          { lowUsd: 1655 },
          { lowUsd: 1750 },
          { lowUsd: 1655 },
          { lowUsd: 1613 },
        ]);
      },
      { sourceTimeoutMs: 1000 },
    );
  });
});

describe("a provider's own figure", () => {
  const given = { address: raleigh.address, bedrooms: 2 };
  const withSettings = (settings: Readonly<Record<string, string>>) =>
    new Promise<object>((resolve, reject) => {
      withService(async (own) => resolve((await ask(given, own)).body), { settings }).catch(reject);
    });

  test('is beside the published ones where it costs no more than the answer, and changes nothing in them', async () => {
    const body = await withSettings({ SVC_PROVIDER_RENTCAST_MAX_USD: '0.05' });
    expect(body).toMatchObject({
      estimate: { lowUsd: 1613, highUsd: 1780, cellCount: 4 },
      licensedReference: { state: 'found', amountUsd: expect.any(Number), comparableCount: 3 },
    });
  });

  test.each([
    ['not known', 'a-key-of-somebody-else'],
    ['throttled', 'synthetic-rentcast-throttled'],
  ])('is an error of this service where the key is %s, and nothing is sold', async (_why, key) => {
    const settings = { SVC_PROVIDER_RENTCAST_MAX_USD: '0.05', SVC_PROVIDER_RENTCAST_KEY: key };
    await withService(
      async (own) => {
        await expect(ask(given, own)).rejects.toMatchObject({ code: 'ext_provider_unavailable' });
      },
      { settings },
    );
  });

  test('is left out where no one is configured', async () => {
    expect(await withSettings({ SVC_PROVIDER_RENTCAST_KEY: '' })).toMatchObject({
      licensedReference: { state: 'not_configured' },
    });
  });
});

describe('what is free, and why', () => {
  test('a parcel in commercial use', async () => {
    const { charged, body } = await ask({ address: newYork.address, bedrooms: 1 });
    expect([charged, body.reason, body.message]).toEqual([
      false,
      'commercial_use',
      'Not charged: the parcel record of the address says commercial use.',
    ]);
  });

  test('a bedroom count for which nothing is published', async () => {
    const { charged, body } = await ask({ address: raleigh.address, bedrooms: 5 });
    expect([charged, body.reason]).toEqual([false, 'no_comparables']);
  });

  test('too few figures, and no source at all', async () => {
    await withService(
      async (own) => {
        const few = await ask({ address: raleigh.address, bedrooms: 2 }, own);
        expect([few.charged, few.body.reason]).toEqual([false, 'no_estimate']);
      },
      { mirrors: false, sourceTimeoutMs: 1000 },
    );
    const nothing = await whileFailing(
      (cardId) => /^census-(acs|geocoder)$/.test(cardId),
      (own) => ask({ address: raleigh.address, bedrooms: 2 }, own),
    );
    expect([nothing.charged, nothing.body.reason]).toEqual([false, 'uncovered']);
  });

  test('the input is strict', () => {
    const input = service.service.registry.paidTool(slug)?.input;
    const fits = (more: object) => input?.safeParse({ address: raleigh.address, bedrooms: 2, ...more }).success;
    expect([{}, { bedrooms: 0 }, { bedrooms: 5 }, { bathrooms: 2.5 }, { squareFeet: 100 }].map(fits)).toEqual(
      Array(5).fill(true),
    );
    const wrong = [{ bedrooms: 6 }, { bedrooms: 1.5 }, { bathrooms: 2.25 }, { squareFeet: 99 }, { rent: 1 }];
    expect(wrong.map(fits)).toEqual(Array(5).fill(false));
    expect(input?.safeParse({ address: raleigh.address }).success).toBe(false);
  });
});

describe('figures that count', () => {
  const cell = (publisher: string, lowUsd: number, more: Partial<RentCell> = {}): RentCell => ({
    level: 'tract',
    area: 'tract',
    publisher,
    measure: 'median',
    lowUsd,
    highUsd: lowUsd,
    vintage: '2024',
    isCounted: true,
    citation: { sourceName: publisher, sourceUrl: 'https://office.example/x', fetchedAt: '2026-11-20T12:00:00.000Z' },
    ...more,
  });

  test('are three of two publishers at least; the range is from the lowest to the highest', () => {
    expect(estimateOf([cell('a', 1), cell('a', 2), cell('a', 3)])).toBeUndefined();
    expect(estimateOf([cell('a', 1), cell('b', 2)])).toBeUndefined();
    const wide = cell('c', 9, { isCounted: false });
    const open = cell('d', 8, { highUsd: undefined });
    expect(estimateOf([cell('a', 5), cell('b', 2, { highUsd: 7 }), wide, open])).toBeUndefined();
    expect(estimateOf([cell('a', 5), cell('b', 2, { highUsd: 7 }), cell('a', 6), wide, open])).toMatchObject({
      lowUsd: 2,
      highUsd: 7,
      cellCount: 3,
      publishers: ['a', 'b'],
    });
  });

  test('have a margin of error of 30 % at most', () => {
    expect(countedEstimate({ value: 1000, marginOfError: 300 })).toEqual({ isCounted: true });
    expect(countedEstimate({ value: 1000, marginOfError: 301 })).toMatchObject({ isCounted: false });
    expect(countedEstimate({ value: 1000 })).toMatchObject({ whyNotCounted: 'no margin of error is published' });
  });
});

describe('reported rents of San Francisco', () => {
  test('stand at the place itself, with their year and what they are rents of', async () => {
    const { charged, body } = await ask({ address: sanFrancisco.address, bedrooms: 1 });
    expect(charged).toBe(true);
    expect(body.comparables).toMatchObject([
      {
        level: 'unit_block',
        publisher: 'San Francisco Rent Board',
        measure: expect.stringContaining('running tenancies'),
        lowUsd: 2501,
        highUsd: 2750,
        unitCount: 10,
        vintage: 'reports of 2026',
        isCounted: true,
        citation: { sourceUrl: 'https://data.sf.gov/d/gdc7-dmcn', sourceDate: '2026' },
      },
      { level: 'tract' },
      { level: 'zip' },
    ]);
    expect(body.estimate).toMatchObject({ lowUsd: 1640, highUsd: 2750, highFrom: { level: 'unit_block' } });
    const said = (body.sections as { id: string; note: string }[]).find(({ id }) => id === 'reported_rents');
    expect(said?.note).toBe(
      'Of 10 units that owners reported in 2026 with 1 bedroom within 150 m around the point the middle one is in the band $2,501 to $2,750 a month.',
    );
    expect(body.caveats).toContainEqual(expect.stringMatching(/^Rents of running tenancies, whenever they began/));
  });

  test('whose band has no upper end are shown and do not count; fewer than three units are not shown', async () => {
    const open = await ask({ address: sanFrancisco.address, bedrooms: 2 });
    expect(open.body.reason).toBe('no_estimate');
    const few = await ask({ address: sanFrancisco.address, bedrooms: 0 });
    expect(few.body.coverage).toContainEqual(expect.objectContaining({ id: 'reported_rents' }));
    expect(JSON.stringify(few.body)).not.toContain('1,751');
  });

  test('are counted by the source, of the newest year alone', async () => {
    const sources = directSources();
    const found = await reportedRents(sources, sanFrancisco, 150);
    expect(found).toMatchObject({ state: 'found', data: { year: '2026' }, citation: { sourceDate: '2026' } });
    expect(JSON.stringify(found)).not.toContain('PLANTED');
    expect(sources.queried).toHaveLength(1);
    const bands = found.state === 'found' ? found.data.bands : [];
    expect(middleBand(bands, 1)).toEqual({ bedrooms: 1, lowUsd: 2501, highUsd: 2750, unitCount: 10 });
    expect(middleBand(bands, 2)).toEqual({ bedrooms: 2, lowUsd: 5001, unitCount: 4 });
    // two units would be told one by one
    expect(middleBand(bands, 0)).toBeUndefined();
    expect(await reportedRents(sources, { latitude: 37.7, longitude: -122.5 }, 150)).toMatchObject({ state: 'empty' });
  });

  test('labels of several years are read, and a unit without rent has no band', () => {
    expect(['Studio', 'One-Bedroom', 'Five or more bedrooms', 'Unknown'].map(bedroomsOf)).toEqual([0, 1, 5, undefined]);
    expect(['$2,001-$2,250', '$7000+', '$5001 or more', '$0 (no rent paid by the occupant)'].map(bandOf)).toEqual([
      { lowUsd: 2001, highUsd: 2250 },
      { lowUsd: 7000 },
      { lowUsd: 5001 },
      undefined,
    ]);
  });
});
