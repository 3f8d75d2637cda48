import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated, withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, listOf, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_wildfire_history', () => {
  const tool = 'svc_wildfire_history';

  it('lists each fire once, in the nearest band that its perimeter reaches into', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      recentOnParcel: [{ name: 'SYNTHETIC CREEK', year: 2023, sharePercent: 100, citation: 'c1' }],
      pointAgrees: { value: true },
      parcelOutline: { parcelId: '1703570123' },
      recentByDistance: [
        { withinMeters: 0, count: 1, citation: 'c1' },
        { withinMeters: 1609, count: 1, citation: 'c1' },
        { withinMeters: 8047, count: 2, citation: 'c1' },
        { withinMeters: 16_093, count: 2, citation: 'c1' },
      ],
      recentFires: [
        {
          name: 'SYNTHETIC CREEK',
          year: 2023,
          discoveredOn: '2023-03-14',
          acres: 12.35,
          fireId: '2023-NCNCS-015',
          withinMeters: 0,
          citation: 'c1',
        },
        {
          name: 'SYNTHETIC RIDGE EAST',
          year: 2023,
          discoveredOn: '2023-03-14',
          acres: 480.2,
          fireId: '2021-NCNCS-000777',
          withinMeters: 8047,
          citation: 'c1',
        },
      ],
      historyByDistance: [
        { withinMeters: 0, count: 0, citation: 'c2' },
        { withinMeters: 1609, count: 1, citation: 'c2' },
        { withinMeters: 8047, count: 1, citation: 'c2' },
        { withinMeters: 16_093, count: 2, citation: 'c2' },
      ],
      historyFires: [
        { name: 'SYNTHETIC OLD FIRE', year: 1987, acres: 150, withinMeters: 1609, citation: 'c2' },
        { name: 'not named', withinMeters: 16_093, citation: 'c2' },
      ],
    });
    expect(answer.facts?.recentFires).toEqual([
      {
        name: 'SYNTHETIC CREEK',
        acres: 12.35,
        year: 2023,
        discoveredOn: '2023-03-14',
        withinMeters: 0,
        fireId: '2023-NCNCS-015',
        citation: 'c1',
      },
      {
        name: 'SYNTHETIC RIDGE EAST',
        withinMeters: 8047,
        year: 2023,
        discoveredOn: '2023-03-14',
        acres: 480.2,
        fireId: '2021-NCNCS-000777',
        citation: 'c1',
      },
    ]);
    expect(answer.facts?.recentByDistance).toEqual([
      { count: 1, withinMeters: 0, citation: 'c1' },
      { count: 1, withinMeters: 1609, citation: 'c1' },
      { count: 2, withinMeters: 8047, citation: 'c1' },
      { count: 2, withinMeters: 16_093, citation: 'c1' },
    ]);
    expect(answer.facts?.historyFires).toEqual([
      { name: 'SYNTHETIC OLD FIRE', year: 1987, acres: 150, withinMeters: 1609, citation: 'c2' },
      { name: 'not named', withinMeters: 16_093, citation: 'c2' },
    ]);
  });

  it('leaves prescribed burns and withdrawn incidents out, and fillers too', async () => {
    const text = JSON.stringify(await service.call(tool, { address: raleigh }));
    expect(text).not.toMatch(/PLANNED BURN|WITHDRAWN|9999|PLANTED/);
  });

  it('dates a fire that was discovered in the evening by the day at the place', async () => {
    const evening = withColumns({ attr_FireDiscoveryDateTime: Date.parse('2024-01-01T02:30:00Z') });
    const answer = await askWith({ 'nifc-wfigs': evening }, tool, { address: raleigh });
    expect(answer.facts?.recentFires).toMatchObject([
      { discoveredOn: '2023-12-31', year: 2023 },
      { discoveredOn: '2023-12-31', year: 2023 },
    ]);
  });

  it('keeps a fire without acres and date', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.facts?.recentFires).toEqual([
      { name: 'SYNTHETIC BAYOU', year: 2023, fireId: '2023-NCNCS-015', withinMeters: 16_093, citation: 'c1' },
    ]);
    expect(answer.components?.history).toEqual({ state: 'empty' });
  });

  it('is empty with its search extent where both layers have nothing', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/within 10 miles/i);
    expect(answer.facts).toBeUndefined();
  });

  it('is partial where one layer fails and unavailable where both do', async () => {
    const one = await askWith({ 'nifc-fire-history': 'error200' }, tool, { address: raleigh });
    expect(one.state).toBe('partial');
    expect(one.components).toEqual({
      history: {
        state: 'unavailable',
        reason: 'Interagency Fire Perimeter History, all years answered with an error inside a success reply.',
      },
      recent: { state: 'found' },
    });
    const both = await askWith({ 'nifc-fire-history': 'http500', 'nifc-wfigs': 'http403' }, tool, { address: chicago });
    expect(both.state).toBe('unavailable');
  });

  it('needs a point', async () => {
    expect((await service.call(tool, { address: '27601' })).state).toBe('unresolved');
    await expect(service.call(tool, { latitude: 35 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists six of each layer and counts the others', async () => {
    const many = {
      'nifc-wfigs': repeated(9, (index) => ({ attr_UniqueFireIdentifier: `2023-NCNCS-${index}` })),
      'nifc-fire-history': repeated(9, (index) => ({
        INCIDENT: `SYNTHETIC ${index}`,
        FIRE_YEAR_INT: 1980 + index,
        GIS_ACRES: 100 + index,
      })),
    };
    const { facts } = await askWith(many, tool, { address: raleigh });
    const counts = ['recentFires', 'historyFires'].map((name) => listOf(facts, name).length);
    expect([counts, facts?.recentFiresLeftOut, facts?.historyFiresLeftOut]).toEqual([[6, 6], 3, 3]);
  });
});
