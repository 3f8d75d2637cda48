import { z } from 'zod';
import type { Citation } from '../../../kernel/citation.ts';
import { type AtomicUsdc, formatUsdc, parseUsdc } from '../../../kernel/money.ts';
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

/** What a price includes of outside providers. */
export const costModelSchema = (maximumSignatures: number) =>
  z
    .strictObject({
      downstreamProviderCostUsd: z.number().describe('What the licensed answers cost the service at most'),
      signerProvider: z.literal('service_policy_signer'),
      signatureUnitCostUsd: z.literal(0.1),
      maximumSignatures: z.int().min(0).max(maximumSignatures).describe('0 where no licensed provider is configured'),
      maximumSignatureCostUsd: z.number(),
      pricingBasis: z.literal('pay_as_you_go_after_free_allowance'),
      freeAllowanceExcluded: z.literal(true),
    })
    .describe('Of what the price includes of outside providers');
type CostModel = z.infer<ReturnType<typeof costModelSchema>>;

const unit = parseUsdc('0.10');
const usd = (amount: bigint) => Number(formatUsdc(amount as AtomicUsdc));

/** The same as the providers are configured: each of the components is bought for so many properties at most. */
export function costModelOf(
  providers: ProvidersPort,
  wanted: readonly LicensedComponent[],
  properties: number,
): CostModel {
  const terms = wanted.flatMap((component) => providers.offered(component) ?? []);
  const each = terms.reduce((sum, { maxUsd }) => sum + parseUsdc(maxUsd), 0n);
  const signatures = properties * terms.length;
  return {
    downstreamProviderCostUsd: usd(BigInt(properties) * each),
    signerProvider: 'service_policy_signer',
    signatureUnitCostUsd: 0.1,
    maximumSignatures: signatures,
    maximumSignatureCostUsd: usd(BigInt(signatures) * unit),
    pricingBasis: 'pay_as_you_go_after_free_allowance',
    freeAllowanceExcluded: true,
  };
}
