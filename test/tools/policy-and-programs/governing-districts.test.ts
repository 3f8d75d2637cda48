import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, raleigh } from '../ask.ts';

const tool = 'svc_governing_districts';
let house: TestService;
beforeAll(async () => {
  house = await openService({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('names each kind of district with its identifier and the age of its lines', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(['found', 'partial']).toContain(answer.state);
    const districts = answer.facts?.districts as { kind: string; geoid: string; vintage?: string }[];
    const kinds = districts.map(({ kind }) => kind);
    for (const kind of [
      'county',
      'place',
      'congressional_district',
      'state_upper_chamber',
      'school_district',
      'census_tract',
    ]) {
      expect(kinds).toContain(kind);
    }
    expect(districts.find(({ kind }) => kind === 'congressional_district')).toEqual({
      geoid: '3702',
      vintage: '119th Congress',
      kind: 'congressional_district',
      name: 'Congressional District 2',
      citation: 'c1',
    });
    expect(answer.limits.join(' ')).toMatch(/November 2026/);
  });

  it('is unavailable where the geocoder answers points no longer', async () => {
    const answer = await askWith({ 'census-geocoder': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ address: 'x' }], [{ address: raleigh, level: 'state' }]])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('gives every field of a district', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.facts).toEqual({
      districts: [
        { kind: 'county', name: 'Wake County', geoid: '37183', citation: 'c1' },
        { kind: 'county_subdivision', name: 'Raleigh township', geoid: '3718392612', citation: 'c1' },
        { kind: 'place', name: 'Raleigh city', geoid: '3755000', citation: 'c1' },
        {
          kind: 'congressional_district',
          name: 'Congressional District 2',
          geoid: '3702',
          vintage: '119th Congress',
          citation: 'c1',
        },
        {
          kind: 'state_upper_chamber',
          name: 'State Senate District 14',
          geoid: '37014',
          vintage: '2024',
          citation: 'c1',
        },
        {
          kind: 'state_lower_chamber',
          name: 'State House District 38',
          geoid: '37038',
          vintage: '2024',
          citation: 'c1',
        },
        { kind: 'school_district', name: 'Wake County Schools', geoid: '3704720', citation: 'c1' },
        { kind: 'zip_tabulation_area', name: 'ZCTA5 27601', geoid: '27601', vintage: '2020', citation: 'c1' },
        { kind: 'census_tract', name: 'Census Tract 501', geoid: '37183050100', citation: 'c1' },
        { kind: 'block_group', name: 'Block Group 1', geoid: '371830501001', citation: 'c1' },
      ],
    });
  });
});
