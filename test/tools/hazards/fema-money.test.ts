import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, hartford, raleigh } from '../ask.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe('svc_open_disaster_assistance', () => {
  const tool = 'svc_open_disaster_assistance';

  it('keeps open registrations apart from other declarations, with days left and the nearest centers', async () => {
    const answer = await house.call(tool, { address: raleigh, monthsBack: 36 });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      openForRegistration: [{ id: 'DR-4827-NC', lastFilingDate: '2026-12-15', daysLeft: 24 }],
      otherDeclarations: [{ id: 'EM-3617-NC', scope: 'statewide', programs: ['PA'] }],
      recoveryCenters: [
        { name: 'Synthetic Recovery Center', distanceMeters: 2000 },
        { name: 'Synthetic Recovery Center East' },
      ],
    });
    expect(answer.limits.join(' ')).toMatch(/not eligibility/);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|555-010/);
  });

  it('keeps an open registration that was declared before the period', async () => {
    const answer = await house.call(tool, { address: raleigh, monthsBack: 1 });
    expect(answer.facts?.openForRegistration).toMatchObject([{ id: 'DR-4827-NC' }]);
    expect(answer.facts?.otherDeclarations).toBeUndefined();
  });

  it('answers a county by name with the centers of its state', async () => {
    const answer = await house.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.facts?.recoveryCenters).toHaveLength(3);
    expect(answer.summary).toMatch(/3 open recovery centers in the state/);
  });

  it('closes on the day after the last filing date', async () => {
    const later = await openHouse({ now: '2026-12-16T12:00:00Z', mirrors: false });
    try {
      const answer = await later.call(tool, { address: raleigh, monthsBack: 36 });
      expect(answer.facts?.openForRegistration).toEqual([]);
      expect(answer.facts?.otherDeclarations).toMatchObject([{ id: 'DR-4827-NC', lastFilingDate: '2026-12-15' }, {}]);
    } finally {
      await later.close();
    }
  });

  it('is empty with its perimeter where neither source has anything', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/Cook County, IL since 2025-05-21/);
  });

  it('is partial where one source fails, unavailable where both do', async () => {
    const one = await askWith({ openfema: 'http403' }, tool, { address: raleigh });
    expect(one).toMatchObject({ state: 'partial', summary: expect.stringMatching(/open registrations are unknown/) });
    const both = await askWith({ openfema: 'http403', 'fema-drc': 'error200' }, tool, { address: raleigh });
    expect(both.state).toBe('unavailable');
  });

  it.each([{}, { state: 'NC' }, { latitude: 35 }, { address: raleigh, monthsBack: 0 }])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('svc_nfip_claims', () => {
  const tool = 'svc_nfip_claims';

  it('adds up by year and ZIP, and states no amount of fewer than three claims', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      claims: { value: 6 },
      paid: { value: 114_028, unit: 'USD' },
      claimsWithoutAmount: { value: 1 },
      byYear: [
        { year: 2018, claims: 4, paidUsd: 31_251 },
        { year: 2016, claims: 1 },
        { year: 1996, claims: 1 },
      ],
      zip: { zip: '27601', claims: 3, paidUsd: 31_251 },
    });
    expect(JSON.stringify(answer)).not.toContain('77777');
    expect(Object.values(answer.citations)).toContainEqual(expect.objectContaining({ sourceDate: '2026-09-08' }));
  });

  it('never asks for or shows a position or a single claim', async () => {
    const before = house.world.requests.length;
    const answer = await house.call(tool, { latitude: 35.7783, longitude: -78.6431 });
    for (const request of house.world.requests.slice(before)) expect(request.path).not.toMatch(/latitude|longitude/);
    expect(JSON.stringify(answer.facts)).not.toMatch(/PLANTED|censusGeoid|latitude|35\.8/);
  });

  it('counts all and sums the newest where there are more than one reading holds', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toMatchObject({ claims: { value: 3500 }, claimsRead: { value: 3000 } });
    expect(answer.limits.join(' ')).toMatch(/newest 3000 claims; the count is of all 3500/);
  });

  it('asks Connecticut by both codes and states no amount of two claims', async () => {
    const answer = await house.call(tool, { address: hartford });
    expect(answer.facts).toMatchObject({ claims: { value: 2 } });
    expect(answer.facts?.paid).toBeUndefined();
  });

  it('is empty where no claim is listed, unavailable where the source fails', async () => {
    expect((await house.call(tool, { address: chicago })).state).toBe('empty');
    expect((await askWith({ openfema: 'http500' }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses half a point', async () => {
    await expect(house.call(tool, { longitude: -78 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
