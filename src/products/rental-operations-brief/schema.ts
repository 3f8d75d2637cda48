import { z } from 'zod';
import { defined } from '../../kernel/defined.ts';
import { briefSchema } from '../shared/brief.ts';
import { licensedBriefFields } from '../shared/licensed/brief.ts';

export const rentalSlug = 'svc-rental-operations-brief';
export const rentalKind = 'rental_operations_brief';
export const rentalDiagnosticKind = 'rental_operations_diagnostic';
export const rentalSignatures = 3;

/** What the caller says of the rental, all optional. */
export const rentalTerms = {
  bedrooms: z.int().min(0).max(5).optional().describe('Bedrooms of the unit, 0 to 5; repeated, not checked'),
  monthlyRentUsd: z.number().min(0).max(1_000_000).optional().describe('Rent of a month; repeated, not judged'),
  rentalType: z
    .enum(['long_term', 'short_term'])
    .optional()
    .describe('long_term or short_term; repeated: the same registers and statutes are read for both'),
};

const use = 'repeated as the caller gave them; not checked, not compared and not judged';
const terms = z.strictObject({
  ...rentalTerms,
  use: z.literal(use),
});
export type RentalTerms = Omit<z.infer<typeof terms>, 'use'>;

/** The terms as they are repeated; none where none was given. */
export function termsOf({ bedrooms, monthlyRentUsd, rentalType }: RentalTerms): {
  callerTerms?: z.infer<typeof terms>;
} {
  const own = defined({ bedrooms, monthlyRentUsd, rentalType });
  return Object.keys(own).length === 0 ? {} : { callerTerms: { ...own, use } };
}

export const rentalSchema = briefSchema(rentalKind).extend({
  callerTerms: terms.optional(),
  ...licensedBriefFields(rentalSignatures),
});
