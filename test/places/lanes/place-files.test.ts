import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasData } from '../../../src/kernel/lookup.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { syncDataset } from '../../../src/mirror/engine/sync.ts';
import { copiesIn, placeDataset } from '../../../src/mirror/place-dataset.ts';
import { readLane } from '../../../src/places/lanes/reader.ts';
import { takesAddress, takesParcelNumber, takesRadius } from '../../../src/places/lanes/ways.ts';
import { laneCard } from '../../../src/places/registry/cards.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import { isFile } from '../../../src/places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../../src/places/schema/port.ts';
import { createDownload } from '../../../src/sources/http/download.ts';
import { testClock } from '../../clock.ts';
import { directSources } from '../../upstreams/direct.ts';
import { feedRow, feedStreet, pointOfPlace } from '../../upstreams/feeds.ts';
import { fileUpstream, pointOfFeed } from '../../upstreams/place-files.ts';
import { startUpstreams, type UpstreamServer } from '../../upstreams/server.ts';
import { daysBefore, offset } from '../../upstreams/tables.ts';

const past = daysBefore(testClock());
const sources = shippedPlaces
  .all()
  .flatMap((jurisdiction) =>
    (jurisdiction.sources as readonly LaneSource[]).filter(isFile).map((source) => ({ jurisdiction, source })),
  );
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let upstreams: UpstreamServer;
let directory: string;
let mirror: Mirror;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'place-files-'));
  const fakeUpstreams = sources.map(({ jurisdiction, source }) => fileUpstream(jurisdiction, source));
  upstreams = await startUpstreams({ fakeUpstreams, clock: testClock });
  mirror = new Mirror({ directory, datasets: [], clock: testClock });
  const download = createDownload({
    proxy: upstreams.url,
    userAgent: 'place-records/test',
    log: silent,
    clock: testClock,
  });
  for (const { jurisdiction, source } of sources) {
    await syncDataset(placeDataset(jurisdiction, source, testClock()), {
      directory,
      retrievedAt: testClock().toISOString(),
      signal: new AbortController().signal,
      download,
    });
  }
}, 120_000);
afterAll(async () => {
  mirror.close();
  await upstreams.close();
  rmSync(directory, { recursive: true, force: true });
});

function laneOf({ jurisdiction, source }: (typeof sources)[number], from: Mirror = mirror): ConfiguredLane {
  const copy = copiesIn(from, testClock)(jurisdiction, source);
  return { jurisdiction, source, card: laneCard(jurisdiction, source), ...(copy && { copy }) };
}

describe.each(sources)('the file of $source.cardId, synced from its own address', (one) => {
  const { jurisdiction, source } = one;
  const point = source.platform === 'gtfs' ? pointOfFeed(jurisdiction) : pointOfPlace(jurisdiction);

  it('is queried in every way that its entry declares, and nothing is found elsewhere', async () => {
    const lane = laneOf(one);
    const row = feedRow(source, jurisdiction, past);
    const period = source.query.dateField ? { since: past.daysAgo(60), until: past.daysAgo(0) } : {};
    const queried = [
      ...(takesRadius(source)
        ? [
            [
              { point, radiusMeters: 300 },
              { point: offset(point, 0, 2000), radiusMeters: 300 },
            ],
          ]
        : []),
      ...(takesParcelNumber(source) ? [[{ key: String(row[source.query.key?.field ?? '']) }, { key: 'none' }]] : []),
      ...(takesAddress(source) ? [[{ address: feedStreet }, { address: '9 OTHER AVE' }]] : []),
    ];
    expect(queried.length).toBeGreaterThan(0);
    for (const [there = {}, elsewhere = {}] of queried) {
      const found = await readLane(directSources(), lane, { ...there, ...period });
      expect([there, found.state]).toEqual([there, 'found']);
      expect((await readLane(directSources(), lane, elsewhere)).state).toBe('empty');
      if (!source.query.dateField) continue;
      const before = { since: past.daysAgo(300), until: past.daysAgo(200) };
      expect((await readLane(directSources(), lane, { ...there, ...before })).state).toBe('empty');
    }
  });

  it('is cited with its publisher and the day of the copy, and keeps no person', async () => {
    const lane = laneOf(one);
    const citation = mirror.citation(source.cardId);
    expect(citation).toMatchObject({
      sourceName: expect.stringContaining(source.publisher),
      fetchedAt: testClock().toISOString(),
    });
    expect(mirror.status(source.cardId).state).toBe('ready');
    expect(readFileSync(join(directory, `${source.cardId}.sqlite`)).includes('PLANTED')).toBe(false);
    expect(lane.card.id).toBe(mirror.status(source.cardId).dataset);
  });

  it('is unavailable, with how to load it, where it is not loaded', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'no-files-'));
    const empty = new Mirror({ directory: bare, datasets: [], clock: testClock });
    const found = await readLane(directSources(), laneOf(one, empty), {
      point,
      radiusMeters: 300,
      address: feedStreet,
    });
    expect(found).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining(`not loaded: place-records mirror sync ${source.cardId}`),
    });
    empty.close();
    rmSync(bare, { recursive: true });
  });
});

