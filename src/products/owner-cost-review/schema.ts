import { z } from 'zod';
import { defined } from '../../kernel/defined.ts';
import { plainDate } from '../../rules/calendar-dates.ts';
import { type LoanInput, loanTypes } from '../../rules/mortgage-events.ts';
import { briefSchema } from '../shared/brief.ts';
import { licensedBriefFields } from '../shared/licensed/brief.ts';

export const ownerCostKind = 'owner_cost_review';
export const ownerCostSignatures = 1;

const most = 10_000_000;
const usd = (what: string) => z.number().min(0).max(most).optional().describe(`${what}; repeated, not judged`);

const mortgage = z
  .strictObject({
    originationDate: plainDate.describe('Closing date of the loan, YYYY-MM-DD'),
    originalValueUsd: z
      .number()
      .positive()
      .max(most * 10)
      .describe('Lesser of sales price and appraisal at closing'),
    originalLoanAmountUsd: z
      .number()
      .positive()
      .max(most * 10),
    annualRatePercent: z.number().min(0).max(25).describe('Note rate in percent a year, for example 6.25'),
    loanType: z.enum(loanTypes as [LoanInput['loanType'], ...LoanInput['loanType'][]]).default('fixed_30'),
  })
  .describe('Loan of the owner: dates of its mortgage insurance are computed from it');

export const ownerFigures = {
  annualTaxUsd: usd('Property tax of a year that the owner pays'),
  annualInsuranceUsd: usd('Premium of a year that the owner pays'),
  monthlyElectricUsd: usd('Electric bill of a month'),
  monthlyWaterUsd: usd('Water bill of a month'),
  mortgage: mortgage.optional(),
};

const use = 'repeated as the caller gave them; not checked, not compared and not judged';
const figures = z.strictObject({
  ...ownerFigures,
  use: z.literal(use),
});
export type OwnerFigures = Omit<z.infer<typeof figures>, 'use'>;

/** The figures as they are repeated; none where none was given. */
export function figuresOf(given: OwnerFigures): { callerFigures?: z.infer<typeof figures> } {
  const { annualTaxUsd, annualInsuranceUsd, monthlyElectricUsd, monthlyWaterUsd, mortgage: loan } = given;
  const own = defined({ annualTaxUsd, annualInsuranceUsd, monthlyElectricUsd, monthlyWaterUsd, mortgage: loan });
  return Object.keys(own).length === 0 ? {} : { callerFigures: { ...own, use } };
}

export const ownerCostSchema = briefSchema(ownerCostKind).extend({
  callerFigures: figures.optional(),
  ...licensedBriefFields(ownerCostSignatures),
});
