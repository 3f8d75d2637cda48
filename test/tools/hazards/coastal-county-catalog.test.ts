import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coastalPrograms } from '../../../src/rules/coastal-programs.ts';
import { openService, type TestService } from '../../harness.ts';

const tool = 'svc_coastal_county_catalog';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists every county with its code and says that the rows are unverified', async () => {
    const answer = await service.call(tool, {});
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      programs: [
        {
          state: 'NC',
          program: 'Coastal Area Management Act (CAMA) counties',
          statute: 'G.S. 113A-103',
          counties: [
            { name: 'Beaufort', countyFips: '37013' },
            { name: 'Bertie', countyFips: '37015' },
            { name: 'Brunswick', countyFips: '37019' },
            { name: 'Camden', countyFips: '37029' },
            { name: 'Carteret', countyFips: '37031' },
            { name: 'Chowan', countyFips: '37041' },
            { name: 'Craven', countyFips: '37049' },
            { name: 'Currituck', countyFips: '37053' },
            { name: 'Dare', countyFips: '37055' },
            { name: 'Gates', countyFips: '37073' },
            { name: 'Hertford', countyFips: '37091' },
            { name: 'Hyde', countyFips: '37095' },
            { name: 'New Hanover', countyFips: '37129' },
            { name: 'Onslow', countyFips: '37133' },
            { name: 'Pamlico', countyFips: '37137' },
            { name: 'Pasquotank', countyFips: '37139' },
            { name: 'Pender', countyFips: '37141' },
            { name: 'Perquimans', countyFips: '37143' },
            { name: 'Tyrrell', countyFips: '37177' },
            { name: 'Washington', countyFips: '37187' },
          ],
          verification: 'unverified',
          citation: 'c1',
        },
        {
          state: 'FL',
          program: 'Coastal Construction Control Line counties',
          statute: 'F.S. 161.053',
          counties: [
            { name: 'Bay', countyFips: '12005' },
            { name: 'Brevard', countyFips: '12009' },
            { name: 'Broward', countyFips: '12011' },
            { name: 'Charlotte', countyFips: '12015' },
            { name: 'Collier', countyFips: '12021' },
            { name: 'Duval', countyFips: '12031' },
            { name: 'Escambia', countyFips: '12033' },
            { name: 'Flagler', countyFips: '12035' },
            { name: 'Franklin', countyFips: '12037' },
            { name: 'Gulf', countyFips: '12045' },
            { name: 'Indian River', countyFips: '12061' },
            { name: 'Lee', countyFips: '12071' },
            { name: 'Manatee', countyFips: '12081' },
            { name: 'Martin', countyFips: '12085' },
            { name: 'Miami-Dade', countyFips: '12086' },
            { name: 'Nassau', countyFips: '12089' },
            { name: 'Okaloosa', countyFips: '12091' },
            { name: 'Palm Beach', countyFips: '12099' },
            { name: 'Pinellas', countyFips: '12103' },
            { name: 'St. Johns', countyFips: '12109' },
            { name: 'St. Lucie', countyFips: '12111' },
            { name: 'Santa Rosa', countyFips: '12113' },
            { name: 'Sarasota', countyFips: '12115' },
            { name: 'Volusia', countyFips: '12127' },
            { name: 'Walton', countyFips: '12131' },
          ],
          verification: 'unverified',
          citation: 'c1',
        },
      ],
    });
    const programs = answer.facts?.programs as readonly {
      state: string;
      verification: string;
      counties: readonly { name: string; countyFips?: string }[];
    }[];
    expect(programs.map(({ state, counties }) => [state, counties.length])).toEqual([
      ['NC', 20],
      ['FL', 25],
    ]);
    for (const { counties, verification } of programs) {
      expect(verification).toBe('unverified');
      for (const { name, countyFips } of counties) expect(countyFips, name).toMatch(/^(37|12)\d{3}$/);
    }
  });

  it.each(['Carteret', 'carteret county', 'Carteret, NC', 'Carteret County, North Carolina', 'Saint Lucie, FL'])(
    'finds %s',
    async (county) => {
      expect((await service.call(tool, { county })).state).toBe('found');
    },
  );

  it.each(['Wake', 'Carteret, FL', 'Harrison, MS'])(
    'is empty for %s, which says nothing about its coast',
    async (county) => {
      const answer = await service.call(tool, { county });
      expect(answer.state).toBe('empty');
      expect(answer.limits.join(' ')).toMatch(/may well lie on a coast/);
    },
  );

  it('refuses what is not an argument', async () => {
    await expect(service.call(tool, { state: 'NC' })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});

const file = join(import.meta.dirname, '../../../../shared/facts/coastal-counties.csv');
describe.skipIf(!existsSync(file))('the fact table (../shared absent: skipped)', () => {
  it('has the rows of the table', () => {
    const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
    const expected = rows.map((line) => line.split(',').slice(0, 2).join(','));
    expect(
      coastalPrograms()
        .flatMap(({ state, countyNames }) => countyNames.map((name) => `${state},${name}`))
        .sort(),
    ).toEqual(expected.sort());
  });
});