describe('a schedule feed', () => {
  const [feed] = sources.filter(({ source }) => source.platform === 'gtfs');
  if (!feed) throw new Error('no feed');

  it('gives stops with the lines that serve them: platforms as their station, no entrance, no unused stop', async () => {
    const found = await readLane(directSources(), laneOf(feed), {
      point: pointOfFeed(feed.jurisdiction),
      radiusMeters: 500,
    });
    expect(
      hasData(found) && found.data.map(({ fields: { title, route, accessible } }) => [title, route, accessible]),
    ).toEqual([
      ['SYNTHETIC ST AT FEED AVE', '7', undefined],
      ['SYNTHETIC STATION', '7; Synthetic Line', true],
    ]);
    expect('citation' in found && found.citation.sourceDate).toBe('2026-10-01');
  });
});

describe('the permits of Albuquerque', () => {
  // columns as a public reader of the file lists them, values as another one quotes them
  const header =
    'ApplicationPermitNumber,SiteNumber,SiteStreet,SiteStreetType,SiteStreetDirectional,SiteZip,PlanCheckValuation,TypeofWork,Lot,Block,Subdivision,Description,TotalSquareFeet,OwnerName,ContractorName,NumberOfUnits,IssueDate,Status';
  const line = (id: string, day: string) =>
    `${id},1017,22ND,ST,NW,87104,10000,Residential,12,5,,"Interior, remodel",,JANE Q PLANTED,PLANTED LLC,0,${day},Issued`;

  it('are found by a street line of four columns; the filler of the date is no date', async () => {
    const one = sources.find(({ source }) => source.cardId === 'albuquerque-nm-permits');
    if (!one) throw new Error('no such file');
    const folder = mkdtempSync(join(tmpdir(), 'permits-'));
    const file = join(folder, 'permits.csv');
    writeFileSync(file, [header, line('BPR-2026-00781', '20260826'), line('BPR-2026-00999', '20261224')].join('\n'));
    const own = new Mirror({ directory: folder, datasets: [], clock: testClock });
    const dataset = placeDataset(one.jurisdiction, one.source, testClock());
    await loadDataset(dataset, file, { directory: folder, retrievedAt: testClock().toISOString() });
    const found = await readLane(directSources(), laneOf(one, own), { address: '1017 22nd Street NW' });
    expect(hasData(found) && found.data.map(({ recordId, occurredAt }) => [recordId, occurredAt])).toEqual([
      ['BPR-2026-00781', '2026-08-26'],
      ['BPR-2026-00999', undefined],
    ]);
    expect('citation' in found && found.citation.sourceDate).toBe('2026-08-26');
    expect(JSON.stringify(found)).not.toContain('PLANTED');
    own.close();
    rmSync(folder, { recursive: true });
  });
});

it('the year of an address is that of the day', () => {
  const yearly = sources.find(({ source }) => source.endpoint.includes('(year)'));
  if (!yearly) throw new Error('no yearly file');
  const of = (day: string) => placeDataset(yearly.jurisdiction, yearly.source, new Date(day)).sourceUrl;
  expect([of('2026-12-31T12:00:00Z'), of('2027-01-02T12:00:00Z')]).toEqual([
    yearly.source.endpoint.replace('(year)', '2026'),
    yearly.source.endpoint.replace('(year)', '2027'),
  ]);
});
