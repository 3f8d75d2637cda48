import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_transit_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

type Stop = { readonly agency: string; readonly citation: string };
const stopsOf = ({ facts }: Answer, agency: string) =>
  ((facts?.agencyStops ?? []) as readonly Stop[]).filter((stop) => stop.agency === agency);

describe(tool, () => {
  it('gives stops and routes nearest first, each route once at its nearest line', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'stopCount', 'routeCount', 'routes')).toEqual({
      stopCount: { value: 5, unit: 'stops', citation: 'c1' },
      routeCount: { value: 2, unit: 'routes', citation: 'c2' },
      routes: [
        {
          shortName: '7',
          longName: 'Synthetic South',
          mode: 'Bus',
          ntdId: '49999',
          distanceMeters: 90,
          citation: 'c2',
        },
        { longName: 'Synthetic Loop', mode: 'Bus', ntdId: '49999', distanceMeters: 500, citation: 'c2' },
      ],
    });
    expect(answer.summary).toMatch(/within 800 m of .*5 stops, the nearest at 72 m; 2 routes \(7, "Synthetic Loop"\)/);
    expect(Object.values(answer.citations).map(({ sourceDate }) => sourceDate)).toContain('feeds of 2026-03-09');
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('names the local agencies that publish a schedule, elsewhere the federal list of agencies', async () => {
    const wake = await service.call(tool, { address: raleigh });
    expect(wake.verifyNext.map((entry) => entry.with)).toEqual(['GoRaleigh', 'GoCary']);
    const { latitude, longitude } = samplePlaces.newYork;
    const elsewhere = await service.call(tool, { latitude, longitude });
    expect(elsewhere.verifyNext[0]?.with).toMatch(/Federal Transit Administration/);
  });

  it('reads stops with their lines out of the schedule feeds that are loaded', async () => {
    const wake = await service.call(tool, { address: raleigh });
    const [street, station] = stopsOf(wake, 'GoRaleigh');
    expect(street).toMatchObject({ name: 'SYNTHETIC ST AT FEED AVE', routes: ['7'], distanceMeters: 60 });
    expect(station).toMatchObject({ name: 'SYNTHETIC STATION', routes: ['7', 'Synthetic Line'], accessible: true });
    const cited = wake.citations[String(street?.citation)];
    expect(cited).toMatchObject({ sourceDate: '2026-10-01', sourceName: expect.stringContaining('GoRaleigh') });
    expect(cited?.sourceUrl).toBe('https://goraleigh.org/developer-resources');
    const kept = JSON.parse((await service.service.evidenceText(String(cited?.evidence), 'json')) ?? '{}');
    expect(JSON.stringify(kept)).toContain('"dataset":"goraleigh-gtfs"');
  });

  it('is partial, and says how to load it, where a schedule feed is not loaded', async () => {
    const bare = await openService({ mirrors: false });
    const wake = await bare.call(tool, { address: raleigh });
    expect(wake.state).toBe('partial');
    expect(JSON.stringify(wake.components)).toContain('place-records mirror sync goraleigh-gtfs');
    expect(wake.summary).toMatch(/could not be read: .*GoRaleigh schedule feed \(GTFS\)/);
    await bare.close();
  });

  it("adds the stops of an agency's own list, each once with its lines", async () => {
    const wake = await service.call(tool, { address: raleigh });
    expect(stopsOf(wake, 'City of Raleigh')).toEqual([
      {
        agency: 'City of Raleigh',
        name: 'SYNTHETIC ST AT DAWSON',
        routes: ['2', '11'],
        distanceMeters: 85,
        citation: 'c5',
      },
      {
        agency: 'City of Raleigh',
        name: 'SYNTHETIC ST AT SALISBURY',
        routes: ['2'],
        distanceMeters: 262,
        citation: 'c5',
      },
    ]);
    const cook = await service.call(tool, { address: chicago, radiusMeters: 400 });
    const listed = stopsOf(cook, 'Chicago Transit Authority').filter(({ citation }) => citation === 'c5');
    expect(listed).toEqual([
      {
        agency: 'Chicago Transit Authority',
        name: 'Synthetic/Lake (Blue & Brown Lines)',
        accessible: true,
        distanceMeters: 151,
        citation: 'c5',
      },
    ]);
    const broken = await askWith({ 'cta-rail-stops': 'http500' }, tool, { address: chicago });
    expect(broken.state).toBe('partial');
    expect(broken.summary).toMatch(/could not be read: .*CTA list of L stops/);
  });

  it('says how many stops a wider list leaves out', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 1500 });
    expect(pick(answer.facts, 'stopCount', 'stopsLeftOut', 'routeCount')).toEqual({
      stopCount: { value: 6, unit: 'stops', citation: 'c1' },
      stopsLeftOut: 1,
      routeCount: { value: 3, unit: 'routes', citation: 'c2' },
    });
    expect(answer.facts?.stops).toHaveLength(5);
  });

  it('is empty where the map shows nothing, without facts', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toMatch(/no stops; no routes/);
    expect(answer.limits.join(' ')).toMatch(/do not take part .* are missing/);
  });

  it('keeps a layer that failed apart from one that is empty', async () => {
    const partial = await askWith({ 'ntad-transit-routes': 'http500' }, tool, { address: raleigh });
    expect(partial.state).toBe('partial');
    expect(partial.components?.routes?.state).toBe('unavailable');
    expect(partial.summary).toMatch(/its routes could not be read/);
    const faults = { 'ntad-transit-routes': 'error200', 'ntad-transit-stops': 'http500' } as const;
    const { latitude, longitude } = samplePlaces.newYork;
    const none = await askWith(faults, tool, { latitude, longitude });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it.each([
    [{}],
    [{ address: raleigh, radiusMeters: 3001 }],
    [{ latitude: 35.7 }],
    [{ address: raleigh, agency: 'x' }],
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ status: 400 });
  });

  it('counts the routes that it leaves out', async () => {
    const more = withRows(30, (_, at) => ({ route_id: `R1${at}`, route_short_name: `1${at}` }));
    const { facts = {} } = await askWith({ 'ntad-transit-routes': more }, tool, { address: raleigh });
    expect(pick(facts, 'routeCount', 'routesLeftOut')).toEqual({
      routeCount: { value: 29, unit: 'routes', citation: 'c2' },
      routesLeftOut: 21,
    });
    expect(facts.routes).toHaveLength(8);
  });
});
