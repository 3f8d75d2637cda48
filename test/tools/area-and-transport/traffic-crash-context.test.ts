import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import dataset from '../../../src/mirror/datasets/fars-crashes.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_traffic_crash_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts within each radius as it was asked', async () => {
    const answer = await service.call(tool, { address: raleigh, radiiMeters: [2000, 450], lookbackYears: 5 });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      minimumCount: 3,
      cells: [
        { radiusMeters: 450, status: 'counted', crashes: 4, citation: 'c1' },
        { radiusMeters: 2000, status: 'counted', crashes: 11, citation: 'c1' },
      ],
    });
  });

  it('withholds nothing but counts below three, whatever else is asked beside them', async () => {
    const together = await service.call(tool, { address: raleigh, radiiMeters: [500, 1000] });
    const alone = await service.call(tool, { address: raleigh, radiiMeters: [1000] });
    expect(together.facts?.cells).toEqual([
      { radiusMeters: 500, status: 'counted', crashes: 4, citation: 'c1' },
      { radiusMeters: 1000, status: 'counted', crashes: 6, citation: 'c1' },
    ]);
    expect(alone.facts?.cells).toEqual([{ radiusMeters: 1000, status: 'counted', crashes: 6, citation: 'c1' }]);
  });

  it('never shows a count below three', async () => {
    const answer = await service.call(tool, { address: biloxi, radiiMeters: [250, 5000] });
    expect(answer.state).toBe('found');
    expect(answer.facts?.cells).toEqual([
      { radiusMeters: 250, status: 'suppressed', citation: 'c1' },
      { radiusMeters: 5000, status: 'suppressed', citation: 'c1' },
    ]);
    expect(answer.summary).not.toMatch(/\b[12] within/);
  });

  it('keeps to the years asked for', async () => {
    const answer = await service.call(tool, { address: raleigh, radiiMeters: [2000], lookbackYears: 2 });
    expect(answer.facts?.cells).toEqual([{ radiusMeters: 2000, status: 'counted', crashes: 4, citation: 'c1' }]);
    expect(answer.searched[0]).toEqual({
      source:
        'Fatality Analysis Reporting System, crashes (place and year only) (National Highway Traffic Safety Administration), mirrored file',
      area: 'within 2000 m of the point',
      period: '2023 to 2024',
      recordScope: 'fatal crashes with a recorded position',
      state: 'found',
    });
  });

  it('is empty where none is recorded, unavailable where the file is not loaded', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('empty');
    const missing = await askWith({}, tool, { address: raleigh });
    expect(missing.state).toBe('unavailable');
    expect(JSON.stringify(missing.searched)).toMatch(/place-records mirror sync fars-crashes/);
  });

  it('keeps nothing of people, vehicles or circumstances', async () => {
    expect(Object.keys(dataset.columns)).toEqual(['year', 'latitude', 'longitude']);
    expect(JSON.stringify(await service.call(tool, { address: raleigh }))).not.toMatch(/PLANTED/);
  });

  it.each([
    { address: raleigh, radiiMeters: [] },
    { address: raleigh, radiiMeters: 500 },
    { address: raleigh, radiiMeters: [50] },
    { address: raleigh, lookbackYears: 9 },
    { radiiMeters: [500] },
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
