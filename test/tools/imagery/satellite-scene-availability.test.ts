import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, listOf } from '../ask.ts';

const tool = 'svc_satellite_scene_availability';
const may = {
  bbox: [-78.654, 35.769, -78.632, 35.787],
  fromDate: '2026-05-01',
  toDate: '2026-05-31',
  maxCloudCoverage: 30,
};
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('joins two catalogs, each acquisition once, newest first, without file addresses', async () => {
    const answer = await service.call(tool, may);
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      sceneCount: { value: 3, unit: 'scenes', citation: 'c2' },
      scenes: [
        {
          acquiredAt: '2026-05-23T16:02:00.024Z',
          providers: ['planetary-computer'],
          cloudCoverPercent: 12,
          id: 'S2_SYNTHETIC_17SPV_2026-05-23_05.11_mgrs',
          tile: '17SPV',
          coversBox: true,
          nodataPercent: 12.3,
          citation: 'c2',
        },
        {
          acquiredAt: '2026-05-13T16:01:00.024Z',
          providers: ['earth-search'],
          coversBox: false,
          id: 'S2_SYNTHETIC_17SPV_2026-05-13_05.11_grid',
          cloudCoverPercent: 28,
          tile: '17SPV',
          nodataPercent: 12.3,
          citation: 'c1',
        },
        {
          tile: '17SPV',
          providers: ['earth-search', 'planetary-computer'],
          cloudCoverPercent: 4.6,
          coversBox: true,
          id: 'S2_SYNTHETIC_17SPV_2026-05-03_05.11_grid',
          acquiredAt: '2026-05-03T16:01:00.024Z',
          nodataPercent: 12.3,
          citation: 'c1',
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|\.tif/);
  });

  it('lists eight scenes, the newest first, and counts the others', async () => {
    const days = (count: number) => ({
      'earth-search': {
        edit: (body: unknown) => {
          const { features } = body as { features: readonly { id: string; properties: Record<string, unknown> }[] };
          const [first] = features;
          const more = Array.from({ length: count }, (_, at) => ({
            ...first,
            id: `S2_${at}`,
            properties: { ...first?.properties, datetime: `2026-05-${10 + at}T16:01:00.024Z` },
          }));
          return { ...(body as object), numberMatched: count, numberReturned: count, features: more };
        },
      },
      'planetary-computer': 'http500' as const,
    });
    const { facts } = await askWith(days(11), tool, may);
    expect(listOf(facts, 'scenes').map(({ id }) => id)).toEqual([
      'S2_10',
      'S2_9',
      'S2_8',
      'S2_7',
      'S2_6',
      'S2_5',
      'S2_4',
      'S2_3',
    ]);
    expect(pick(facts, 'sceneCount', 'scenesLeftOut')).toEqual({
      sceneCount: { value: 11, unit: 'scenes', citation: 'c1' },
      scenesLeftOut: 3,
    });
    const eight = await askWith(days(8), tool, may);
    expect([listOf(eight.facts, 'scenes').length, eight.facts?.scenesLeftOut]).toEqual([8, undefined]);
  });

  it('says what was searched, what it brought, and where to look', async () => {
    expect(pick(await service.call(tool, may), 'summary', 'components', 'searched', 'verifyNext')).toEqual({
      summary:
        '3 Sentinel-2 scenes reach into the box from 2026-05-01 to 2026-05-31 with at most 30% cloud over the tile, the newest of 2026-05-23.',
      searched: [
        {
          source: 'Earth Search STAC (Sentinel-2 L2A)',
          area: 'the box -78.654, 35.769, -78.632, 35.787',
          period: '2026-05-01 to 2026-05-31',
          recordScope: 'Sentinel-2 L2A, cloud cover of the tile at most 30%',
          state: 'found',
        },
        {
          source: 'Planetary Computer STAC (Sentinel-2 L2A)',
          area: 'the box -78.654, 35.769, -78.632, 35.787',
          period: '2026-05-01 to 2026-05-31',
          recordScope: 'Sentinel-2 L2A, cloud cover of the tile at most 30%',
          state: 'found',
        },
      ],
      verifyNext: [
        { action: 'Have two dated scenes of the box rendered', with: 'svc-large-site-satellite-change' },
        {
          action: 'Look at scenes in the official browser',
          with: 'Copernicus Browser',
          url: 'https://browser.dataspace.copernicus.eu/',
        },
      ],
      components: { earthSearch: { state: 'found' }, planetaryComputer: { state: 'found' } },
    });
    const none = await service.call(tool, { ...may, fromDate: '2026-06-01', toDate: '2026-06-02' });
    expect(pick(none, 'summary', 'components', 'facts')).toEqual({
      summary:
        '2 of 2 scene catalogs answered and listed no Sentinel-2 scene of the box from 2026-06-01 to 2026-06-02 with at most 30% cloud.',
      components: { earthSearch: { state: 'empty' }, planetaryComputer: { state: 'empty' } },
    });
    const both = await askWith({ 'planetary-computer': 'wrongShape', 'earth-search': 'html200' }, tool, may);
    expect(both.summary).toEqual('Neither of the two scene catalogs could be read.');
    const half = await askWith({ 'planetary-computer': 'wrongShape' }, tool, { ...may, maxCloudCoverage: 1 });
    expect(half.summary).toEqual(
      '1 of 2 scene catalogs answered and listed no Sentinel-2 scene of the box from 2026-05-01 to 2026-05-31 with at most 1% cloud.',
    );
  });

  it.each([
    { ...may, bbox: [179.99, 35.7, 180, 35.71] },
    { ...may, bbox: [-180, 89.99, -179.99, 90] },
    { ...may, fromDate: '2026-11-21', toDate: '2026-11-21' },
    { ...may, fromDate: '2015-06-27', toDate: '2015-06-28' },
    { ...may, fromDate: '2024-01-01', toDate: '2026-01-01' },
  ])('takes the last value that it allows: %j', async (args) => {
    expect(['found', 'empty']).toContain((await service.call(tool, args)).state);
  });

  it('names the field of a refusal', async () => {
    await expect(service.call(tool, { ...may, toDate: '2026-04-01' })).rejects.toMatchObject({
      issues: [{ path: 'toDate', code: 'custom', message: 'toDate must not lie before fromDate' }],
    });
  });

  it('keeps to the cloud cover requested', async () => {
    const answer = await service.call(tool, { ...may, maxCloudCoverage: 10 });
    expect(answer.facts).toEqual({
      sceneCount: { value: 1, unit: 'scenes', citation: 'c1' },
      scenes: [
        {
          id: 'S2_SYNTHETIC_17SPV_2026-05-03_05.11_grid',
          acquiredAt: '2026-05-03T16:01:00.024Z',
          cloudCoverPercent: 4.6,
          tile: '17SPV',
          coversBox: true,
          nodataPercent: 12.3,
          providers: ['earth-search', 'planetary-computer'],
          citation: 'c1',
        },
      ],
    });
  });

  it('is empty with its search extent where neither lists a scene', async () => {
    const answer = await service.call(tool, { ...may, fromDate: '2026-06-01', toDate: '2026-06-02' });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/2 of 2 scene catalogs answered/);
  });

  it('is partial where one fails and unavailable where both do', async () => {
    const one = await askWith({ 'planetary-computer': 'http429' }, tool, may);
    expect(one.state).toBe('partial');
    expect(one.summary).toMatch(/one of two catalogs did not answer/);
    const both = await askWith({ 'planetary-computer': 'wrongShape', 'earth-search': 'html200' }, tool, may);
    expect(both.state).toBe('unavailable');
  });

  it.each([
    [{ ...may, bbox: [-78.6, 35.7, -78.7, 35.8] }, /^bbox: order is \[west, south, east, north\]/],
    [{ ...may, bbox: [-78.6, 35.7, -78.6, 35.8] }, /^bbox: order is/],
    [{ ...may, bbox: [-78.7, 35.9, -78.6, 35.8] }, /^bbox: order is/],
    [{ ...may, bbox: [-78.7, 35.8, -78.6, 35.8] }, /^bbox: order is/],
    [{ ...may, bbox: [-180.1, 35.7, -180, 35.8] }, /^bbox: longitudes lie within 180/],
    [{ ...may, bbox: [179.9, 35.7, 180.1, 35.8] }, /^bbox: longitudes lie within 180/],
    [{ ...may, bbox: [10, 89.9, 10.1, 90.1] }, /^bbox: longitudes lie within 180 and latitudes within 90/],
    [{ ...may, fromDate: '2026-12-01', toDate: '2026-12-02' }, /^fromDate: .* not lie after today \(2026-11-21\)/],
    [{ ...may, fromDate: '2024-01-01', toDate: '2026-01-02' }, /^toDate: ask for at most two years at once/],
    [{ ...may, bbox: [35.7, -178.7, 35.8, -78.6] }, /latitudes within 90/],
    [{ ...may, bbox: [-90, 30, -80, 40] }, /^bbox: the box may hold at most 10000 square/],
    [{ ...may, toDate: '2026-04-01' }, /^toDate: .* must not lie before/],
    [{ ...may, fromDate: '2014-01-01', toDate: '2014-02-01' }, /^fromDate: .* start on 2015-06-27/],
    [{ ...may, maxCloudCoverage: 101 }, /maxCloudCoverage/],
    [{ ...may, address: 'x y z' }, /address is not an argument/],
  ])('refuses %j', async (args, message) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({
      code: 'invalid_arguments',
      detail: expect.stringMatching(message),
    });
  });
});
