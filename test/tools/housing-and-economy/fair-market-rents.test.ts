import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, listOf } from '../ask.ts';
import { askWithLines } from '../mirror-lines.ts';

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
    expect(answer.searched.map(({ source }) => source)).toContain('Fair Market Rents by county and New England town');
    expect(['empty', 'unavailable']).toContain(answer.state);
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toContain('2023');
  });

  it('lists the first towns by name and counts the others', async () => {
    const header =
      'stusps,state,hud_area_code,countyname,county_town_name,metro,hud_area_name,fips,pop2020,fmr_0,fmr_1,fmr_2,fmr_3,fmr_4';
    const towns = (count: number) =>
      askWithLines(
        {
          dataset: 'hud-fmr',
          part: '2027',
          lines: [
            header,
            ...Array.from(
              { length: count },
              (_, at) =>
                `CT,09,METRO25540M25540,Capitol Planning Region,Town ${String(count - at).padStart(2, '0')},1,"Hartford, CT HUD Metro FMR Area",09110${String(10_000 + at)},1,,1296,1605,1958,2231`,
            ),
          ],
        },
        tool,
        { stateFips: '09', countyFips3: '110' },
      );
    const { facts, summary } = await towns(45);
    const [first] = listOf(facts, 'towns');
    expect(first).toEqual({
      town: 'Town 01',
      oneBedroom: 1296,
      twoBedrooms: 1605,
      threeBedrooms: 1958,
      fourBedrooms: 2231,
      citation: 'c1',
    });
    expect([listOf(facts, 'towns').length, facts?.townsLeftOut]).toEqual([12, 33]);
    expect(summary).toEqual('HUD publishes fiscal year 2027 rents for Capitol Planning Region by town (45 towns).');
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    const answer = await service.call(tool, { stateFips: '37', countyFips3: '183' });
    expect(pick(answer, 'summary', 'searched', 'verifyNext', 'limits')).toEqual({
      summary: 'HUD fair market rents of fiscal year 2027 for Wake County: $1,613 a month for two bedrooms.',
      searched: [
        {
          source:
            'Fair Market Rents by county and New England town (US Department of Housing and Urban Development), mirrored file',
          area: 'Wake County',
          period: 'fiscal year 2027',
          recordScope: 'HUD fair market rents',
          state: 'found',
        },
      ],
      limits: [
        'Gross rent with utilities, 40th percentile of recent movers; a program figure, not the rent of any unit.',
      ],
      verifyNext: [
        { action: 'Ask the housing authority for its payment standard', with: 'local public housing agency' },
      ],
    });
    const none = await service.call(tool, { stateFips: '37', countyFips3: '183', year: 2023 });
    expect(pick(none, 'verifyNext', 'limits')).toEqual({
      limits: [
        'Gross rent with utilities, 40th percentile of recent movers; a program figure, not the rent of any unit.',
      ],
      verifyNext: [
        {
          action: 'Look the county up in the HUD tables',
          with: 'HUD User',
          url: 'https://www.huduser.gov/portal/datasets/fmr.html',
        },
      ],
    });
  });

  it('takes the fiscal year that begins in October', async () => {
    for (const [now, year] of [
      ['2026-09-30T12:00:00Z', 2026],
      ['2026-10-01T12:00:00Z', 2027],
    ] as const) {
      const own = await openService({ now, mirrors: false });
      const answer = await own.call(tool, { stateFips: '37', countyFips3: '183' });
      await own.close();
      expect(answer.searched[0]?.period).toBe(`fiscal year ${year}`);
    }
  });

  it('is unavailable where the table is not loaded', async () => {
    const answer = await askWith({}, tool, { stateFips: '37', countyFips3: '183' });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync hud-fmr');
  });

  it('gives the rents of a ZIP in the same HUD area, and says where it has none', async () => {
    const wake = { stateFips: '37', countyFips3: '183' };
    const answer = await service.call(tool, { ...wake, zipCode: '27601' });
    expect(answer.state).toBe('found');
    expect(answer.facts?.zipRents).toEqual({
      zip: '27601',
      efficiency: 1520,
      oneBedroom: 1560,
      twoBedrooms: 1750,
      threeBedrooms: 2160,
      fourBedrooms: 2730,
      unit: 'USD per month',
      citation: 'c2',
    });
    // the ZIP of another area is none of this county
    const away = await service.call(tool, { ...wake, zipCode: '06103' });
    expect(away.facts?.zipRents).toBeUndefined();
    expect(away.facts?.rents).toMatchObject({ twoBedrooms: 1613 });
    expect(away.searched[1]).toMatchObject({ area: 'ZIP 06103 within Raleigh, NC MSA', state: 'empty' });
  });

  it('answers the years that are in the package where nothing is loaded', async () => {
    const wake = { stateFips: '37', countyFips3: '183' };
    const fresh = await openService({ mirrors: false });
    const answer = await fresh.call(tool, { ...wake, year: 2024, zipCode: '27601' });
    const newer = await fresh.call(tool, { ...wake, year: 2026, zipCode: '27601' });
    await fresh.close();
    expect(answer).toMatchObject({
      state: 'found',
      facts: { fiscalYear: 2024, rents: { twoBedrooms: 1646 }, zipRents: { twoBedrooms: 1690 } },
      citations: { c1: { sourceDate: '2024', fetchedAt: '2023-12-06T00:00:00Z' } },
    });
    expect(newer).toMatchObject({ state: 'partial', facts: { fiscalYear: 2026 } });
    expect(newer.facts?.zipRents).toBeUndefined();
  });

  it('refuses codes of the wrong length', async () => {
    await expect(service.call(tool, { stateFips: '37', countyFips3: '18' })).rejects.toMatchObject({ status: 400 });
  });
});
