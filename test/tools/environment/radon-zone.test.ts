import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { biloxi, hartford, raleigh } from '../ask.ts';

const tool = 'svc_radon_zone';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives the zone of the county in the words of the map, and says what it is not', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({ zone: { value: 2 }, county: { value: 'Wake, NC' } });
    expect(answer.limits.join(' ')).toMatch(/not a measurement/);
  });

  it('knows Connecticut by its old county, however the place is coded', async () => {
    for (const args of [{ address: hartford }, { state: 'CT', county: 'Hartford' }]) {
      expect((await house.call(tool, args)).facts).toMatchObject({ zone: { value: 3 } });
    }
  });

  it('tells a Virginian city from the county of its name', async () => {
    expect((await house.call(tool, { state: 'VA', county: 'Richmond city' })).facts).toMatchObject({
      zone: { value: 1 },
    });
    expect((await house.call(tool, { state: 'VA', county: 'Richmond County' })).facts).toMatchObject({
      zone: { value: 3 },
    });
  });

  it('is empty for a county that the table does not name', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('names the command that loads the table where it is missing', async () => {
    const bare = await openHouse({ mirrors: false });
    const answer = await bare.call(tool, { address: raleigh });
    await bare.close();
    expect(answer.state).toBe('unavailable');
    expect(answer.searched[0]?.reason).toContain('place-records mirror sync epa-radon-zones');
  });

  it.each([[{}], [{ state: 'NC' }], [{ county: 'Wake' }], [{ address: raleigh, zone: 1 }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
