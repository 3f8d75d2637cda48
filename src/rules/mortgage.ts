import { addDays } from '../kernel/time.ts';
import { firstOfMonth } from './calendar-dates.ts';

/** A level-payment loan as its initial amortization schedule sees it. Money in whole cents. */
export interface Loan {
  readonly principalCents: number;
  /** Annual rate in percent; zero is allowed. */
  readonly annualRatePercent: number;
  readonly months: number;
  /** Due date of the first payment. */
  readonly firstPayment: string;
}

export interface ScheduledPayment {
  readonly number: number;
  readonly date: string;
  readonly interestCents: number;
  readonly principalCents: number;
  /** Balance after the payment. */
  readonly balanceCents: number;
}

/** Rate in millionths of a percent, so that interest is integer arithmetic. */
const rateScale = 1_000_000n;

/** Level payment in cents, rounded half up. */
export function levelPaymentCents({ principalCents, annualRatePercent, months }: Loan): number {
  const rate = annualRatePercent / 1200;
  if (rate === 0) return Math.ceil(principalCents / months);
  return Math.round((principalCents * rate) / (1 - (1 + rate) ** -months));
}

/** Interest of one month in cents, rounded half up. */
function interestCents(balanceCents: number, annualRatePercent: number): number {
  const scaled = BigInt(Math.round(annualRatePercent * Number(rateScale)));
  const divisor = 1200n * rateScale;
  return Number((BigInt(balanceCents) * scaled * 2n + divisor) / (2n * divisor));
}

/** The whole schedule, to the cent; the last payment includes the rounding difference. */
export function amortize(loan: Loan): ScheduledPayment[] {
  const payment = levelPaymentCents(loan);
  const schedule: ScheduledPayment[] = [];
  let balance = loan.principalCents;
  for (let number = 1; number <= loan.months; number += 1) {
    const interest = interestCents(balance, loan.annualRatePercent);
    const principal = number === loan.months ? balance : Math.min(balance, payment - interest);
    balance -= principal;
    schedule.push({
      number,
      date: firstOfMonth(loan.firstPayment, number - 1),
      interestCents: interest,
      principalCents: principal,
      balanceCents: balance,
    });
  }
  return schedule;
}

/** First payment after which the scheduled balance is at or below a share of the original value. */
export function firstAtShare(
  schedule: readonly ScheduledPayment[],
  originalValueCents: number,
  percent: number,
): ScheduledPayment | undefined {
  return schedule.find(({ balanceCents }) => balanceCents * 100 <= originalValueCents * percent);
}

/** Usual first due date: the first day of the second month after the closing. The note decides. */
export const usualFirstPayment = (originationDate: string): string => firstOfMonth(originationDate, 2);

/**
 * Midpoint of the amortization period (it starts a month before the first payment) and the day of final termination:
 * the first day of the month after the midpoint.
 */
export function finalTermination({ firstPayment, months }: Loan): { midpoint: string; terminatesOn: string } {
  const midpoint = firstOfMonth(firstPayment, Math.floor(months / 2) - 1);
  return { midpoint, terminatesOn: firstOfMonth(midpoint, 1) };
}

/**
 * Earliest dates that follow from a first force-placed insurance notice (12 CFR 1024.37): the reminder 30 days after it;
 * the charge 45 days after it and 15 days after the reminder, which is the same day where the reminder is that early.
 */
export function forcePlacedDates(firstNotice: string): { reminderNotBefore: string; chargeNotBefore: string } {
  const reminderNotBefore = addDays(firstNotice, 30);
  return { reminderNotBefore, chargeNotBefore: addDays(reminderNotBefore, 15) };
}

/** The Homeowners Protection Act speaks for loans consummated from this day on. */
export const hpaEffective = '1999-07-29';

export const mortgageLaw = {
  hpa: {
    name: 'Homeowners Protection Act of 1998, 12 U.S.C. 4901-4910',
    url: 'https://uscode.house.gov/view.xhtml?path=/prelim@title12/chapter49&edition=prelim',
  },
  forcePlaced: {
    name: 'Regulation X, 12 CFR 1024.37 (force-placed insurance)',
    url: 'https://www.ecfr.gov/current/title-12/chapter-X/part-1024/subpart-C/section-1024.37',
  },
  asOf: '2026-11-21',
} as const;
