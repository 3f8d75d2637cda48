import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coastalPrograms } from '../../../src/rules/coastal-programs.ts';
import { openHouse, type TestHouse } from '../../harness.ts';

const tool = 'svc_coastal_county_catalog';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('lists every county with its code and says that the rows are unverified', async () => {
    const answer = await house.call(tool, {});
    expect(answer.state).toBe('found');
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
      expect((await house.call(tool, { county })).state).toBe('found');
    },
  );

  it.each(['Wake', 'Carteret, FL', 'Harrison, MS'])(
    'is empty for %s, which says nothing about its coast',
    async (county) => {
      const answer = await house.call(tool, { county });
      expect(answer.state).toBe('empty');
      expect(answer.limits.join(' ')).toMatch(/may well lie on a coast/);
    },
  );

  it('refuses what is not an argument', async () => {
    await expect(house.call(tool, { state: 'NC' })).rejects.toMatchObject({ code: 'invalid_arguments' });
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
