import {
  amortize,
  finalTermination,
  firstAtShare,
  forcePlacedDates,
  hpaEffective,
  type Loan,
  usualFirstPayment,
} from './mortgage.ts';

/** Terms behind the loan types; government programs have mortgage insurance rules of their own. */
const termYears = { fixed_30: 30, fixed_25: 25, fixed_20: 20, fixed_15: 15, fixed_10: 10, adjustable_30: 30 } as const;
const programs = { fha: 'FHA', va: 'VA', usda: 'USDA' } as const;
export const loanTypes = [...Object.keys(termYears), ...Object.keys(programs)] as (
  | keyof typeof termYears
  | keyof typeof programs
)[];

export const mortgageEvents = [
  'first_payment_assumed',
  'cancellation_may_be_requested',
  'automatic_termination',
  'amortization_midpoint',
  'final_termination',
  'force_placed_first_notice',
  'force_placed_reminder_not_before',
  'force_placed_charge_not_before',
] as const;

/** A loan as its owner describes it; amounts in US dollars, the date YYYY-MM-DD. */
export type LoanInput = {
  readonly originationDate?: string | undefined;
  readonly originalValueUsd?: number | undefined;
  readonly originalLoanAmountUsd?: number | undefined;
  readonly annualRatePercent?: number | undefined;
  readonly loanType: (typeof loanTypes)[number];
};

export const requirements = [
  ['request', 'written request to the servicer'],
  [
    'request',
    'no payment 60 or more days late in the first 12 of the last 24 months, none 30 or more days late in the last 12',
  ],
  ['request', 'payments current'],
  [
    'request',
    'if the holder asks: evidence that the value has not fallen below the original value, and that there is no second lien',
  ],
  [
    'automatic',
    'payments current on the termination date; otherwise the first day of the month after they become current',
  ],
  ['final', 'payments current'],
] as const;

/** Why the Act has no dates for this loan; undefined where it has. */
export function outsideTheAct({ loanType, originationDate = '' }: LoanInput): string | undefined {
  if (loanType in programs) {
    return `The Homeowners Protection Act does not cover ${programs[loanType as keyof typeof programs]} loans; the program's own rules apply.`;
  }
  if (originationDate < hpaEffective)
    return `The Homeowners Protection Act covers loans made on or after ${hpaEffective}.`;
  return undefined;
}

/** All of what the Act's dates need. */
export type LoanTerms = { readonly [K in keyof LoanInput]-?: NonNullable<LoanInput[K]> };
export const loanFields = [
  'originationDate',
  'originalValueUsd',
  'originalLoanAmountUsd',
  'annualRatePercent',
] as const;

export interface MortgageEvent {
  /** YYYY-MM-DD. */
  date: string;
  event: (typeof mortgageEvents)[number];
  meaning: string;
  paymentNumber?: number;
  scheduledBalanceUsd?: number;
}

const eventOf = (date: string, event: MortgageEvent['event'], meaning: string): MortgageEvent => ({
  date,
  event,
  meaning,
});

/** The Act's dates for a loan, and the loan's own figures. */
export function insuranceEvents(input: LoanTerms): { events: MortgageEvent[]; loan: Loan; valueCents: number } {
  const valueCents = Math.round(input.originalValueUsd * 100);
  const loan: Loan = {
    principalCents: Math.round(input.originalLoanAmountUsd * 100),
    annualRatePercent: input.annualRatePercent,
    months: termYears[input.loanType as keyof typeof termYears] * 12,
    firstPayment: usualFirstPayment(input.originationDate),
  };
  const schedule = amortize(loan);
  const events: MortgageEvent[] = [
    {
      ...eventOf(loan.firstPayment, 'first_payment_assumed', 'assumed first payment date of the schedule'),
      paymentNumber: 1,
    },
  ];
  const add = (percent: number, event: MortgageEvent['event'], meaning: string) => {
    const at = firstAtShare(schedule, valueCents, percent);
    if (!at) return;
    const { date, number, balanceCents } = at;
    events.push({ ...eventOf(date, event, meaning), paymentNumber: number, scheduledBalanceUsd: balanceCents / 100 });
  };
  const above = loan.principalCents * 100 > valueCents * 80;
  if (above && input.loanType !== 'adjustable_30') {
    add(
      80,
      'cancellation_may_be_requested',
      'scheduled balance first reaches 80% of original value: cancellation may be requested',
    );
    add(
      78,
      'automatic_termination',
      'scheduled balance first reaches 78% of original value: insurance ends without a request',
    );
  }
  const { midpoint, terminatesOn } = finalTermination(loan);
  events.push(
    eventOf(midpoint, 'amortization_midpoint', 'midpoint of the amortization period'),
    eventOf(terminatesOn, 'final_termination', 'no insurance may be required beyond this day'),
  );
  return { events, loan, valueCents };
}

/** The earliest steps that a first notice of force-placed insurance allows. */
export function forcePlacedEvents(firstNotice: string): MortgageEvent[] {
  const { reminderNotBefore, chargeNotBefore } = forcePlacedDates(firstNotice);
  const charge = 'earliest day of a charge, if no evidence of coverage arrives';
  return [
    eventOf(firstNotice, 'force_placed_first_notice', 'first written notice of force-placed insurance'),
    eventOf(reminderNotBefore, 'force_placed_reminder_not_before', 'earliest day of the reminder notice'),
    eventOf(chargeNotBefore, 'force_placed_charge_not_before', charge),
  ];
}
