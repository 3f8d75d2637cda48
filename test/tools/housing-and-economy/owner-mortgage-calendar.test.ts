import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const loan = {
  originationDate: '2022-03-15',
  originalValueUsd: 400_000,
  originalLoanAmountUsd: 360_000,
  annualRatePercent: 4.5,
  loanType: 'fixed_30',
};
const ask = (args: object) => service.call('svc_owner_mortgage_calendar', args);
const calendar = (answer: Answer) =>
  Object.fromEntries(
    ((answer.facts?.calendar ?? []) as { event: string; date: string }[]).map(({ event, date }) => [event, date]),
  );

describe('svc_owner_mortgage_calendar', () => {
  test('the dates of the Act for a loan with ten percent down', async () => {
    const answer = await ask(loan);
    expect(answer.state).toBe('found');
    expect(calendar(answer)).toEqual({
      first_payment_assumed: '2022-05-01',
      cancellation_may_be_requested: '2028-06-01',
      automatic_termination: '2029-06-01',
      amortization_midpoint: '2037-04-01',
      final_termination: '2037-05-01',
    });
    expect(answer.facts).toEqual({
      loanToValueAtOrigination: { value: 90, unit: 'percent', citation: 'c1' },
      monthlyPrincipalAndInterest: {
        value: 1824.07,
        unit: 'USD',
        citation: 'c1',
        note: 'Computed from the arguments; without taxes and insurance',
      },
      calendar: [
        {
          date: '2022-05-01',
          event: 'first_payment_assumed',
          meaning: 'assumed first payment date of the schedule',
          paymentNumber: 1,
          daysFromToday: -1665,
          citation: 'c1',
        },
        {
          date: '2028-06-01',
          event: 'cancellation_may_be_requested',
          meaning: 'scheduled balance first reaches 80% of original value: cancellation may be requested',
          paymentNumber: 74,
          scheduledBalanceUsd: 319654.59,
          daysFromToday: 558,
          citation: 'c1',
        },
        {
          date: '2029-06-01',
          event: 'automatic_termination',
          meaning: 'scheduled balance first reaches 78% of original value: insurance ends without a request',
          paymentNumber: 86,
          scheduledBalanceUsd: 311993.47,
          daysFromToday: 923,
          citation: 'c1',
        },
        {
          date: '2037-04-01',
          event: 'amortization_midpoint',
          meaning: 'midpoint of the amortization period',
          daysFromToday: 3784,
          citation: 'c1',
        },
        {
          date: '2037-05-01',
          event: 'final_termination',
          meaning: 'no insurance may be required beyond this day',
          daysFromToday: 3814,
          citation: 'c1',
        },
      ],
      requirements: [
        { appliesTo: 'request', requirement: 'written request to the servicer', citation: 'c1' },
        {
          appliesTo: 'request',
          requirement:
            'no payment 60 or more days late in the first 12 of the last 24 months, none 30 or more days late in the last 12',
          citation: 'c1',
        },
        { appliesTo: 'request', requirement: 'payments current', citation: 'c1' },
        {
          appliesTo: 'request',
          requirement:
            'if the holder asks: evidence that the value has not fallen below the original value, and that there is no second lien',
          citation: 'c1',
        },
        {
          appliesTo: 'automatic',
          requirement:
            'payments current on the termination date; otherwise the first day of the month after they become current',
          citation: 'c1',
        },
        { appliesTo: 'final', requirement: 'payments current', citation: 'c1' },
      ],
    });
    expect(JSON.stringify(answer.facts?.requirements)).toContain('60 or more days late');
    expect(Object.values(answer.citations)[0]?.sourceName).toContain('12 U.S.C. 4901');
    expect(service.upstreams.requests).toEqual([]);
  });

  test('government programs and older loans are outside of the Act', async () => {
    for (const loanType of ['fha', 'va', 'usda']) {
      const answer = await ask({ ...loan, loanType });
      expect(answer.state).toBe('not_covered');
      expect(answer.summary).toContain('does not cover');
      expect(answer.facts).toBeUndefined();
    }
    expect((await ask({ ...loan, originationDate: '1999-07-28' })).state).toBe('not_covered');
    expect((await ask({ ...loan, originationDate: '1999-07-29' })).state).toBe('found');
  });

  test('an adjustable rate has no 80% and 78% date by the initial schedule', async () => {
    const answer = await ask({ ...loan, loanType: 'adjustable_30' });
    expect(calendar(answer)).not.toHaveProperty('automatic_termination');
    expect(calendar(answer)).toHaveProperty('final_termination');
    expect(answer.limits.join(' ')).toContain('schedule now in effect');
  });

  test('a loan that starts at 80% or below has no such dates either', async () => {
    const answer = await ask({ ...loan, originalLoanAmountUsd: 320_000 });
    expect(calendar(answer)).not.toHaveProperty('cancellation_may_be_requested');
    expect(answer.summary).toContain('at or below 80%');
  });

  test('a loan without interest', async () => {
    expect(calendar(await ask({ ...loan, annualRatePercent: 0 }))).toEqual({
      cancellation_may_be_requested: '2025-08-01',
      automatic_termination: '2026-04-01',
      first_payment_assumed: '2022-05-01',
      amortization_midpoint: '2037-04-01',
      final_termination: '2037-05-01',
    });
  });

  test('force-placed insurance alone, over a leap day, under its own citation', async () => {
    const answer = await ask({ forcePlacedNoticeDate: '2028-01-31' });
    expect(calendar(answer)).toEqual({
      force_placed_first_notice: '2028-01-31',
      force_placed_reminder_not_before: '2028-03-01',
      force_placed_charge_not_before: '2028-03-16',
    });
    expect(Object.values(answer.citations).map(({ sourceName }) => sourceName)).toEqual([
      expect.stringContaining('1024.37'),
    ]);
  });

  test('both at once are one calendar in order; a program without dates leaves the other half', async () => {
    const both = (await ask({ ...loan, forcePlacedNoticeDate: '2028-01-31' })).facts?.calendar as { date: string }[];
    expect(both.map(({ date }) => date)).toEqual([...both].map(({ date }) => date).sort());
    expect((await ask({ ...loan, loanType: 'fha', forcePlacedNoticeDate: '2028-01-31' })).state).toBe('found');
  });

  test.each([
    [{}, ''],
    [{ originationDate: '2022-03-15' }, ''],
    [{ originationDate: '2022-03-15', forcePlacedNoticeDate: '2028-01-31' }, 'originalValueUsd'],
    [{ ...loan, annualRatePercent: -1 }, 'annualRatePercent'],
    [{ ...loan, originalLoanAmountUsd: 0 }, 'originalLoanAmountUsd'],
    [{ ...loan, loanType: 'interest_only' }, 'loanType'],
    [{ ...loan, originationDate: '2022-02-30' }, 'originationDate'],
  ])('refuses %j', async (args, path) => {
    const error = await ask(args).then(
      () => undefined,
      (refused: { issues: { path: string }[] }) => refused,
    );
    expect(error?.issues[0]?.path).toBe(path);
  });
});
