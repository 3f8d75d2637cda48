import { z } from 'zod';
import { defined } from '../../kernel/defined.ts';
import { briefSchema } from '../shared/brief.ts';
import { licensedBriefFields } from '../shared/licensed/brief.ts';
import type { RentReading } from '../shared/rents/read.ts';
import { RentCellSchema, RentRangeSchema } from '../shared/rents/schema.ts';

export const rentalSlug = 'svc-rental-operations-brief';
export const rentalKind = 'rental_operations_brief';
export const rentalSignatures = 3;

export const rentalTerms = {
  bedrooms: z
    .int()
    .min(0)
    .max(5)
    .optional()
    .describe('Bedrooms of the unit, 0 to 5: published rents are shown for this count; not checked'),
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

const PublishedRents = z.strictObject({
  bedroomCount: z.int(),
  range: RentRangeSchema.optional().describe('Absent where too few published figures count'),
  comparables: z.array(RentCellSchema).describe('The published figures, from the nearest ground to the widest'),
});

export const publishedRentsField = {
  publishedRents: PublishedRents.optional().describe('Where the bedroom count was given'),
};

/** The published rents for the bedroom count that was given; none where none was given, or no figure was found. */
export function publishedRentsOf(
  { bedrooms }: RentalTerms,
  { cells, estimate }: RentReading,
): { publishedRents?: z.infer<typeof PublishedRents> } {
  if (bedrooms === undefined || cells.length === 0) return {};
  return { publishedRents: { bedroomCount: bedrooms, ...(estimate && { range: estimate }), comparables: [...cells] } };
}

export const rentalSchema = briefSchema(rentalKind).extend({
  callerTerms: terms.optional(),
  ...publishedRentsField,
  ...licensedBriefFields(rentalSignatures),
});
