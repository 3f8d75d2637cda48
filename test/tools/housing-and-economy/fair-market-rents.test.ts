import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith } from '../ask.ts';

const tool = 'svc_fair_market_rents';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the rents of the current fiscal year by number of bedrooms', async () => {
    const answer = await service.call(tool, { stateFips: '37', countyFips3: '183' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      fiscalYear: 2027,
      rents: {
        efficiency: 1401,
        twoBedrooms: 1613,
        fourBedrooms: 2522,
        unit: 'USD per month',
        oneBedroom: 1441,
        threeBedrooms: 1998,
        citation: 'c1',
      },
      area: { value: 'Raleigh, NC MSA', citation: 'c1', note: 'fiscal year 2027' },
    });
  });

  it('lists New England towns, by planning region in Connecticut', async () => {
    const answer = await service.call(tool, { stateFips: '09', countyFips3: '110' });
    expect(answer.facts?.rents).toBeUndefined();
    expect(answer.facts?.towns).toEqual([
      {
        town: 'Avon town',
        efficiency: 1105,
        oneBedroom: 1296,
        twoBedrooms: 1605,
        threeBedrooms: 1958,
        fourBedrooms: 2231,
        citation: 'c1',
      },
      {
        town: 'Hartford town',
        efficiency: 1105,
        oneBedroom: 1296,
        twoBedrooms: 1605,
        threeBedrooms: 1958,
        fourBedrooms: 2231,
        citation: 'c1',
      },
    ]);
  });

  it('gives no row for a year that is not loaded, and none of another year in its place', async () => {
    const answer = await service.call(tool, { stateFips: '37', countyFips3: '183', year: 2023 });
    expect(['empty', 'unavailable']).toContain(answer.state);
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toContain('2023');
  });

  it('is unavailable where the table is not loaded', async () => {
    const answer = await askWith({}, tool, { stateFips: '37', countyFips3: '183' });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync hud-fmr');
  });

  it('refuses codes of the wrong length', async () => {
    await expect(service.call(tool, { stateFips: '37', countyFips3: '18' })).rejects.toMatchObject({ status: 400 });
  });
});
