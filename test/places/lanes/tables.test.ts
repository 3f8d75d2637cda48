import { describe, expect, it } from 'vitest';
import { hasData } from '../../../src/kernel/lookup.ts';
import { readLane } from '../../../src/places/lanes/reader.ts';
import { takesAddress, takesParcelNumber, takesRadius } from '../../../src/places/lanes/ways.ts';
import { laneCard } from '../../../src/places/registry/cards.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../../src/places/schema/port.ts';
import { testClock } from '../../clock.ts';
import { ckanTable } from '../../upstreams/ckan.ts';
import { directSources } from '../../upstreams/direct.ts';
import { feedRow, feedStreet, pointOfPlace } from '../../upstreams/feeds.ts';
import { opendatasoftTable } from '../../upstreams/opendatasoft.ts';
import { daysBefore, offset, type Placed } from '../../upstreams/tables.ts';

const past = daysBefore(testClock());
const lanes: readonly ConfiguredLane[] = shippedPlaces
  .all()
  .flatMap((jurisdiction) =>
    (jurisdiction.sources as readonly LaneSource[])
      .filter(({ platform }) => platform === 'ckan' || platform === 'opendatasoft')
      .map((source) => ({ jurisdiction, source, card: laneCard(jurisdiction, source) })),
  );
const laneOf = (cardId: string): ConfiguredLane => {
  const lane = lanes.find(({ source }) => source.cardId === cardId);
  if (!lane) throw new Error(`no ${cardId}`);
  return lane;
};
const recordOf = ({ jurisdiction, source }: ConfiguredLane) => feedRow(source, jurisdiction, past);
const period = { since: past.daysAgo(60), until: past.daysAgo(0) };

describe('tables of CKAN and Opendatasoft portals, each by its own place file', () => {
  const near = lanes.filter(({ source }) => takesRadius(source));
  it.each(near)('$source.cardId: its record around a point and in a period, none elsewhere', async (lane) => {
    const point = pointOfPlace(lane.jurisdiction);
    const found = await readLane(directSources(), lane, { point, radiusMeters: 300, ...period });
    expect([found.state, hasData(found) && found.data.length]).toEqual(['found', 1]);
    expect(hasData(found) && found.data[0]?.point?.latitude).toBeCloseTo(point.latitude, 5);
    expect(JSON.stringify(found)).not.toMatch(/PLANTED|555-010/);
    const away = offset(point, 0, 900);
    expect((await readLane(directSources(), lane, { point: away, radiusMeters: 300 })).state).toBe('empty');
    const before = { since: past.daysAgo(400), until: past.daysAgo(300) };
    expect((await readLane(directSources(), lane, { point, radiusMeters: 300, ...before })).state).toBe('empty');
  });

  it.each(lanes.filter(({ source }) => takesParcelNumber(source)))(
    '$source.cardId: by the number of a parcel',
    async (lane) => {
      const key = String(recordOf(lane)[lane.source.query.key?.field ?? '']);
      expect((await readLane(directSources(), lane, { key, ...period })).state).toBe('found');
      expect((await readLane(directSources(), lane, { key: "0' OR '1'='1" })).state).toBe('empty');
    },
  );

  it.each(lanes.filter(({ source }) => takesAddress(source)))(
    '$source.cardId: by a street line, and by one that goes on to the city',
    async (lane) => {
      expect((await readLane(directSources(), lane, { address: feedStreet })).state).toBe('found');
      expect((await readLane(directSources(), lane, { address: '1 OTHER AVE' })).state).toBe('empty');
      const row = { ...recordOf(lane), [lane.source.query.addressField ?? '']: '100 Main St, Synthetic, ST 00000' };
      const extra = [tableFor(lane, { rows: [{ columns: row }] })];
      expect((await readLane(directSources({ extra }), lane, { address: '100 Main Street' })).state).toBe('found');
    },
  );

  it.each(lanes)('$source.cardId: unavailable, never empty, where its portal does not answer', async (lane) => {
    const { query } = lane.source;
    const queried = query.radius
      ? { point: pointOfPlace(lane.jurisdiction), radiusMeters: 300 }
      : query.addressField
        ? { address: feedStreet }
        : { key: '0001' };
    const down = directSources({ down: [lane.card.id] });
    expect((await readLane(down, lane, queried)).state).toBe('unavailable');
    const extra = [
      { cardId: 'x', hosts: [new URL(lane.source.endpoint).host], respond: () => ({ body: { success: false } }) },
    ];
    expect((await readLane(directSources({ extra }), lane, queried)).state).toBe('unavailable');
  });
});

interface Made {
  readonly rows: readonly Placed[];
  readonly textColumns?: readonly string[];
  readonly withoutSql?: boolean;
}

function tableFor({ source }: ConfiguredLane, { rows, ...rest }: Made) {
  const url = new URL(source.endpoint);
  const base = { cardId: source.cardId, rows: () => rows, ...rest };
  if (source.platform === 'opendatasoft') {
    return opendatasoftTable({ ...base, endpoint: source.endpoint.slice('https://'.length), position: 'geolocation' });
  }
  const { resolve } = source;
  return ckanTable({
    ...base,
    host: url.host,
    resourceId: url.searchParams.get('resource_id') ?? '11111111-1111-1111-1111-111111111111',
    ...(resolve.by === 'ckan-package' && { package: { id: resolve.package, name: 'Permits' } }),
  });
}

