import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, hartford, listOf, olathe, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_landslide_context', () => {
  const tool = 'svc_landslide_context';

  it("lists points nearest first with the publisher's legend, and counts outlines", async () => {
    const answer = await service.call(tool, { address: raleigh, searchRadiusMeters: 5000 });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      landslideOnParcel: { extent: 'all', sharePercent: 100 },
      pointAgrees: { value: true },
      parcelOutline: { parcelId: '1703570123' },
      radiusMeters: 5000,
      points: {
        count: 3,
        byDistance: [
          { withinMeters: 402, count: 1 },
          { withinMeters: 805, count: 1 },
          { withinMeters: 1609, count: 1 },
          { withinMeters: 5000, count: 3 },
        ],
        citation: 'c1',
      },
      nearest: [
        {
          distanceMeters: 300,
          direction: 'E',
          confidence: 8,
          confidenceLegend: 'High confidence in extent or nature of landslide',
          until: '2018-05-18',
          id: 'us300',
          type: 'Debris flow',
          from: '2018-05-17',
          inventory: 'Synthetic state inventory',
          citation: 'c1',
        },
        {
          confidence: 3,
          id: 'us2000',
          type: 'Debris flow',
          confidenceLegend: 'Likely landslide at or near this location',
          inventory: 'Synthetic state inventory',
          distanceMeters: 2002,
          direction: 'E',
          citation: 'c1',
        },
        { id: 'us4200', inventory: 'Synthetic state inventory', distanceMeters: 4200, direction: 'E', citation: 'c1' },
      ],
      outlinesAtPoint: { value: 1, unit: 'outlines', citation: 'c2' },
      outlinesWithinRadius: { value: 2, unit: 'outlines', citation: 'c2' },
      susceptibility: { code: 2, legend: 'Low', citation: 'c3' },
    });
    expect(answer.summary).toContain('NASA susceptibility class 2 of 5');
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|9999|atalit/);
  });

  it('keeps to the radius', async () => {
    const answer = await service.call(tool, { address: raleigh, searchRadiusMeters: 1000 });
    expect(answer.facts?.points).toEqual({
      count: 1,
      byDistance: [
        { withinMeters: 402, count: 1 },
        { withinMeters: 805, count: 1 },
        { withinMeters: 1000, count: 1 },
      ],
      citation: 'c1',
    });
  });

  it('is empty where inventory and map have nothing, and says what that does not mean', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.limits.join(' ')).toMatch(/never surveyed/);
  });

  it('gives the class of a place without recorded landslides', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.facts).toEqual({ radiusMeters: 3000, susceptibility: { code: 0, citation: expect.any(String) } });
    expect(answer.components?.points?.state).toBe('empty');
    const filler = await service.call(tool, { address: olathe });
    expect(filler.components?.susceptibility?.state).toBe('empty');
  });

  it('takes no value that is no class, and keeps the inventory where the map fails', async () => {
    const odd = await service.call(tool, { address: hartford });
    expect(odd.components?.susceptibility?.state).toBe('unavailable');
    const down = await askWith({ 'nasa-landslide-susceptibility': 'http500' }, tool, {
      address: raleigh,
      searchRadiusMeters: 5000,
    });
    expect(down.state).toBe('partial');
    expect(down.facts).toHaveProperty('points');
    expect(down.facts).not.toHaveProperty('susceptibility');
  });

  it('reads the mirrored copy where the live layer fails, and says so', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('usgs-landslides', 'http500');
      const answer = await own.call(tool, { address: raleigh, searchRadiusMeters: 5000 });
      expect(answer.state).toBe('partial');
      expect(answer.facts?.nearest).toEqual([
        {
          id: 'm1',
          type: 'Rotational slide',
          confidence: 5,
          confidenceLegend: 'Confident consequential landslide at this location',
          from: '2003-02-01',
          until: '2003-02-28',
          inventory: 'Synthetic copy',
          distanceMeters: 800,
          direction: 'E',
          citation: 'c1',
        },
      ]);
      expect(answer.components?.points).toEqual({ state: 'partial', reason: expect.stringMatching(/mirrored copy/) });
      expect(answer.facts?.outlinesAtPoint).toBeUndefined();
      expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
    } finally {
      await own.close();
    }
  });

  it('is unavailable where live and mirror are missing', async () => {
    const both = { 'usgs-landslides': 'error200', 'nasa-landslide-susceptibility': 'error200' } as const;
    const answer = await askWith(both, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toMatch(/not loaded: place-records mirror sync usgs-landslides/);
  });

  it.each([{}, { address: raleigh, searchRadiusMeters: 50_000 }, { address: raleigh, radiusMeters: 100 }])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );

  it('lists the nearest and counts the others', async () => {
    const slides = repeated(9, (index) => ({ USGS_ID: `us${index}` }));
    const { facts } = await askWith({ 'usgs-landslides': slides }, tool, {
      address: raleigh,
      searchRadiusMeters: 5000,
    });
    const listed = listOf(facts, 'nearest');
    expect([listed.length, facts?.pointsLeftOut]).toEqual([6, 3]);
  });
});
