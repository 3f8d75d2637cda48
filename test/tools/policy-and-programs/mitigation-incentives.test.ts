import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { isChargeable } from '../../../src/kernel/chargeable.ts';
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

  it('gives programs of the state by their statute, with the day of reading', async () => {
    const answer = await ask(tool, { place: 'Miami, FL', hazard: 'hurricane' });
    const programs = rows(answer, 'programs');
    expect(programs.map(({ program, hazard }) => [program, hazard])).toEqual([['My Safe Florida Home', 'wind']]);
    expect(programs[0]).not.toHaveProperty('amount');
    expect(answer.citations[String(programs[0]?.citation)]).toMatchObject({
      sourceName: 'Fla. Stat. 215.5586 (statute text, read in a copy at syfert.com)',
      fetchedAt: '2026-11-22',
    });
  });

  it('is free where only pages of others speak of programs: no amount, and whom to ask', async () => {
    const denver = await ask(tool, { place: 'Denver, CO', hazard: 'hail' });
    expect(denver.state).toBe('not_covered');
    expect(denver.limits.join(' ')).toContain('Not covered never means');
    expect(denver.verifyNext.map(({ url }) => url)).toEqual([
      'https://csfs.colostate.edu/',
      'https://www.fema.gov/grants/mitigation',
    ]);
    const shaken = await ask(tool, { place: 'California', hazard: 'seismic' });
    expect(shaken.facts).toBeUndefined();
    expect(shaken.verifyNext[0]).toEqual({
      action: 'Ask about Earthquake Brace + Bolt',
      with: 'California Earthquake Authority',
      url: 'https://www.earthquakeauthority.com/',
    });
    expect(JSON.stringify(shaken)).not.toMatch(/3,000|2024-01-10/);
    expect([isChargeable(denver), isChargeable(shaken)]).toEqual([false, false]);
  });

  it('gives every field of a program', async () => {
    const answer = await ask('svc_mitigation_incentives', { place: 'Alabama', hazard: 'wind' });
    expect(answer.facts).toEqual({
      programs: [
        {
          program: 'Strengthen Alabama Homes',
          hazard: 'wind',
          status: 'subject to yearly appropriation; no entitlement',
          eligibility: 'insurable property with a homestead exemption',
          place: 'Alabama',
          verification: 'statute_text',
          citation: 'c1',
        },
        {
          program: 'Premium discount for fortified construction',
          hazard: 'wind',
          status: 'in force since 2009-05-14',
          amount: 'premium discount',
          eligibility: 'insured property certified under 27-31D',
          place: 'Alabama',
          verification: 'statute_text',
          citation: 'c2',
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
          status: 'funded by yearly appropriation; no entitlement, and applications only as far as funds reach',
          eligibility:
            'single-family detached home or townhouse, site-built and owner-occupied, with a homestead exemption (for the inspection that comes first)',
          place: 'Florida',
          verification: 'statute_text',
          citation: 'c1',
        },
      ],
    });
  });
});