describe('the ways of a CKAN portal', () => {
  const crimes = laneOf('boston-ma-incidents');
  const at = pointOfPlace(crimes.jurisdiction);
  const around = { point: at, radiusMeters: 300 };

  it('reads coordinates that it keeps as text, and passes over those that are none', async () => {
    const row = recordOf(crimes);
    const text = { ...row, Lat: String(row.Lat), Long: String(row.Long) };
    const rows = [{ columns: text }, { columns: { ...text, INCIDENT_NUMBER: 'blank', Lat: '', Long: '' } }];
    const sources = directSources({ extra: [tableFor(crimes, { rows, textColumns: ['Lat', 'Long'] })] });
    const found = await readLane(sources, crimes, around);
    expect(found).toMatchObject({ state: 'found', data: [{ fields: { recordId: row.INCIDENT_NUMBER } }] });
    expect(sources.queried.join(' ')).toContain('::float8');
  });

  it('is queried by its plain search where it takes no SQL, and holds the rest against the rows', async () => {
    const far = offset(at, 0, 5000);
    const row = recordOf(crimes);
    const other = { ...row, INCIDENT_NUMBER: 'far', Lat: far.latitude, Long: far.longitude };
    const old = { ...row, INCIDENT_NUMBER: 'old', OCCURRED_ON_DATE: past.daysAgo(400) };
    const rows = [{ columns: other }, { columns: row }, { columns: old }];
    const sources = directSources({ extra: [tableFor(crimes, { rows, withoutSql: true })] });
    const found = await readLane(sources, crimes, { ...around, ...period });
    expect(found).toMatchObject({ state: 'found', data: [{ fields: { recordId: row.INCIDENT_NUMBER } }] });
    expect(hasData(found) && found.data).toHaveLength(1);
  });

  it('says how many records a plain search has left unread', async () => {
    const rows = Array.from({ length: 10_050 }, (_, at) => ({
      columns: { ...recordOf(crimes), INCIDENT_NUMBER: `i${at}` },
    }));
    const sources = directSources({ extra: [tableFor(crimes, { rows, withoutSql: true })] });
    const found = await readLane(sources, crimes, { ...around, limit: 20_000 });
    expect(found).toMatchObject({
      state: 'partial',
      reason: expect.stringContaining('of 10050 records the first 10000'),
    });
  });

  it('is partial where more records exist than were requested, the newest kept', async () => {
    const rows = [40, 10, 30].map((days) => ({
      columns: {
        ...recordOf(crimes),
        INCIDENT_NUMBER: `i${days}`,
        OCCURRED_ON_DATE: `${past.daysAgo(days)} 05:00:00+00`,
      },
    }));
    const sources = directSources({ extra: [tableFor(crimes, { rows })] });
    const found = await readLane(sources, crimes, { ...around, since: past.daysAgo(40), limit: 2 });
    expect(found).toMatchObject({
      state: 'partial',
      data: [{ fields: { recordId: 'i10' } }, { fields: { recordId: 'i30' } }],
      reason: expect.stringContaining('more than 2'),
    });
    const day = { since: past.daysAgo(10), until: past.daysAgo(10) };
    expect(await readLane(sources, crimes, { ...around, ...day })).toMatchObject({ data: [{ recordId: 'i10' }] });
  });

  it('finds the table of a package by its name, and names it as the date of the source', async () => {
    const permits = laneOf('boston-ma-permits');
    const sources = directSources();
    const found = await readLane(sources, permits, { address: feedStreet });
    expect('citation' in found && found.citation.sourceDate).toContain(String(testClock().getUTCFullYear()));
    expect(sources.queried.join(' ')).not.toMatch(/00000000-0000-0000|a-pdf/);
  });

  it('reads columns with blanks in their names', async () => {
    const permits = laneOf('san-antonio-tx-permits');
    const found = await readLane(directSources(), permits, { address: feedStreet, ...period });
    expect(hasData(found) && found.data[0]?.fields.issuedAt).toBe(past.daysAgo(20));
    expect(hasData(found) && found.data[0]?.recordUrl).toContain('/datastore_search?resource_id=');
  });
});

it('an Opendatasoft portal is read a hundred rows a page, and says how many there are', async () => {
  const lane = laneOf('long-beach-ca-requests');
  const at = pointOfPlace(lane.jurisdiction);
  const rows = Array.from({ length: 260 }, (_, n) => ({ at, columns: { ...recordOf(lane), casenumber: `c${n}` } }));
  const sources = directSources({ extra: [tableFor(lane, { rows })] });
  const found = await readLane(sources, lane, { point: at, radiusMeters: 100, limit: 250 });
  expect(found).toMatchObject({ state: 'partial', reason: expect.stringContaining('260 matching records') });
  expect(hasData(found) && new Set(found.data.map(({ recordId }) => recordId)).size).toBe(250);
  expect(sources.queried.filter((url) => url.includes('/records')).length).toBe(3);
});
