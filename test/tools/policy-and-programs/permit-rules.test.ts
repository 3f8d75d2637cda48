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

describe('svc_permit_rules', () => {
  const tool = 'svc_permit_rules';

  it('shows both claims where sources disagree', async () => {
    const answer = await ask(tool, { place: 'Raleigh, NC' });
    expect(answer.state).toBe('partial');
    expect(answer.summary).toContain('2 rules of North Carolina');
    const disputed = rows(answer, 'rules').find(({ verification }) => verification === 'conflict');
    const claims = (disputed?.claims ?? []) as Record<string, unknown>[];
    expect(claims.map(({ claim }) => claim)).toEqual([
      expect.stringContaining('15,000'),
      expect.stringContaining('40,000'),
    ]);
    expect(new Set(claims.map(({ citation }) => citation)).size).toBe(2);
  });

  it('names leads only when asked, and nothing of their content', async () => {
    const without = await ask(tool, { place: 'Austin, TX' });
    expect(without.state).toBe('not_covered');
    expect(without.summary).toContain('includeNotVerified');
    expect(JSON.stringify(without)).not.toContain('R105.2');
    const answer = await ask(tool, { place: 'Austin, TX', includeNotVerified: true });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      leads: [
        {
          note: 'not verified here',
          topic: 'work without a permit',
          place: 'Austin, TX',
          statute: 'Austin LDC 25-12; IRC R105.2',
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts).not.toHaveProperty('rules');
  });

  it('is not covered elsewhere', async () => {
    expect((await ask(tool, { place: 'Biloxi, MS', includeNotVerified: true })).state).toBe('not_covered');
  });
});
