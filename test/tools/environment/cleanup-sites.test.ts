import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_cleanup_sites';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('tells listed from deleted and open from archived sites, with distance, and counts by ring', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      radiusMeters: 1609,
      nationalPriorities: {
        byDistance: { 402: 0, 805: 0, 1609: 1 },
        deletedByDistance: { 402: 0, 805: 1, 1609: 1 },
        sites: [
          { epaId: 'NCD000000002', status: 'Deleted NPL Site', deleted: '2011-10-05', distanceMeters: 583 },
          { epaId: 'NCD000000001', status: 'NPL Site', listed: '1984-09-21' },
        ],
      },
      otherSuperfund: { byDistance: { 805: 1 }, archivedByDistance: { 805: 1 } },
      brownfields: { byDistance: { 402: 1, 805: 2 } },
    });
  });

  it('lists the sites that have no coordinates apart, and never a listed site twice', async () => {
    const facts = (await house.call(tool, { address: raleigh })).facts?.otherSuperfund as {
      sites: { epaId: string }[];
    };
    expect(facts).toMatchObject({
      withoutCoordinates: { inZip: 1, inCounty: 2, named: [{ epaId: 'NCN000000103' }] },
    });
    expect(facts.sites.map(({ epaId }) => epaId)).not.toContain('NCD000000001');
  });

  it('is empty where three lists answered and have nothing, and says which', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.searched.map(({ state }) => state)).toEqual(['empty', 'empty', 'empty']);
  });

  it('keeps to the radius', async () => {
    const answer = await house.call(tool, { address: biloxi, radiusMeters: 300 });
    expect(answer.state).toBe('empty');
  });

  it('reads the mirrored tables where the live ones fail, and is partial', async () => {
    const house = await openHouse();
    try {
      for (const card of ['epa-npl', 'epa-sems', 'epa-acres']) house.world.setFault(card, 'http500');
      const answer = await house.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.facts).toMatchObject({
        nationalPriorities: { sites: [{ epaId: 'NCD000000001' }] },
        otherSuperfund: { sites: [{ epaId: 'NCN000000101' }], withoutCoordinates: { inZip: 1 } },
        brownfields: { sites: [{ registryId: '110000000011' }] },
      });
      expect(answer.components?.brownfields).toMatchObject({
        state: 'partial',
        reason: expect.stringMatching(/mirrored copy/),
      });
      // only the state whose file is loaded can be answered from it
      const elsewhere = await house.call(tool, { address: biloxi });
      expect(elsewhere.components?.brownfields).toMatchObject({
        state: 'unavailable',
        reason: expect.stringMatching(/--part ms/),
      });
    } finally {
      await house.close();
    }
  });

  it('is unavailable without live lists and mirrors, partial where one list fails', async () => {
    const down = { 'epa-npl': 'http500', 'epa-sems': 'error200', 'epa-acres': 'error200' } as const;
    expect((await askWith(down, tool, { address: raleigh })).state).toBe('unavailable');
    const one = await askWith({ 'epa-acres': 'timeout' }, tool, { address: raleigh });
    expect(one.state).toBe('partial');
    expect(one.facts?.brownfields).toBeUndefined();
    expect(one.summary).toMatch(/1 of 3 lists could not be read/);
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 0 }], [{ address: raleigh, radiusMeters: 99_999 }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
