import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, chicago, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_sewer_overflow_nearby';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('joins events to permits nearby, keeps every type, and tells no volume from zero', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts?.events).toEqual([
      {
        permitId: 'ILG551234',
        eventKey: '700004',
        types: ['SSO'],
        startedLocal: '2026-10-20 22:10:00',
        endedLocal: '2026-10-21 01:00:00',
        gallons: 0,
        weather: 'dry',
        structure: 'Pump Station',
        facility: 'MADE-UP LIFT STATION',
        distanceMeters: 1386,
        direction: 'NW',
        placedBy: 'facility',
        placeCitation: 'c3',
        citation: 'c2',
      },
      {
        permitId: 'IL0028088',
        eventKey: '700001',
        types: ['CSO', 'BYP'],
        startedLocal: '2026-09-14 03:30:00',
        endedLocal: '2026-09-14 09:15:00',
        gallons: 250_000,
        weather: 'wet',
        structure: 'Outfall',
        facility: 'MADE-UP RECLAMATION DISTRICT',
        distanceMeters: 553,
        direction: 'NW',
        placedBy: 'outfall',
        citation: 'c2',
      },
      {
        permitId: 'IL0028088',
        eventKey: '700002',
        types: ['SSO'],
        startedLocal: '2026-07-02 11:00:00',
        weather: 'dry',
        structure: 'Manhole',
        facility: 'MADE-UP RECLAMATION DISTRICT',
        distanceMeters: 553,
        direction: 'NW',
        placedBy: 'outfall',
        citation: 'c2',
      },
    ]);
    const [, , open] = (answer.facts?.events ?? []) as object[];
    expect(open).not.toHaveProperty('gallons');
    expect(open).not.toHaveProperty('endedLocal');
    expect(answer.facts?.eventCounts).toEqual({
      count: 3,
      withVolumeCount: 2,
      reportedGallons: 250_000,
      citation: 'c2',
    });
    expect(answer.facts?.outfalls).toEqual([
      {
        permitId: 'IL0028088',
        facility: 'MADE-UP RECLAMATION DISTRICT',
        distanceMeters: 553,
        direction: 'NW',
        treated: false,
        citation: 'c1',
      },
      {
        permitId: 'IL0028088',
        facility: 'MADE-UP RECLAMATION DISTRICT',
        distanceMeters: 741,
        direction: 'N',
        treated: true,
        citation: 'c1',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|planted/);
  });

  it('keeps the period and the radius', async () => {
    const short = await service.call(tool, { address: chicago, lookbackDays: 60 });
    expect(short.facts?.eventCounts).toEqual({ count: 1, withVolumeCount: 1, reportedGallons: 0, citation: 'c2' });
    const close = await service.call(tool, { address: chicago, radiusMeters: 400 });
    expect(close.facts?.outfalls).toBeUndefined();
  });

  it('gives outfalls where no event is reported, and is empty where there is neither', async () => {
    const outfallsOnly = await service.call(tool, { address: newYork });
    expect(pick(outfallsOnly, 'state', 'facts')).toEqual({
      state: 'found',
      facts: {
        outfalls: [
          {
            permitId: 'NY0026131',
            facility: 'MADE-UP POLLUTION CONTROL PLANT',
            distanceMeters: 490,
            direction: 'SE',
            treated: false,
            citation: 'c1',
          },
        ],
        outfallCounts: { count: 1, citation: 'c1' },
      },
    });
    expect(outfallsOnly.facts?.events).toBeUndefined();
    expect(outfallsOnly.summary).toContain('no sewer overflow or bypass event');
    // a permit nearby is no finding
    expect(pick(await service.call(tool, { address: raleigh }), 'state')).toEqual({ state: 'empty' });
    expect(pick(await service.call(tool, { address: hartford }), 'state')).toEqual({ state: 'empty' });
  });

  it('is partial where permits cannot be placed and outfalls can', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('epa-npdes-permits', 'error200');
      const answer = await own.call(tool, { address: chicago });
      expect(answer.state).toBe('partial');
      expect(answer.facts?.eventCounts).toEqual({
        count: 2,
        withVolumeCount: 1,
        reportedGallons: 250_000,
        citation: 'c2',
      });
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
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
