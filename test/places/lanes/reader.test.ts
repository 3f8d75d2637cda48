import { describe, expect, it } from 'vitest';
import { hasData } from '../../../src/kernel/lookup.ts';
import { RecordSchema } from '../../../src/kernel/record.ts';
import { locationOf } from '../../../src/places/lanes/asking.ts';
import { type LaneQuery, readLane } from '../../../src/places/lanes/reader.ts';
import { toRecord } from '../../../src/places/lanes/record.ts';
import { takesParcelNumber } from '../../../src/places/lanes/ways.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { ConfiguredLane } from '../../../src/places/schema/port.ts';
import { testClock } from '../../clock.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { fakeUpstreams } from '../../upstreams/fake-upstreams.generated.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { daysBefore } from '../../upstreams/tables.ts';

const places = shippedPlaces.all();

const port = createJurisdictions(shippedPlaces);

function configuredOf(cardId: string): ConfiguredLane {
  for (const jurisdiction of places) {
    const source = jurisdiction.sources.find((candidate) => candidate.cardId === cardId);
    const card = port.cards().find((candidate) => candidate.id === cardId);
    if (source && card) return { jurisdiction, source, card };
  }
  throw new Error(`no ${cardId}`);
}
async function read(cardId: string, query: LaneQuery, sources = directSources()) {
  return readLane(sources, configuredOf(cardId), query);
}
function fakeUpstreamOf(cardId: string): FakeUpstream {
  const found = fakeUpstreams.find((candidate) => candidate.cardId === cardId);
  if (!found) throw new Error(`no fake upstream ${cardId}`);
  return found;
}
const rowsOf = async (cardId: string, query: LaneQuery) => {
  const found = await read(cardId, query);
  return hasData(found) ? found.data : [];
};

const { raleigh, chicago, newYork, philadelphia, biloxi } = samplePlaces;

/** One question per configured source that its fake upstream answers. */
const questions: Readonly<Record<string, LaneQuery>> = {
  'raleigh-parcel': { point: raleigh },
  'raleigh-zoning': { point: raleigh },
  'raleigh-overlay-tod': { point: raleigh },
  'raleigh-permits': { point: raleigh, radiusMeters: 300 },
  'raleigh-nibrs': { point: raleigh, radiusMeters: 500 },
  'raleigh-ask': { point: raleigh, radiusMeters: 300 },
  'raleigh-code-cases': { point: raleigh, radiusMeters: 500 },
  'raleigh-development-plans': { point: raleigh, radiusMeters: 500 },
  'wake-parcel': { address: '222 W Hargett St' },
  'wake-assessment': { key: '1703570123' },
  'wake-last-sale': { point: raleigh, radiusMeters: 400 },
  'nc-onemap-parcels': { point: raleigh },
  'chicago-zoning': { point: chicago },
  'chicago-permits': { point: chicago, radiusMeters: 300 },
  'chicago-crimes': { point: chicago, radiusMeters: 500 },
  'chicago-311': { point: chicago, radiusMeters: 500 },
  'chicago-building-violations': { address: '121 N LASALLE ST' },
  'chicago-house-share-prohibited': { address: '20 N State St' },
  'chicago-short-term-licenses': { point: chicago, radiusMeters: 100 },
  'cta-rail-stops': { point: chicago, radiusMeters: 1500 },
  'goraleigh-stops': { point: raleigh, radiusMeters: 1500 },
  'cook-parcel': { point: chicago },
  'cook-parcel-2021': { point: chicago, geometry: true },
  'cook-parcel-address': { address: '121 N LASALLE ST' },
  'cook-parcel-universe': { key: '1709444001' },
  'cook-assessed-values': { key: '17094440010000' },
  'cook-parcel-sales': { key: '17094440010000' },
  'cook-permits': { key: '17094440010000' },
  'cook-appeals': { filters: { townshipCode: '76', year: 2025 } },
  'cook-exempt-parcels': { key: '17094440030000' },
  'nyc-pluto': { point: newYork },
  'nyc-pluto-zoning': { point: newYork },
  'nyc-dob-now-permits': { point: newYork, radiusMeters: 200 },
  'nyc-dob-bis-permits': { key: '1000940020' },
  'nyc-dob-violations': { key: '1000940020' },
  'nyc-ecb-violations': { key: '1000940020' },
  'nyc-hpd-violations': { key: '1000940001' },
  'nyc-nypd-complaints': { point: newYork, radiusMeters: 300 },
  'nyc-nypd-complaints-historic': { point: newYork, radiusMeters: 300 },
  'nyc-311': { point: newYork, radiusMeters: 300 },
  'nyc-assessment': { key: '1000940020' },
  'nyc-exemptions': { key: '1000940020' },
  'nyc-rolling-sales': { key: '1000940001' },
  'nyc-acris-legals': { key: '1000940020' },
  'nyc-acris-master': { key: '2019031500123001' },
  'nyc-zap-projects': { key: '2026M0101' },
  'nyc-zap-lots': { key: '1000940020' },
  'nyc-capital-points': { point: newYork, radiusMeters: 500 },
  'nyc-capital-projects': { key: '850SANDHW01' },
  'nyc-hpd-registrations': { key: '1000940001' },
  'nyc-tax-lien-list': { key: '1000940001' },
  'philadelphia-tax-delinquencies': { key: '883000100' },
  'philadelphia-incidents': { point: philadelphia, radiusMeters: 500 },
  'philadelphia-311': { point: philadelphia, radiusMeters: 100 },
  'philadelphia-permits': { address: '1515 Market St' },
  'philadelphia-violations': { point: philadelphia, radiusMeters: 100 },
  'philadelphia-transfers': { point: philadelphia, radiusMeters: 300 },
  'philadelphia-rental-licenses': { address: '1515 Market Street' },
  'philadelphia-lodging-licenses': { address: '1 S Broad St' },
  'nyc-certificates-of-occupancy': { key: '1000940020' },
};

