import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openHouse, type TestHouse } from '../../harness.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

const ask = (name: string, args: object) => house.call(name, args);
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
});
