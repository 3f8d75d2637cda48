import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, hartford, raleigh } from '../ask.ts';

const violations = 'svc_drinking_water_violations';
const systems = 'svc_water_systems';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(violations, () => {
  it('reads the system of the mapped service area and its violations as coded', async () => {
    const answer = await house.call(violations, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.systems).toMatchObject([
      {
        pwsId: 'NC9900001',
        populationServed: 612_000,
        violations: 1,
        withoutReturnToCompliance: 0,
        boundary: 'Verified',
      },
    ]);
    expect(answer.facts?.violations).toMatchObject([
      {
        violationId: '5001',
        category: 'MR: Monitoring and Reporting',
        contaminant: 'Lead and Copper Rule',
        healthBased: false,
        statusCode: 'R',
        returnedToCompliance: '2025-06-30',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|planted/);
    expect(answer.summary).not.toMatch(/RALEIGH/);
  });

  it('asks the systems that the caller names, unresolved ones first, unknown codes without a meaning', async () => {
    const answer = await house.call(violations, { pwsids: ['nc9900002', 'NC9900002', 'ZZ0000000'] });
    expect(answer.state).toBe('found');
    expect(answer.facts?.systems).toMatchObject([
      { pwsId: 'NC9900002', violations: 3, withoutReturnToCompliance: 2, healthBasedSince: 1 },
    ]);
    expect(answer.limits.at(-1)).toBe('EPA lists no system under ZZ0000000.');
    const list = answer.facts?.violations as Record<string, unknown>[];
    expect(list.map(({ violationId }) => violationId)).toEqual(['5003', '5002', '5004']);
    expect(list[0]).not.toHaveProperty('contaminant');
    expect(list[0]).toMatchObject({ contaminantCode: '8888', statusCode: 'K' });
  });

  it('takes the systems of a county that had violations', async () => {
    const answer = await house.call(violations, { state: 'NC', county: 'Wake' });
    expect(answer.facts?.systems).toMatchObject([{ pwsId: 'NC9900001' }, { pwsId: 'NC9900002' }]);
  });

  it('says zero on record as zero', async () => {
    const answer = await house.call(violations, { address: biloxi });
    expect(answer).toMatchObject({ state: 'found', facts: { systems: [{ violations: 0 }] } });
    expect(answer.facts?.violations).toBeUndefined();
  });

  it('is empty where no service area holds the point, and for an id that nobody lists', async () => {
    const answer = await house.call(violations, { address: hartford });
    expect(answer).toMatchObject({ state: 'empty', summary: expect.stringContaining('private well') });
    expect(await house.call(violations, { pwsids: ['ZZ0000000'] })).toMatchObject({ state: 'empty' });
  });

  it('tells unread violations from none', async () => {
    const partial = await askWith({ 'epa-sdwis': 'http500' }, violations, { address: raleigh });
    expect(partial.state).toBe('partial');
    expect(partial.facts?.systems).toEqual([expect.not.objectContaining({ violations: expect.anything() })]);
    expect(partial.summary).toContain('could not be read');
    const none = await askWith({ 'epa-water-service-areas': 'error200' }, violations, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it.each([[{}], [{ state: 'NC' }], [{ pwsids: [] }], [{ pwsids: ['NC1'] }], [{ pwsids: ['NC9900001/json'] }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(violations, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});

describe(systems, () => {
  it('counts by type and lists the largest first', async () => {
    const answer = await house.call(systems, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('found');
    expect(answer.facts?.totals).toMatchObject({
      systems: 3,
      community: 2,
      transient: 1,
      withViolationInLast12Quarters: 2,
    });
    expect(answer.facts?.systems).toMatchObject([
      { pwsId: 'NC9900001', currentViolation: 'No' },
      { pwsId: 'NC9900002', currentViolation: 'Yes', primarySource: 'Surface water' },
      { pwsId: 'NC9900003' },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it("asks by Connecticut's former county", async () => {
    expect(await house.call(systems, { state: 'CT', county: 'Hartford' })).toMatchObject({
      state: 'found',
      facts: { systems: [{ pwsId: 'CT9900001' }] },
    });
  });

  it('is empty for a county without systems', async () => {
    expect(await house.call(systems, { state: 'MS', county: 'Harrison' })).toMatchObject({ state: 'empty' });
  });

  it.each(['http500', 'error200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'epa-sdw': fault }, systems, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ state: 'NC' }], [{ state: 'North Carolina', county: 'Wake' }]])('refuses %j', async (args) => {
    await expect(house.call(systems, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
