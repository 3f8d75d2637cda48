import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amortize,
  finalTermination,
  firstAtShare,
  forcePlacedDates,
  type Loan,
  levelPaymentCents,
  usualFirstPayment,
} from '../../src/rules/mortgage.ts';

const loans = fc.record({
  principalCents: fc.integer({ min: 2_000_000, max: 200_000_000 }),
  annualRatePercent: fc.integer({ min: 0, max: 12_000 }).map((thousandths) => thousandths / 1000),
  months: fc.constantFrom(120, 180, 240, 300, 360),
  firstPayment: fc.constant('2024-03-01'),
});

/** Balance after k payments by the closed formula, a way of its own: B = P(1+r)^k - A((1+r)^k - 1)/r. */
function closedBalance({ principalCents, annualRatePercent, months }: Loan, k: number): number {
  const r = annualRatePercent / 1200;
  if (r === 0) return principalCents * (1 - k / months);
  const grown = (1 + r) ** k;
  const payment = (principalCents * r) / (1 - (1 + r) ** -months);
  return principalCents * grown - (payment * (grown - 1)) / r;
}

describe('amortization', () => {
  test('a textbook loan', () => {
    const loan = { principalCents: 20_000_000, annualRatePercent: 6, months: 360, firstPayment: '2026-01-01' };
    expect(levelPaymentCents(loan)).toBe(119_910);
    const schedule = amortize(loan);
    expect(schedule[0]).toEqual({
      number: 1,
      date: '2026-01-01',
      interestCents: 100_000,
      principalCents: 19_910,
      balanceCents: 19_980_090,
    });
    expect(schedule.at(-1)).toMatchObject({ number: 360, date: '2055-12-01', balanceCents: 0 });
  });

  test('ends at exactly zero, never grows, and every cent of principal is paid once', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const schedule = amortize(loan);
        expect(schedule).toHaveLength(loan.months);
        expect(schedule.at(-1)?.balanceCents).toBe(0);
        expect(schedule.reduce((sum, { principalCents }) => sum + principalCents, 0)).toBe(loan.principalCents);
        let before = loan.principalCents;
        for (const { balanceCents } of schedule) {
          expect(Number.isInteger(balanceCents) && balanceCents >= 0 && balanceCents <= before).toBe(true);
          before = balanceCents;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stays within the rounding of a cent a month of the closed formula', () => {
    fc.assert(
      fc.property(loans, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (loan, share) => {
        const k = Math.max(1, Math.floor(loan.months * share));
        const balance = amortize(loan)[k - 1]?.balanceCents ?? Number.NaN;
        const r = loan.annualRatePercent / 1200;
        const drift = r === 0 ? k : ((1 + r) ** k - 1) / r;
        expect(Math.abs(balance - closedBalance(loan, k))).toBeLessThanOrEqual(drift + 1);
      }),
      { numRuns: 60 },
    );
  });

  test('the first month at a share is the first one, in whole cents', () => {
    fc.assert(
      fc.property(loans, fc.integer({ min: 100, max: 140 }), (loan, percent) => {
        const value = Math.round((loan.principalCents * 100) / percent) + loan.principalCents;
        const schedule = amortize(loan);
        const at = firstAtShare(schedule, value, 45);
        if (!at) return;
        expect(at.balanceCents * 100 <= value * 45).toBe(true);
        const before = schedule[at.number - 2]?.balanceCents ?? loan.principalCents;
        if (at.number > 1) expect(before * 100 > value * 45).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('80% comes before 78%, and both before the loan ends', () => {
    const loan = { principalCents: 36_000_000, annualRatePercent: 4.5, months: 360, firstPayment: '2022-05-01' };
    const schedule = amortize(loan);
    const eighty = firstAtShare(schedule, 40_000_000, 80);
    const automatic = firstAtShare(schedule, 40_000_000, 78);
    expect(eighty).toMatchObject({ number: 74, date: '2028-06-01' });
    expect(automatic).toMatchObject({ number: 86, date: '2029-06-01' });
  });

  test('a loan without interest is paid in equal parts', () => {
    const loan = { principalCents: 12_000_000, annualRatePercent: 0, months: 120, firstPayment: '2026-01-01' };
    expect(levelPaymentCents(loan)).toBe(100_000);
    expect(amortize(loan)[59]?.balanceCents).toBe(6_000_000);
  });

  test('first payment, midpoint and final termination', () => {
    expect(usualFirstPayment('2022-03-15')).toBe('2022-05-01');
    expect(usualFirstPayment('2023-12-31')).toBe('2024-02-01');
    const loan = { principalCents: 1, annualRatePercent: 1, months: 360, firstPayment: '2022-05-01' };
    expect(finalTermination(loan)).toEqual({ midpoint: '2037-04-01', terminatesOn: '2037-05-01' });
  });

  test('force-placed insurance: 30 days to the reminder, 45 to the charge, over a leap day too', () => {
    expect(forcePlacedDates('2027-01-31')).toEqual({ reminderNotBefore: '2027-03-02', chargeNotBefore: '2027-03-17' });
    expect(forcePlacedDates('2028-01-31')).toEqual({ reminderNotBefore: '2028-03-01', chargeNotBefore: '2028-03-16' });
  });
});
