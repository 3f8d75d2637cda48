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

describe('svc_program_windows', () => {
  const tool = 'svc_program_windows';

  it('counts from the day given, both ends included', async () => {
    const window = (asOf: string, withinDays: number) => ask(tool, { place: 'Raleigh, NC', asOf, withinDays });
    const answer = await window('2027-05-01', 31);
    expect(rows(answer, 'windows')).toHaveLength(1);
    expect(rows(answer, 'windows')[0]).toEqual({
      lastDay: '2027-06-01',
      weekday: 'Tuesday',
      daysFromAsOf: 31,
      program: 'Disabled veteran exclusion',
      apply: 'June 1',
      place: 'North Carolina',
      verification: 'official_page',
      citation: 'c1',
    });
    expect((await window('2027-05-01', 30)).state).toBe('empty');
    expect(rows(await window('2027-06-01', 1), 'windows')[0]).toEqual({
      daysFromAsOf: 0,
      program: 'Disabled veteran exclusion',
      apply: 'June 1',
      lastDay: '2027-06-01',
      weekday: 'Tuesday',
      place: 'North Carolina',
      verification: 'official_page',
      citation: 'c1',
    });
    expect((await window('2027-06-02', 30)).state).toBe('empty');
  });

  it('names programs without a day apart, and says where no place is covered', async () => {
    const answer = await ask(tool, { place: 'Philadelphia, PA', withinDays: 365 });
    expect(rows(answer, 'windows').map(({ lastDay }) => lastDay)).toEqual(['2027-09-30']);
    expect(answer.limits.join(' ')).toContain('No last day is in the table for Homestead Exemption');
    expect((await ask(tool, { place: 'Biloxi, MS' })).state).toBe('not_covered');
  });

  it('gives every field of a window', async () => {
    const answer = await ask('svc_program_windows', { place: 'Raleigh, NC', asOf: '2027-05-01', withinDays: 31 });
    expect(answer.facts).toEqual({
      asOf: '2027-05-01',
      windows: [
        {
          program: 'Disabled veteran exclusion',
          apply: 'June 1',
          lastDay: '2027-06-01',
          weekday: 'Tuesday',
          daysFromAsOf: 31,
          place: 'North Carolina',
          verification: 'official_page',
          citation: 'c1',
        },
      ],
    });
  });
});
