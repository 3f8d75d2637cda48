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
    expect(answer.facts?.counts).toEqual([
      { kind: 'grocery', places: 2, citation: 'c1' },
      { kind: 'food', places: 3, citation: 'c1' },
      { kind: 'school', places: 1, citation: 'c1' },
    ]);
    expect(answer.facts?.attribution).toBe('© OpenStreetMap contributors, ODbL 1.0');
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

  it('lists the federal registers beside the map: history, public schools, public charging, protected land', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 800 });
    const { counts: _, nearest: __, attribution: ___, ...federal } = answer.facts ?? {};
    expect(federal).toEqual({
      historicAreas: [
        { refNumber: '71999004', name: 'Synthetic Square Historic District', kind: 'district', citation: 'c2' },
      ],
      historicPlaces: [
        {
          refNumber: '71999001',
          name: 'Synthetic Capitol',
          kind: 'building',
          nationalHistoricLandmark: true,
          distanceMeters: 310,
          citation: 'c3',
        },
        {
          refNumber: '71999002',
          name: 'Synthetic Fire Station',
          kind: 'building',
          distanceMeters: 520,
          citation: 'c3',
        },
      ],
      schools: [
        {
          ncesId: '379900100001',
          name: 'Synthetic Elementary',
          street: '1 Synthetic St',
          distanceMeters: 612,
          citation: 'c4',
        },
      ],
      charging: [
        {
          name: 'SYNTHETIC DECK',
          network: 'Non-Networked',
          status: 'open',
          level2PortCount: 4,
          distanceMeters: 247,
          citation: 'c5',
        },
      ],
      // two rows of one area are one area
      protectedLands: [
        {
          name: 'Synthetic State Park',
          agency: 'SPR',
          publicAccess: 'restricted',
          acres: 310,
          citation: 'c6',
        },
        { name: 'Synthetic Square', agency: 'CITY', publicAccess: 'open', acres: 4, citation: 'c6' },
      ],
    });
    expect(answer.summary).toBe(
      'OpenStreetMap has 6 places within 800 m of the point: grocery 2, food 3, school 1; inside an area of the National Register; historic places 2; public schools 1; charging stations 1; protected lands 2.',
    );
  });

  it.each(['nps-nrhp', 'nces-schools', 'afdc-stations', 'usgs-padus'])('is partial where %s fails', async (source) => {
    const answer = await askWith({ [source]: 'error200' }, tool, { address: raleigh });
    expect([answer.state, answer.facts?.counts]).toEqual(['partial', expect.any(Array)]);
    expect(answer.summary).toMatch(source === 'nps-nrhp' ? /; 2 of 5 federal lists/ : /; 1 of 5 federal lists/);
  });

  it('keeps no phone, operator or other tag', async () => {
    expect(JSON.stringify(await service.call(tool, { address: raleigh }))).not.toMatch(/PLANTED|555-010/);
  });

  it('is empty where nothing is mapped', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('empty');
  });

  it('never takes a query that ran out of time for an empty place', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect([answer.state, answer.components?.mappedPlaces?.state]).toEqual(['partial', 'unavailable']);
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toMatch(/unknown/);
  });

  it.each(['http429', 'html200', 'wrongShape'] as const)('has no count of the map on %s', async (fault) => {
    const answer = await askWith({ 'osm-overpass': fault }, tool, { address: raleigh });
    expect([answer.state, answer.components?.mappedPlaces?.state]).toEqual(['partial', 'unavailable']);
    expect([answer.facts?.counts, answer.facts?.attribution]).toEqual([undefined, undefined]);
  });

  it.each([{}, { address: raleigh, radiusMeters: 9000 }, { address: raleigh, latitude: 1 }])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
