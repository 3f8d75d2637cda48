import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { raleigh } from '../ask.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe('svc_data_center_watch', () => {
  const tool = 'svc_data_center_watch';

  it('lists searches, the most local first, and runs none', async () => {
    const before = house.world.requests.length;
    const answer = await house.call(tool, { state: 'NC', county: 'Wake', municipality: 'Apex' });
    expect(house.world.requests.length).toBe(before);
    expect(answer.state).toBe('found');
    const queries = answer.facts?.queries as readonly { topic: string; search: string; with: string }[];
    expect(queries[0]).toEqual({
      topic: 'rezoning_and_site_plans',
      search: expect.stringMatching(/Apex$/),
      with: 'planning department and planning board agendas of Apex',
      looksFor: 'rezoning cases, site plans, special use permits, neighbourhood meeting notices',
      citation: 'c1',
    });
    expect(queries.map(({ topic }) => topic)).toContain('utility_dockets');
    expect(answer.summary).toMatch(/none was run and no project was found or ruled out/);
  });

  it('asks the state level alone where only the state is known', async () => {
    const answer = await house.call(tool, { state: 'MS' });
    const queries = answer.facts?.queries as readonly { topic: string }[];
    expect(queries.map(({ topic }) => topic)).not.toContain('rezoning_and_site_plans');
    expect(JSON.stringify(queries)).toMatch(/Mississippi/);
  });

  it('uses the county and city of an address', async () => {
    expect(JSON.stringify((await house.call(tool, { address: raleigh })).facts)).toMatch(/Raleigh.*Wake County/);
  });

  it('is unresolved where the state is none', async () => {
    expect((await house.call(tool, { state: 'ZZ' })).state).toBe('unresolved');
  });

  it.each([{}, { county: 'Wake' }, { municipality: 'Apex' }])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