/** Sources that are queried by the number of a parcel as well as around a place. */
const byParcelNumber: readonly (readonly [string, string])[] = [
  ['raleigh-permits', '1703570123'],
  ['chicago-permits', '1709444001'],
  ['nyc-dob-now-permits', '1000940020'],
  ['philadelphia-permits', '883000100'],
];

describe('one reader for every wired lane', () => {
  it.each(byParcelNumber)('%s takes the parcel number %s too', async (cardId, key) => {
    const configured = configuredOf(cardId);
    expect([takesParcelNumber(configured.source), configured.source.lane]).toEqual([true, 'permits']);
    const rows = await rowsOf(cardId, { key });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(String(row.fields.parcelId).replace(/\D/g, '')).toContain(key);
  });

  it.each(Object.entries(questions))('%s answers and keeps no person', async (cardId, query) => {
    const found = await read(cardId, query);
    const { frozen } = configuredOf(cardId).source.freshness;
    expect(found).toMatchObject(frozen ? { state: 'stale', reason: frozen } : { state: 'found' });
    expect(hasData(found) && found.data.length).toBeGreaterThan(0);
    if (!hasData(found)) return;
    expect(Object.keys(found.data[0]?.fields ?? {}).length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toContain('PLANTED');
    expect(JSON.stringify(found)).not.toContain('555-');
  });

  it('asks every source that it can read, so that no lane is wired and never tried', () => {
    const readable = places
      .flatMap((place) => place.sources)
      .filter((source) => ['arcgis', 'socrata', 'carto'].includes(source.platform))
      // the others are read in test/places/lanes/feeds.test.ts, each through its tool
      .filter(({ cardId }) => fakeUpstreams.some((one) => one.cardId === cardId))
      .map((source) => source.cardId);
    // layers whose synthetic district lies elsewhere are read in the tests of svc_zoning
    const elsewhere = [
      'raleigh-overlay-hod-g',
      'raleigh-overlay-hod-s',
      'raleigh-overlay-ncod',
      'chicago-historic-districts',
      'nyc-historic-districts',
      'nyc-pluto-landmark',
    ];
    expect(readable.filter((id) => !(id in questions) && !elsewhere.includes(id))).toEqual([]);
  });

  it('requests only the columns of the allow-list', async () => {
    const sources = directSources();
    await read('raleigh-parcel', { point: raleigh }, sources);
    expect(sources.queried[0]).toContain('outFields=PIN_NUM,');
    expect(sources.queried.join(' ')).not.toMatch(/OWNER|outFields=\*/);
  });

  it('reads the newest yearly layer by its name, not by its number', async () => {
    const sources = directSources();
    const found = await read('cook-parcel', { point: chicago }, sources);
    expect(hasData(found) && found.data[0]?.fields.parcelId).toBe('1709444001');
    expect(sources.queried[1]).toContain('/MapServer/2025/query');
  });

  it('tells empty, unavailable and not queried apart', async () => {
    expect((await read('raleigh-permits', { point: biloxi, radiusMeters: 100 })).state).toBe('empty');
    expect(
      (
        await read(
          'raleigh-permits',
          { point: raleigh, radiusMeters: 100 },
          directSources({ down: ['raleigh-permits'] }),
        )
      ).state,
    ).toBe('unavailable');
    expect((await read('cook-parcel-sales', { point: chicago, radiusMeters: 100 })).state).toBe('not_covered');
    expect((await read('chicago-legislation', { key: 'x' })).state).toBe('not_covered');
  });

  it('is partial where more records exist than were requested', async () => {
    const found = await read('chicago-crimes', { point: chicago, radiusMeters: 500, limit: 1 });
    expect(found.state).toBe('partial');
    expect(hasData(found) && found.data).toHaveLength(1);
  });

  it('bounds the period in the query', async () => {
    const all = await rowsOf('raleigh-nibrs', { point: raleigh, radiusMeters: 500 });
    const recent = await rowsOf('raleigh-nibrs', {
      point: raleigh,
      radiusMeters: 500,
      since: daysBefore(testClock()).daysAgo(30),
    });
    expect(all.length).toBeGreaterThan(recent.length);
    expect(recent.map((row) => row.recordId)).toEqual(['P26041001']);
  });

  it('bounds text dates after reading', async () => {
    const query = { key: '1000940020' };
    const days = (rows: readonly { occurredAt?: string }[]) => rows.map((row) => row.occurredAt);
    // the older form is ISO, the newer one MM/DD/YYYY
    expect(days(await rowsOf('nyc-dob-bis-permits', { ...query, since: '2018-01-01' }))).toEqual([
      '2025-07-01',
      '2018-03-14',
    ]);
    expect(days(await rowsOf('nyc-dob-bis-permits', { ...query, until: '2020-01-01' }))).toEqual(['2018-03-14']);
    expect((await read('nyc-dob-bis-permits', { ...query, since: '2025-08-01' })).state).toBe('empty');
  });

  it('counts the rows whose date it cannot read, and never calls them none', async () => {
    const bis = fakeUpstreamOf('nyc-dob-bis-permits');
    const unreadable: FakeUpstream = {
      ...bis,
      respond(request) {
        const reply = bis.respond(request);
        const rows = (reply?.body ?? []) as Record<string, unknown>[];
        return reply && { ...reply, body: rows.map((row, at) => (at === 0 ? { ...row, issuance_date: 'TBD' } : row)) };
      },
    };
    const sources = directSources({ extra: [unreadable] });
    const query = { key: '1000940020', since: '2018-01-01' };
    const reason = '1 of 2 records have no date that can be read and are in no period.';
    const found = await read('nyc-dob-bis-permits', query, sources);
    expect(found).toMatchObject({ state: 'partial', reason, data: [{ occurredAt: '2018-03-14' }] });
    const none = await read('nyc-dob-bis-permits', { ...query, since: '2026-01-01' }, sources);
    expect(none).toMatchObject({ state: 'partial', reason, data: [] });
  });

  describe('a source that lacks a column', () => {
    /** The dataset without some of its columns: Socrata answers 400 to every question that names one. */
    const lacking = (...columns: readonly string[]): FakeUpstream => ({
      cardId: 'nyc-dob-now-permits',
      hosts: ['data.cityofnewyork.us'],
      respond: ({ path, query }) => {
        if (!path.includes('rbx6-tga4')) return undefined;
        const words = [...query.values()].join(' ').split(/\W+/);
        const unknown = columns.some((column) => words.includes(column));
        return unknown ? { status: 400, body: { errorCode: 'query.soql.no-such-column' } } : undefined;
      },
    });
    const permitsWithout = (query: LaneQuery, ...columns: readonly string[]) => {
      const sources = directSources({ extra: [lacking(...columns)] });
      return read('nyc-dob-now-permits', query, sources);
    };

    it('is queried by the parcels around the point where it has no positions, and says so', async () => {
      const found = await permitsWithout({ point: newYork, radiusMeters: 200 }, 'latitude', 'longitude');
      expect(found).toMatchObject({ state: 'partial', reason: expect.stringContaining('3 tax parcels within 200 m') });
      const rows = hasData(found) ? found.data : [];
      expect(rows.map((row) => row.fields.parcelId)).toEqual(['1000940020', '1000940001']);
      for (const row of rows) expect(row.point).toBeDefined();
    });

    it('is queried by borough, block and lot where it has no BBL', async () => {
      const found = await permitsWithout({ key: '1000940020' }, 'latitude', 'longitude', 'bbl');
      expect(found).toMatchObject({ state: 'found', data: [{ fields: { permitNumber: 'M01234567-I1-GC' } }] });
      const around = await permitsWithout({ point: newYork, radiusMeters: 200 }, 'latitude', 'longitude', 'bbl');
      expect(hasData(around) && around.data).toHaveLength(2);
    });

    it('is unavailable where every way is refused', async () => {
      const columns = ['latitude', 'longitude', 'bbl', 'block'];
      expect((await permitsWithout({ key: '1000940020' }, ...columns)).state).toBe('unavailable');
      expect((await permitsWithout({ point: newYork, radiusMeters: 200 }, ...columns)).state).toBe('unavailable');
    });

    it('is not queried again where it failed for another reason', async () => {
      const sources = directSources({ down: ['nyc-dob-now-permits'] });
      const found = await read('nyc-dob-now-permits', { key: '1000940020' }, sources);
      expect([found.state, sources.queried.length]).toEqual(['unavailable', 1]);
    });
  });

  it('reads ECB summonses of a lot in every width of its number, newest first, without the respondent', async () => {
    const rows = await rowsOf('nyc-ecb-violations', { key: '1000940020' });
    expect(rows.map(({ recordId, occurredAt }) => [recordId, occurredAt])).toEqual([
      ['39188002Y', '2026-10-11'],
      ['39029310H', '2025-12-25'],
    ]);
    expect(JSON.stringify(rows)).not.toContain('PLANTED');
  });

  it('cuts the box of a source without a location column down to the circle', async () => {
    expect(await rowsOf('nyc-dob-now-permits', { point: newYork, radiusMeters: 200 })).toHaveLength(2);
    // 90 m east and 60 m north lies in the box of 95 m and outside its circle
    expect(await rowsOf('nyc-dob-now-permits', { point: newYork, radiusMeters: 95 })).toHaveLength(1);
  });

  it('leaves out the information-only calls of 311', async () => {
    const rows = await rowsOf('chicago-311', { point: chicago, radiusMeters: 500 });
    expect(rows.map((row) => row.fields.type)).not.toContain('311 INFORMATION ONLY CALL');
    expect(rows).toHaveLength(2);
  });

  it('reads both shapes of a Socrata location, and no position at 0,0', () => {
    const point = { latitude: 41.9, longitude: -87.6 };
    expect(locationOf({ type: 'Point', coordinates: [-87.6, 41.9] })).toEqual(point);
    expect(locationOf({ latitude: '41.9', longitude: '-87.6' })).toEqual(point);
    expect(locationOf({ latitude: '0', longitude: '0' })).toBeUndefined();
    expect(locationOf('41.9,-87.6')).toBeUndefined();
    const several = {
      type: 'MultiPoint',
      coordinates: [
        [-87.9, 41.9],
        [-87.6, 41.9],
      ],
    };
    expect(locationOf(several, { latitude: 41.9, longitude: -87.61 })).toEqual(point);
    expect(locationOf(several)).toBeUndefined();
  });
});

describe('records', () => {
  const citation = { sourceName: 's', sourceUrl: 'https://source.example/', fetchedAt: '2026-11-21T12:00:00Z' };

  it('carry a distance where the position is exact and a range where it is a block', async () => {
    const [permit] = await rowsOf('raleigh-permits', { point: raleigh, radiusMeters: 300 });
    const [incident] = await rowsOf('raleigh-nibrs', { point: raleigh, radiusMeters: 500 });
    if (!permit || !incident) throw new Error('no rows');
    const exact = toRecord(permit, configuredOf('raleigh-permits'), { citation, from: raleigh });
    expect(exact).toMatchObject({
      category: 'permit',
      title: 'Non-Residential - Alterations/Repairs',
      status: 'Permit Issued',
      locationPrecision: 'exact',
      distanceMeters: 7,
    });
    const block = toRecord(incident, configuredOf('raleigh-nibrs'), { citation, from: raleigh });
    expect(block.distanceMeters).toBeUndefined();
    expect(block.distanceBucket).toBe('within 250 m');
    expect(block.source.biasProfile?.doesNotMeasure).toContain('not reported');
  });

  it.each(Object.entries(questions))('%s makes a valid record', async (cardId, query) => {
    const configured = configuredOf(cardId);
    const [row] = await rowsOf(cardId, query);
    if (!row) throw new Error('no row');
    expect(() => RecordSchema.parse(toRecord(row, configured, { citation, from: raleigh }))).not.toThrow();
  });

  it('turns a hostile title into harmless data', () => {
    const configured = configuredOf('raleigh-permits');
    const row = { fields: { title: `x\u202e\u0007${'a'.repeat(900)}` } };
    const record = toRecord(row, configured, { citation });
    expect(record.title.startsWith('xaaa')).toBe(true);
    expect(record.title.length).toBeLessThanOrEqual(500);
  });
});
