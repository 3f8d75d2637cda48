import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_house_price_index';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives the newest year and the changes of which both ends are published', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      county: { value: 'Wake, NC' },
      latestYear: { value: 2025 },
      changeOneYear: { value: 4, unit: 'percent' },
      changeFiveYears: { value: 21.67 },
    });
    const series = answer.facts?.series as { year: number }[];
    expect(series[0]?.year).toBe(2025);
    expect(series.length + Number(answer.facts?.yearsLeftOut)).toBe(13);
  });

  it('is empty where FHFA has no index for the county', async () => {
    expect((await house.call(tool, { address: hartford })).state).toBe('empty');
  });

  it('is unavailable where the file is not loaded', async () => {
    const answer = await askWith({}, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync fhfa-hpi-county');
  });

  it('refuses half a point', async () => {
    await expect(house.call(tool, { latitude: 35 })).rejects.toMatchObject({ status: 400 });
  });
});
