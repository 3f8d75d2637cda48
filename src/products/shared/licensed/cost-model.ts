import { z } from 'zod';
import { type AtomicUsdc, formatUsdc, parseUsdc } from '../../../kernel/money.ts';
import type { LicensedComponent, ProvidersPort } from '../../../kernel/ports/providers.ts';

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
