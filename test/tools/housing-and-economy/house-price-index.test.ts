import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_house_price_index';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the newest year and the changes of which both ends are published', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      county: { value: 'Wake, NC', citation: 'c1' },
      latestYear: { value: 2025, citation: 'c1' },
      changeOneYear: { value: 4, unit: 'percent', citation: 'c1' },
      changeFiveYears: { value: 21.67, unit: 'percent', citation: 'c1' },
      latestIndex: { value: 160.1, unit: 'index', citation: 'c1' },
      changeTenYears: { value: 48.02, unit: 'percent', citation: 'c1' },
      series: [
        { year: 2025, index: 160.1, changeOneYearPercent: 4, citation: 'c1' },
        { year: 2024, index: 153.95, changeOneYearPercent: 4, citation: 'c1' },
        { year: 2023, index: 148.02, changeOneYearPercent: 4, citation: 'c1' },
        { year: 2022, index: 142.33, changeOneYearPercent: 4, citation: 'c1' },
        { year: 2021, index: 136.86, changeOneYearPercent: 4, citation: 'c1' },
        { year: 2020, index: 131.59, changeOneYearPercent: 4, citation: 'c1' },
      ],
      yearsLeftOut: 7,
    });
    const series = answer.facts?.series as { year: number }[];
    expect(series[0]?.year).toBe(2025);
    expect(series.length + Number(answer.facts?.yearsLeftOut)).toBe(13);
  });

  it('is empty where FHFA has no index for the county', async () => {
    expect((await service.call(tool, { address: hartford })).state).toBe('empty');
  });

  it('is unavailable where the file is not loaded', async () => {
    const answer = await askWith({}, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync fhfa-hpi-county');
  });

  it('refuses half a point', async () => {
    await expect(service.call(tool, { latitude: 35 })).rejects.toMatchObject({ status: 400 });
  });
});
