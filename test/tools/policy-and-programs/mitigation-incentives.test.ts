import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_mitigation_incentives', () => {
  const tool = 'svc_mitigation_incentives';

  it('gives programs of the state and the nation with their dated status', async () => {
    const answer = await ask(tool, { place: 'Miami, FL', hazard: 'hurricane' });
    const programs = rows(answer, 'programs');
    expect(programs.map(({ hazard }) => hazard)).toEqual(['wind', 'wind', 'any', 'any']);
    expect(answer.citations[String(programs[0]?.citation)]).toEqual({
      sourceDate: '2026-05-08',
      sourceName: 'Walker Insurance Agency, My Safe Florida Home 2026 (secondary source)',
      sourceUrl: 'https://walkerinsuranceagency.com/blog/my-safe-florida-home-grant-2026-update-how-to-get-10000',
      fetchedAt: '2026-11-21',
    });
  });

  it('says where a state has no row, and takes words for a hazard', async () => {
    const answer = await ask(tool, { place: 'Denver, CO', hazard: 'hail' });
    expect(answer.summary).toContain('no state row');
    expect(answer.limits.join(' ')).toContain('Not covered never means');
    const shaken = rows(await ask(tool, { place: 'California', hazard: 'seismic' }), 'programs');
    expect(shaken[0]).toEqual({
      program: 'Earthquake Brace + Bolt',
      verification: 'secondary',
      hazard: 'earthquake',
      status: 'registration once a year; the last one seen ran from 2024-01-10 to 2024-02-21',
      amount: 'up to 3,000 USD',
      eligibility: 'owner-occupied home built before 1980 on a raised foundation in a listed ZIP code',
      place: 'California',
      citation: 'c1',
    });
  });

  it('gives every field of a program', async () => {
    const answer = await ask('svc_mitigation_incentives', { place: 'Alabama', hazard: 'wind' });
    expect(answer.facts).toEqual({
      programs: [
        {
          program: 'Strengthen Alabama Homes',
          hazard: 'wind',
          status: 'applications every quarter',
          amount: 'up to 10,000 USD',
          eligibility: 'owner-occupied home; FORTIFIED roof or silver; the page lists Mobile and Baldwin counties',
          place: 'Alabama',
          verification: 'secondary',
          citation: 'c1',
        },
        {
          program: 'FEMA Building Resilient Infrastructure and Communities (BRIC)',
          hazard: 'any',
          status:
            'ended by FEMA on 2025-04-04; a court ordered it restored in December 2025 and again in March 2026, when FEMA said that it resumes; no open call was seen',
          eligibility: 'states, tribes and local governments, not single owners',
          place: 'United States',
          verification: 'secondary',
          alsoCited: ['c3'],
          citation: 'c2',
        },
        {
          program: 'FEMA Hazard Mitigation Grant Program (HMGP)',
          hazard: 'any',
          status: 'opened by a major disaster declaration; approvals slower in 2025 and 2026',
          amount: 'federal share of 75 percent',
          eligibility: 'through the state after a declaration',
          place: 'United States',
          verification: 'secondary',
          citation: 'c4',
        },
      ],
    });
  });

  it('marks a program that may not hold for the whole place', async () => {
    const answer = await ask('svc_mitigation_incentives', { place: '33101', hazard: 'hurricane' });
    expect(answer.facts).toEqual({
      programs: [
        {
          program: 'My Safe Florida Home',
          hazard: 'wind',
          status:
            'reported as funded for the state fiscal year 2026-27; applications in stages, low income and 60 or older first',
          amount: 'up to 10,000 USD, two dollars for each of the owner; low income without a match',
          eligibility: 'homesteaded single-family home, insured value at most 700,000 USD',
          place: 'Florida',
          verification: 'secondary',
          citation: 'c1',
        },
        {
          program: 'My Safe Florida Home, condominium pilot',
          hazard: 'wind',
          status: 'pilot of 2024; nothing later was seen',
          amount: 'up to 175,000 USD for an association',
          eligibility: 'condominium associations on the coast',
          place: 'Florida',
          verification: 'secondary',
          citation: 'c2',
        },
        {
          program: 'FEMA Building Resilient Infrastructure and Communities (BRIC)',
          hazard: 'any',
          status:
            'ended by FEMA on 2025-04-04; a court ordered it restored in December 2025 and again in March 2026, when FEMA said that it resumes; no open call was seen',
          eligibility: 'states, tribes and local governments, not single owners',
          place: 'United States',
          verification: 'secondary',
          alsoCited: ['c4'],
          citation: 'c3',
        },
        {
          program: 'FEMA Hazard Mitigation Grant Program (HMGP)',
          hazard: 'any',
          status: 'opened by a major disaster declaration; approvals slower in 2025 and 2026',
          amount: 'federal share of 75 percent',
          eligibility: 'through the state after a declaration',
          place: 'United States',
          verification: 'secondary',
          citation: 'c5',
        },
      ],
    });
  });
});
