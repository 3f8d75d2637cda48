import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, listOf, newYork, raleigh } from '../ask.ts';

const tool = 'svc_development_cases';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists cases by position with status and numbers as published', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      cases: [
        {
          caseNumber: 'ASR-0044-2026',
          name: 'Hargett Street Tower',
          type: 'Administrative Site Review',
          status: 'Under Review',
          submittedYear: 2026,
          requestedUnitCount: 240,
          requestedAreaSquareFeet: 310_000,
          street: 'W Hargett St',
          zoning: 'DX-20-UG',
          url: 'https://raleigh.example/plans/ASR-0044-2026',
          distanceMeters: 323,
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts?.cases).toEqual([
      {
        caseNumber: 'ASR-0044-2026',
        status: 'Under Review',
        requestedUnitCount: 240,
        distanceMeters: 323,
        name: 'Hargett Street Tower',
        type: 'Administrative Site Review',
        submittedYear: 2026,
        requestedAreaSquareFeet: 310_000,
        street: 'W Hargett St',
        zoning: 'DX-20-UG',
        url: 'https://raleigh.example/plans/ASR-0044-2026',
        citation: 'c1',
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
  });

  it('finds cases that are kept by lot through the lots around the point, and narrows the radius in words', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.facts?.cases).toEqual([
      {
        caseNumber: '2026M0101',
        ulurpNumbers: '260101ZMM',
        distanceMeters: 0,
        name: 'Gold Street Rezoning',
        type: 'ZM',
        status: 'In Public Review',
        certifiedOn: '2026-08-23',
        citation: 'c2',
      },
    ]);
    expect(answer.summary).toContain('on 3 tax parcels within 500 m');
    expect(answer.limits.join(' ')).toContain('read to 500 m here and not to 1000 m');
    expect(answer.limits.join(' ')).toContain('Not updated between 2026-05-26 and 2026-08-09');
  });

  it('is empty within a radius without cases', async () => {
    expect((await service.call(tool, { address: raleigh, radiusMeters: 100 })).state).toBe('empty');
  });

  it('is not covered where cases are council matters, with the official page', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('not_covered');
    expect(answer.verifyNext[0]?.url).toBe('https://chicityclerkelms.chicago.gov/');
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where the set, its index or the lots fail: never empty', async () => {
    const queried = { address: newYork };
    for (const card of ['nyc-zap-projects', 'nyc-zap-lots', 'nyc-pluto']) {
      const answer = await askWith({ [card]: 'http500' }, tool, queried);
      expect([card, answer.state]).toEqual([card, 'unavailable']);
      expect(answer.facts).toBeUndefined();
    }
    const plans = await askWith({ 'raleigh-development-plans': 'wrongShape' }, tool, { address: raleigh });
    expect(plans.state).toBe('unavailable');
  });

  it('refuses a radius beyond its limit', async () => {
    await expect(service.call(tool, { address: raleigh, radiusMeters: 5001 })).rejects.toMatchObject({ status: 400 });
  });

  it('gives the days of an approval and the units approved, and counts the cases left out', async () => {
    const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
    const many = repeated(12, (index) => ({
      plan_number: `ASR-${index}-2026`,
      approved: day('2026-08-03'),
      appealperiodends: day('2026-09-02'),
      sunset_date: day('2030-08-03'),
      units_apprv: 212,
    }));
    const { facts } = await askWith({ 'raleigh-development-plans': many }, tool, { address: raleigh });
    expect(listOf(facts, 'cases')[0]).toEqual({
      caseNumber: 'ASR-0-2026',
      name: 'Hargett Street Tower',
      type: 'Administrative Site Review',
      status: 'Under Review',
      submittedYear: 2026,
      approvedOn: '2026-08-03',
      appealPeriodEndsOn: '2026-09-02',
      sunsetOn: '2030-08-03',
      requestedUnitCount: 240,
      approvedUnitCount: 212,
      requestedAreaSquareFeet: 310_000,
      street: 'W Hargett St',
      zoning: 'DX-20-UG',
      url: 'https://raleigh.example/plans/ASR-0044-2026',
      distanceMeters: 323,
      citation: 'c1',
    });
    expect([listOf(facts, 'cases').length, facts?.leftOut]).toEqual([8, 4]);
  });
});
