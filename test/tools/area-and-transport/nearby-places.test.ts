import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_nearby_places';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts by kind, lists the nearest two, and carries license and date of the data', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 800 });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      counts: [
        { kind: 'grocery', places: 2, citation: 'c1' },
        { kind: 'food', places: 3, citation: 'c1' },
        { kind: 'school', places: 1, citation: 'c1' },
      ],
      nearest: [
        {
          kind: 'grocery',
          tag: 'supermarket',
          name: 'Synthetic Market',
          distanceMeters: 150,
          osmId: 'node/1',
          citation: 'c1',
        },
        { kind: 'grocery', tag: 'convenience', distanceMeters: 700, osmId: 'node/2', citation: 'c1' },
        { kind: 'food', tag: 'cafe', name: 'Café Synthetic', distanceMeters: 90, osmId: 'node/4', citation: 'c1' },
        { kind: 'food', tag: 'restaurant', name: 'Second', distanceMeters: 120, osmId: 'node/5', citation: 'c1' },
        {
          kind: 'school',
          tag: 'school',
          name: 'Synthetic School',
          distanceMeters: 300,
          osmId: 'way/3',
          citation: 'c1',
        },
      ],
      attribution: '© OpenStreetMap contributors, ODbL 1.0',
    });
    expect(answer.facts?.nearest).toEqual([
      {
        kind: 'grocery',
        tag: 'supermarket',
        name: 'Synthetic Market',
        distanceMeters: 150,
        osmId: 'node/1',
        citation: 'c1',
      },
      { kind: 'grocery', tag: 'convenience', distanceMeters: 700, osmId: 'node/2', citation: 'c1' },
      { kind: 'food', tag: 'cafe', name: 'Café Synthetic', distanceMeters: 90, osmId: 'node/4', citation: 'c1' },
      { kind: 'food', tag: 'restaurant', name: 'Second', distanceMeters: 120, osmId: 'node/5', citation: 'c1' },
      { kind: 'school', tag: 'school', name: 'Synthetic School', distanceMeters: 300, osmId: 'way/3', citation: 'c1' },
    ]);
    const [citation] = Object.values(answer.citations);
    expect(citation?.sourceDate).toBe('2026-11-20');
  });

  it('keeps no phone, operator or other tag', async () => {
    expect(JSON.stringify(await service.call(tool, { address: raleigh }))).not.toMatch(/PLANTED|555-010/);
  });

  it('is empty where nothing is mapped', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('empty');
  });

  it('never takes a query that ran out of time for an empty place', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toMatch(/unknown/);
  });

  it.each(['http429', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'osm-overpass': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it.each([{}, { address: raleigh, radiusMeters: 9000 }, { address: raleigh, latitude: 1 }])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
