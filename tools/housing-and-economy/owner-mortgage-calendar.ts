import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, rows } from '../../src/kernel/answer.ts';
import type { SearchExtent } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { daysBetween, plainDate } from '../../src/rules/calendar-dates.ts';
import { type Loan, levelPaymentCents, mortgageLaw } from '../../src/rules/mortgage.ts';
import {
  forcePlacedEvents,
  insuranceEvents,
  type LoanInput,
  type LoanTerms,
  loanFields,
  loanTypes,
  type MortgageEvent,
  mortgageEvents,
  outsideTheAct,
  requirements,
} from '../../src/rules/mortgage-events.ts';

const facts = z.strictObject({
  loanToValueAtOrigination: fact(z.number()).optional(),
  monthlyPrincipalAndInterest: fact(z.number()).optional(),
  calendar: rows({
    date: z.string(),
    event: z.enum(mortgageEvents),
    meaning: z.string(),
    paymentNumber: z.int().optional(),
    scheduledBalanceUsd: z.number().optional(),
    daysFromToday: z.int().describe('Negative: the day has passed'),
  }),
  requirements: rows({ appliesTo: z.enum(['request', 'automatic', 'final']), requirement: z.string() }).optional(),
});

type Facts = z.infer<typeof facts>;
const forcePlacedLimit =
  'Force-placed dates assume that the reminder goes out on its first possible day; a later reminder moves the charge to 15 days after it. Flood insurance has its own 45-day rule (42 U.S.C. 4012a(e)).';

const usd = (cents: number) => cents / 100;
const moneyText = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

const money = (what: string) =>
  z.number().positive().max(100_000_000).multipleOf(0.01).describe(`${what} in US dollars`);

const law = ({ name, url }: { readonly name: string; readonly url: string }) => ({
  sourceName: name,
  sourceUrl: url,
  fetchedAt: mortgageLaw.asOf,
  licenseNote: 'Public law, restated in this service; the text decides',
});

function scheduleWords(loanType: LoanTerms['loanType'], events: readonly MortgageEvent[], principalCents: number) {
  const day = (wanted: MortgageEvent['event']) => events.find(({ event }) => event === wanted)?.date;
  const request = day('cancellation_may_be_requested');
  const ends = day('automatic_termination');
  if (request && ends)
    return `By the initial schedule PMI may be cancelled on request from ${request} and ends automatically on ${ends}`;
  return loanType === 'adjustable_30'
    ? `For an adjustable rate the 80% and 78% dates follow the schedule then in effect; PMI ends at the latest on ${day('final_termination')}`
    : `The loan of ${moneyText(principalCents)} starts at or below 80% of original value, so no 80% or 78% date follows from the schedule`;
}

const viewFigures = (loan: Loan, valueCents: number, citation: string) => ({
  loanToValueAtOrigination: {
    value: Math.round((loan.principalCents / valueCents) * 10_000) / 100,
    unit: 'percent',
    citation,
  },
  monthlyPrincipalAndInterest: {
    value: usd(levelPaymentCents(loan)),
    unit: 'USD',
    citation,
    note: 'Computed from the arguments; without taxes and insurance',
  },
  requirements: requirements.map(([appliesTo, requirement]) => ({ appliesTo, requirement, citation })),
});

export default defineTool({
  title: 'Mortgage insurance and force-placed insurance dates',
  summary: 'Dates on which private mortgage insurance can be cancelled or ends, and of force-placed insurance notices.',
  whenToUse: 'When can PMI be removed, when must it end, or when may a servicer charge for force-placed insurance?',
  notFor: 'Not for FHA, VA or USDA insurance, not a payoff quote and not a current home value.',
  scope: 'national',
  subject: 'none',
  closedWorld: true,
  examples: [
    {
      title: 'A 30-year fixed loan with 10% down',
      arguments: {
        originationDate: '2022-03-15',
        originalValueUsd: 400_000,
        originalLoanAmountUsd: 360_000,
        annualRatePercent: 4.5,
        loanType: 'fixed_30',
      },
    },
    { title: 'After a force-placed insurance notice', arguments: { forcePlacedNoticeDate: '2026-10-20' } },
  ],
  input: inputObject(
    {
      originationDate: plainDate.optional().describe('Closing date of the loan, YYYY-MM-DD'),
      originalValueUsd: money('Original value: the lesser of sales price and appraisal at closing,').optional(),
      originalLoanAmountUsd: money('Original loan amount').optional(),
      annualRatePercent: z.number().min(0).max(25).optional().describe('Note rate in percent a year, for example 6.25'),
      loanType: z
        .enum(loanTypes as [LoanInput['loanType'], ...LoanInput['loanType'][]])
        .default('fixed_30')
        .describe('fixed_30: fixed rate over 30 years, and so on; adjustable_30; fha, va, usda'),
      forcePlacedNoticeDate: plainDate
        .optional()
        .describe('Date of the first force-placed insurance notice, YYYY-MM-DD'),
    },
    [loanFields, ['forcePlacedNoticeDate']],
  ).superRefine((input, ctx) => {
    const missing = loanFields.filter((field) => input[field] === undefined);
    if (missing.length === 0 || missing.length === loanFields.length) return;
    for (const field of missing) {
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: `needed together with ${loanFields.filter((other) => other !== field).join(', ')}`,
      });
    }
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['mortgage', 'PMI', 'insurance', 'deadline']),
  run(ctx, input) {
    const { answer } = ctx;
    const today = ctx.now.toISOString().slice(0, 10);
    const calendar: Facts['calendar'] = [];
    const findings: string[] = [];
    const more: string[] = [];
    let figures: Pick<Facts, 'loanToValueAtOrigination' | 'monthlyPrincipalAndInterest' | 'requirements'> = {};
    const put = (events: readonly MortgageEvent[], citation: Citation, extent: SearchExtent) => {
      answer.addLookup({ state: 'found', data: events, citation }, extent);
      const key = answer.cite(citation);
      const fromToday = ({ date }: MortgageEvent) => daysBetween(today, date);
      calendar.push(...events.map((event) => ({ ...event, daysFromToday: fromToday(event), citation: key })));
      return key;
    };

    if (input.originationDate !== undefined) {
      const outside = outsideTheAct(input);
      const searchExtent = { area: 'United States', recordScope: `dates of the Act for a ${input.loanType} loan` };
      if (outside) {
        answer.addLookup({ state: 'not_covered', source: mortgageLaw.hpa.name, reason: outside }, searchExtent);
        findings.push(outside);
      } else {
        const { events, loan, valueCents } = insuranceEvents(input as LoanTerms);
        const key = put(events, law(mortgageLaw.hpa), searchExtent);
        findings.push(scheduleWords(input.loanType, events, loan.principalCents));
        if (input.loanType === 'adjustable_30')
          more.push('Adjustable rate: ask the servicer for the schedule now in effect.');
        figures = viewFigures(loan, valueCents, key);
      }
    }
    if (input.forcePlacedNoticeDate !== undefined) {
      const events = forcePlacedEvents(input.forcePlacedNoticeDate);
      const recordScope = 'force-placed hazard insurance notices';
      put(events, law(mortgageLaw.forcePlaced), { area: 'United States', recordScope });
      findings.push(`Force-placed insurance may be charged from ${events[2]?.date} at the earliest`);
      more.push(forcePlacedLimit);
    }
    calendar.sort((a, b) => a.date.localeCompare(b.date, 'en'));
    return answer.finish({
      summary: `${findings.map((text) => text.replace(/\.$/, '')).join('. ')}.`,
      facts: calendar.length > 0 && { ...figures, calendar },
      limits: more,
    });
  },
});
