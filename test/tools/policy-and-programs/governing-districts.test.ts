import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, raleigh } from '../ask.ts';

const tool = 'svc_governing_districts';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
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
});
