import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, hartford, raleigh } from '../ask.ts';

const tool = 'svc_drought_status';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the newest map and the weeks before it', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      county: { value: 'Wake County (37183)', citation: 'c1' },
      highestClassPresent: { value: 'D2', note: 'severe drought', citation: 'c1' },
      latest: {
        date: '2026-11-17',
        nonePercent: 12.5,
        d0OrMorePercent: 87.5,
        d2OrMorePercent: 18,
        d1OrMorePercent: 61.25,
        d3OrMorePercent: 0,
        d4Percent: 0,
        citation: 'c1',
      },
      earlier: [
        {
          date: '2026-11-10',
          nonePercent: 12.5,
          d0OrMorePercent: 87.5,
          d1OrMorePercent: 61.25,
          d2OrMorePercent: 18,
          d3OrMorePercent: 0,
          d4Percent: 0,
          citation: 'c1',
        },
        {
          date: '2026-11-03',
          nonePercent: 12.5,
          d0OrMorePercent: 87.5,
          d1OrMorePercent: 61.25,
          d2OrMorePercent: 18,
          d3OrMorePercent: 0,
          d4Percent: 0,
          citation: 'c1',
        },
        {
          date: '2026-10-27',
          nonePercent: 12.5,
          d0OrMorePercent: 87.5,
          d1OrMorePercent: 61.25,
          d2OrMorePercent: 18,
          d3OrMorePercent: 0,
          d4Percent: 0,
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts?.earlier).toHaveLength(3);
    expect(Object.values(answer.citations).some(({ sourceDate }) => sourceDate === '2026-11-17')).toBe(true);
  });

  it('gives as many weeks as queried', async () => {
    const answer = await service.call(tool, { address: raleigh, weeks: 1 });
    expect(answer.facts).not.toHaveProperty('earlier');
    expect((await service.call(tool, { address: raleigh, weeks: 10 })).facts?.earlier).toHaveLength(9);
  });

  it('says none where no class is present', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.facts?.highestClassPresent).toEqual({ value: 'none', citation: 'c1' });
    expect(answer.summary).toMatch(/no part of .* abnormally dry or in drought/);
  });

  it('asks Connecticut by both sets of codes and names the one that answered', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.state).toBe('found');
    expect(answer.facts?.county).toEqual({ value: 'Capitol Planning Region (09110)', citation: 'c1' });
  });

  it('is empty where the monitor has no rows of the county', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('reads the mirrored table where the service fails, and is partial', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('usdm', 'http500');
      const answer = await own.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.facts).toEqual({
        latest: {
          date: '2026-11-17',
          d1OrMorePercent: 55.5,
          nonePercent: 10,
          d0OrMorePercent: 90,
          d2OrMorePercent: 5,
          d3OrMorePercent: 0,
          d4Percent: 0,
          citation: 'c1',
        },
        earlier: [
          {
            date: '2026-11-10',
            nonePercent: 20,
            d0OrMorePercent: 80,
            d1OrMorePercent: 40,
            d2OrMorePercent: 0,
            d3OrMorePercent: 0,
            d4Percent: 0,
            citation: 'c1',
          },
        ],
        highestClassPresent: { value: 'D2', citation: 'c1', note: 'severe drought' },
        county: { value: 'Wake County (37183)', citation: 'c1' },
      });
      expect(answer.searched.map(({ state }) => state)).toEqual(expect.arrayContaining(['unavailable', 'found']));
    } finally {
      await own.close();
    }
  });

  it.each(['http500', 'wrongShape', 'html200'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ usdm: fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it.each([
    [{}],
    [{ address: raleigh, weeks: 0 }],
    [{ address: raleigh, weeks: 99 }],
    [{ address: raleigh, weeks: 1.5 }],
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
