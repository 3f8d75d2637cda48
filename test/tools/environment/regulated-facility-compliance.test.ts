import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

const tool = 'svc_regulated_facility_compliance';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('puts violations first, with dates in order and dollars as numbers', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.facts).toMatchObject({
      facilities: { total: 3, withoutCoordinates: 1, byStatus: { 'Significant Violation': 1 } },
      withViolations: {
        nearest: [
          {
            registryId: '110000000101',
            byProgram: { water: 'Significant Violation' },
            lastInspection: '2025-08-12',
            penaltiesUsd: 12_500,
            distanceMeters: 1200,
          },
        ],
      },
      others: { nearest: [{ registryId: '110000000102', inspections: 0 }] },
    });
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('is empty where ECHO counts none', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/no regulated facility/);
  });

  it.each(['http500', 'error200', 'html200', 'wrongShape'] as const)(
    'is unavailable on %s and names the tools to ask instead',
    async (fault) => {
      const answer = await askWith({ 'epa-echo': fault }, tool, { address: raleigh });
      expect(answer.state).toBe('unavailable');
      expect(answer.verifyNext.map((next) => next.with)).toEqual(['svc_environmental_history', 'svc_toxic_releases']);
    },
  );

  it('refuses a radius beyond its ceiling', async () => {
    await expect(house.call(tool, { address: raleigh, radiusMeters: 9000 })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
