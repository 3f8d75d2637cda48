import { z } from 'zod';
import type { Citation } from '../../../kernel/citation.ts';
import { type LicensedComponent, licensedComponents, type ProvidersPort } from '../../../kernel/ports/providers.ts';
import type { SectionCitation } from '../../../reports/sections.ts';

/** Hours for which a body with a licensed part can be had again. */
export const licensedHours = 24;

export const licensedCaveat =
  'The licensed part is for the buyer of this answer alone: it is kept for 24 hours at most, no public copy of it is made, and it must not be published.';

/** One answer of a licensed provider that the price of a call includes, and what became of it. */
export const licensedPartSchema = z.strictObject({
  component: z.enum(licensedComponents),
  state: z.enum(['bought', 'no_record', 'not_configured', 'not_bought']),
  provider: z.string().optional().describe('Name of the provider'),
  paidBy: z.enum(['api_key', 'x402']).optional().describe('An account that is billed, or a payment for each answer'),
  maxUsd: z.string().optional().describe('What one answer costs the service at most, US dollars'),
  reason: z.string().optional(),
});
export type LicensedPart = z.infer<typeof licensedPartSchema>;

/** A part as it stands before anything is bought. */
export function licensedPart(
  providers: ProvidersPort,
  component: LicensedComponent,
  state: LicensedPart['state'],
  reason?: string,
): LicensedPart {
  const terms = providers.offered(component);
  if (!terms) return { component, state: 'not_configured' };
  const { name, kind, maxUsd } = terms;
  return { component, state, provider: name, paidBy: kind, maxUsd, ...(reason !== undefined && { reason }) };
}

/** A citation of a licensed answer: what is behind it is not kept as evidence, since its terms let no one keep it. */
export function licensedCitation({ sourceName, sourceUrl, fetchedAt, licenseNote }: Citation): SectionCitation {
  return { sourceName, sourceUrl, fetchedAt, ...(licenseNote !== undefined && { licenseNote }) };
}
