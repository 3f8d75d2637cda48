import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { datasetOf } from '../../mirror/dataset-of.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const dataset = datasetOf('fars-crashes');

const tool = 'svc_traffic_crash_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts within each radius as it was queried', async () => {
    const answer = await service.call(tool, { address: raleigh, radiiMeters: [2000, 450], lookbackYears: 5 });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      minimumCount: 3,
      cells: [
        { radiusMeters: 450, status: 'counted', crashes: 4, citation: 'c1' },
        { radiusMeters: 2000, status: 'counted', crashes: 11, citation: 'c1' },
      ],
      widest: {
        byYear: [
          { year: 2024, status: 'suppressed' },
          { year: 2023, status: 'suppressed' },
          { year: 2022, status: 'counted', crashes: 3 },
          { year: 2021, status: 'suppressed' },
          { year: 2020, status: 'suppressed' },
        ],
        byMode: [
          { mode: 'pedestrian', status: 'counted', crashes: 5 },
          { mode: 'cyclist', status: 'suppressed' },
          { mode: 'motor_vehicle', status: 'counted', crashes: 5 },
        ],
        citation: 'c1',
      },
    });
  });

  it('withholds nothing but counts below three, whatever else is queried beside them', async () => {
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

  it('keeps to the years requested', async () => {
    const answer = await service.call(tool, { address: raleigh, radiiMeters: [2000], lookbackYears: 2 });
    expect(answer.facts?.cells).toEqual([{ radiusMeters: 2000, status: 'counted', crashes: 4, citation: 'c1' }]);
    expect(answer.searched[0]).toEqual({
      source:
        'Fatality Analysis Reporting System, crashes (place, year and mode only) (National Highway Traffic Safety Administration), mirrored file',
      area: 'within 2000 m of the point',
      period: '2023 to 2024',
      recordScope: 'fatal crashes with a recorded position',
      state: 'found',
    });
  });

  it('is empty where none is recorded', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('empty');
  });

  it('reads the live list where the file is not loaded, as far as its years reach', async () => {
    const live = await askWith({}, tool, { address: raleigh, radiiMeters: [450, 2000] });
    expect(live.state).toBe('partial');
    expect(live.facts).toEqual({
      minimumCount: 3,
      cells: [
        { radiusMeters: 450, status: 'counted', crashes: 3, citation: 'c1' },
        { radiusMeters: 2000, status: 'counted', crashes: 7, citation: 'c1' },
      ],
      widest: {
        byYear: [
          { year: 2022, status: 'counted', crashes: 3 },
          { year: 2021, status: 'suppressed' },
          { year: 2020, status: 'suppressed' },
        ],
        citation: 'c1',
      },
    });
    expect(live.searched.map(({ state, period }) => [state, period])).toEqual([
      ['unavailable', '2020 to 2024'],
      ['found', '2020 to 2022'],
    ]);
    expect(JSON.stringify(live.searched)).toMatch(/place-records mirror sync fars-crashes/);
    expect(JSON.stringify(live)).not.toMatch(/PLANTED/);
  });

  it('is unavailable where neither is there, and where the list names no crash of the county', async () => {
    const broken = await askWith({ 'nhtsa-crash-api': 'http500' }, tool, { address: raleigh });
    expect(broken.state).toBe('unavailable');
    const silent = await askWith({}, tool, { address: biloxi });
    expect(silent.state).toBe('unavailable');
    expect(JSON.stringify(silent.searched)).toContain('does not say which years it has');
  });

  it('keeps nothing of people or vehicles', async () => {
    expect(Object.keys(dataset.columns)).toEqual(['year', 'mode', 'latitude', 'longitude']);
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
