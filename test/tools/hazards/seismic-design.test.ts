import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askWith, chicago, newYork, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_seismic_design', () => {
  const tool = 'svc_seismic_design';

  it('gives accelerations in g with the inputs they were computed for', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      referenceDocument: { value: 'ASCE7-22', citation: 'c1' },
      riskCategory: { value: 'II', citation: 'c1' },
      siteClass: { value: 'Default', citation: 'c1' },
      seismicDesignCategory: { value: 'B', citation: 'c1' },
      sds: { value: 0.19, unit: 'g', citation: 'c1' },
      sd1: { value: 0.12, unit: 'g', citation: 'c1' },
      tl: { value: 8, unit: 's', citation: 'c1' },
      ss: { value: 0.17, unit: 'g', citation: 'c1' },
      s1: { value: 0.08, unit: 'g', citation: 'c1' },
      sms: { value: 0.28, unit: 'g', citation: 'c1' },
      sm1: { value: 0.18, unit: 'g', citation: 'c1' },
      pgam: { value: 0.13, unit: 'g', citation: 'c1' },
    });
    expect(answer.limits.join(' ')).toMatch(/soil at the site was not examined/);
  });

  it.each([chicago, newYork])('has no design value where the maps have none: %s', async (address) => {
    const answer = await service.call(tool, { address });
    expect(pick(answer, 'state', 'components', 'facts', 'summary')).toEqual({
      state: 'empty',
      components: {
        designValues: { state: 'not_covered', reason: 'the reference maps have no value at this point' },
        faults: { state: 'empty' },
      },
      summary:
        'The USGS design maps have no value at this point; nothing follows from that about ground motion; no Quaternary fault is mapped within 20 km.',
    });
  });

  it('lists each fault once, the nearest first, and the zones of California that hold the point', async () => {
    const answer = await service.call(tool, { address: samplePlaces.sanFrancisco.address });
    expect(answer.facts?.faults).toEqual([
      {
        name: 'Synthetic fault zone',
        section: 'Peninsula section',
        age: 'latest Quaternary',
        slipRate: 'Greater than 5.0 mm/yr',
        slipSense: 'Right lateral',
        distanceMeters: 12_400,
        citation: 'c2',
      },
      {
        name: 'unnamed fault',
        age: 'undifferentiated Quaternary',
        slipRate: 'Greater than 5.0 mm/yr',
        slipSense: 'Right lateral',
        distanceMeters: 16_200,
        citation: 'c2',
      },
    ]);
    expect(answer.facts?.stateZones).toEqual([{ zone: 'liquefaction', quadrangle: 'SYNTHETIC NORTH', citation: 'c4' }]);
    expect(answer.summary).toMatch(/is 12\.4 km away; in mapped California zones of liquefaction\.$/);
    expect(answer.searched.map(({ recordScope, state }) => [recordScope, state]).slice(2)).toEqual([
      ['zones of fault rupture', 'empty'],
      ['zones of liquefaction', 'found'],
      ['zones of landslide', 'empty'],
    ]);
  });

  it('tells maps of faults and zones that could not be read from ground without any', async () => {
    const address = samplePlaces.sanFrancisco.address;
    const answer = await askWith({ 'usgs-qfaults': 'error200', 'cgs-hazard-zones': 'http500' }, tool, { address });
    expect([answer.state, answer.facts?.faults, answer.facts?.stateZones]).toEqual(['partial', undefined, undefined]);
    expect(answer.summary).toMatch(
      /the map of faults could not be read; 3 of 3 zone maps of California could not be read/,
    );
  });

  it.each([
    ['an error of the service', { request: { status: 'error' }, response: 'Unable to complete operation' }],
    ['an error without values', { request: { status: 'error' }, response: null }],
    ['a text that is not known', { request: { status: 'success' }, response: 'Please try again later' }],
  ])('has values that could not be read, and never none, on %s', async (_what, body) => {
    const answer = await askWith({ 'usgs-designmaps': { edit: () => body } }, tool, { address: raleigh });
    expect([answer.state, answer.components?.designValues?.state]).toEqual(['partial', 'unavailable']);
    expect(answer.summary).not.toMatch(/no value/);
  });

  it.each(['http404', 'wrongShape', 'truncated'] as const)(
    'is unavailable where both maps fail by %s',
    async (fault) => {
      const faults = { 'usgs-designmaps': fault, 'usgs-qfaults': fault };
      const answer = await askWith(faults, tool, { address: raleigh });
      expect([answer.state, answer.facts]).toEqual(['unavailable', undefined]);
    },
  );

  it('refuses what is not an argument', async () => {
    await expect(service.call(tool, { address: raleigh, riskCategory: 'IV' })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
