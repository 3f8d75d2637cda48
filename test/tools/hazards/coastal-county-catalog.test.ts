import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
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
  it('lists counties with their codes, and what a statute reaches where it names none', async () => {
    const answer = await service.call(tool, {});
    expect(answer.state).toBe('found');
    // the names that an answer for all states leaves out are counted; a state's own county is found all the same
    expect(answer.facts?.leftOut).toBe(58);
    const programs = answer.facts?.programs as readonly {
      state: string;
      verification: string;
      counties?: readonly { name: string; countyFips?: string }[];
    }[];
    expect(programs.map(({ state, counties }) => [state, counties?.length])).toEqual([
      ['NC', 11],
      ['SC', 8],
      ['VA', 11],
      ['VA', 11],
      ['CT', undefined],
      ['WA', undefined],
      ['MD', undefined],
      ['DE', undefined],
      ['AL', undefined],
      ['GA', 11],
      ['MS', 3],
      ['LA', undefined],
    ]);
    const national = answer.facts?.nationalProgram as { participating: string[]; withdrew: string[] };
    expect([national.participating.length, national.withdrew]).toEqual([34, ['AK']]);
    for (const { counties = [], verification } of programs) {
      expect(verification).toBe('statute_text');
      for (const { name, countyFips } of counties) expect(countyFips, name).toMatch(/^(13|28|37|45|51)\d{3}$/);
    }
  });

  it('gives every field of a program that names the county', async () => {
    const answer = await service.call(tool, { county: 'Washington, NC' });
    expect(answer.facts).toEqual({
      programs: [
        {
          state: 'NC',
          program: 'Coastal Area Management Act',
          statute: 'G.S. 113A-103(2)',
          counties: [{ name: 'Washington', countyFips: '37187' }],
          verification: 'statute_text',
          citation: 'c1',
        },
      ],
      nationalProgram: { participating: ['NC'], citation: 'c2' },
    });
  });

  it('gives no county of a program whose statute was not read, and says whom to ask', async () => {
    const answer = await service.call(tool, { county: 'Monroe, FL' });
    expect(answer.facts).toEqual({ nationalProgram: { participating: ['FL'], citation: expect.any(String) } });
    expect(answer.summary).toContain('its state takes part in the National Coastal Zone Management Program');
    expect(answer.verifyNext).toContainEqual({
      action: 'Ask about Coastal Construction Control Line',
      with: 'Florida Department of Environmental Protection',
      url: 'https://floridadep.gov/rcp/coastal-construction-control-line',
    });
  });

  it.each([
    'Carteret',
    'carteret county',
    'Carteret, NC',
    'Carteret County, North Carolina',
    'Virginia Beach, VA',
    'Old Saybrook, CT',
    'Harrison, MS',
    'Glynn, GA',
  ])('finds %s', async (county) => {
    expect((await service.call(tool, { county })).state).toBe('found');
  });

  it.each(['Wake', 'Boone, MO', 'Cook, CO'])('is empty for %s, which says nothing about its coast', async (county) => {
    const answer = await service.call(tool, { county });
    expect(answer.state).toBe('empty');
    expect(answer.limits.join(' ')).toMatch(/may well lie on a coast/);
  });

  it('tells a state that withdrew, and how far inland a zone reaches where NOAA was read so far', async () => {
    const alaska = await service.call(tool, { county: 'Kodiak Island, AK' });
    expect(alaska.facts?.nationalProgram).toMatchObject({ participating: [], withdrew: ['AK'] });
    expect(alaska.summary).toContain('withdrew from');
    const mobile = await service.call(tool, { county: 'Mobile, AL' });
    expect(mobile.facts?.nationalProgram).toMatchObject({ boundary: expect.stringContaining('10-foot contour') });
  });

  it('refuses what is not an argument', async () => {
    await expect(service.call(tool, { state: 'NC' })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});

const file = join(import.meta.dirname, '../../../../shared/facts/rules/coastal-programs.csv');
describe.skipIf(!existsSync(file))('the fact table (../shared absent: skipped)', () => {
  it('has the names of the table whose statute was read', () => {
    const facts = parse(readFileSync(file, 'utf8'), { columns: true }) as Record<string, string>[];
    const read = facts.filter(
      ({ verification, unit = '' }) => verification === 'statute_text' && /county|city|town/.test(unit),
    );
    const states = new Set(read.map(({ state }) => state));
    const named = coastalPrograms.rows.filter(({ state }) => states.has(state));
    expect(named.flatMap(({ state, names }) => names.map((name) => `${state},${name}`)).sort()).toEqual(
      read.map(({ state, unit_name }) => `${state},${unit_name}`).sort(),
    );
  });
});
