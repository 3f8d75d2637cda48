import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, chicago, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_sewer_overflow_nearby';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('joins events to permits nearby, keeps every type, and tells no volume from zero', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts?.events).toMatchObject([
      {
        eventKey: '700004',
        types: ['SSO'],
        gallons: 0,
        weather: 'dry',
        placedBy: 'facility',
        structure: 'Pump Station',
      },
      { eventKey: '700001', types: ['CSO', 'BYP'], gallons: 250_000, weather: 'wet', placedBy: 'outfall' },
      { eventKey: '700002', types: ['SSO'] },
    ]);
    const [, , open] = (answer.facts?.events ?? []) as object[];
    expect(open).not.toHaveProperty('gallons');
    expect(open).not.toHaveProperty('endedLocal');
    expect(answer.facts?.eventCount).toMatchObject({ count: 3, withVolume: 2, reportedGallons: 250_000 });
    expect(answer.facts?.outfalls).toMatchObject([{ treated: false }, { treated: true }]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|planted/);
  });

  it('keeps the period and the radius', async () => {
    const short = await house.call(tool, { address: chicago, lookbackDays: 60 });
    expect(short.facts?.eventCount).toMatchObject({ count: 1 });
    const close = await house.call(tool, { address: chicago, radiusMeters: 400 });
    expect(close.facts?.outfalls).toBeUndefined();
  });

  it('gives outfalls where no event is reported, and is empty where there is neither', async () => {
    const outfallsOnly = await house.call(tool, { address: newYork });
    expect(outfallsOnly).toMatchObject({ state: 'found', facts: { outfallCount: { count: 1 } } });
    expect(outfallsOnly.facts?.events).toBeUndefined();
    expect(outfallsOnly.summary).toContain('no sewer overflow or bypass event');
    // a permit nearby is no finding
    expect(await house.call(tool, { address: raleigh })).toMatchObject({ state: 'empty' });
    expect(await house.call(tool, { address: hartford })).toMatchObject({ state: 'empty' });
  });

  it('is partial where permits cannot be placed and outfalls can', async () => {
    const own = await openHouse();
    try {
      own.world.setFault('epa-npdes-permits', 'error200');
      const answer = await own.call(tool, { address: chicago });
      expect(answer.state).toBe('partial');
      expect(answer.facts?.eventCount).toMatchObject({ count: 2 });
      expect((await own.call(tool, { address: hartford })).state).toBe('unavailable');
    } finally {
      await own.close();
    }
  });

  it('is unavailable without mirrors and permits, and says how to load the files', async () => {
    const answer = await askWith({ 'epa-npdes-permits': 'http500' }, tool, { address: chicago });
    expect(answer.state).toBe('unavailable');
    expect(answer.searched.map(({ reason }) => reason).join(' ')).toContain('sync echo-sewer-overflow-events');
  });

  it.each([[{}], [{ address: chicago, radiusMeters: 50_000 }], [{ address: chicago, lookbackDays: 0 }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
