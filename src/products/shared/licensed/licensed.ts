import { z } from 'zod';
import type { Citation } from '../../../kernel/citation.ts';
import { type AtomicUsdc, formatUsdc, parseUsdc } from '../../../kernel/money.ts';
import {
  type Bought,
  type LicensedComponent,
  licensedComponents,
  type ProviderPropertyRecord,
  type ProviderReference,
  type ProviderSaleListing,
  type ProvidersPort,
} from '../../../kernel/ports/providers.ts';
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

export type TableComponent = Extract<LicensedComponent, 'property_record' | 'sale_listing' | 'rent_reference'>;

/** What was bought about one property. */
export type Licensed = Readonly<Partial<Record<TableComponent, Bought>>>;

/** Buys what is configured about one address, one answer after another. Throws ServiceError with an `ext_*` code. */
export async function buyLicensed(
  providers: ProvidersPort,
  wanted: readonly TableComponent[],
  address: string,
): Promise<Licensed> {
  const bought: Partial<Record<TableComponent, Bought>> = {};
  for (const component of wanted)
    if (providers.offered(component)) bought[component] = await providers.buy(component, { address });
  return bought;
}

/** What became of each part that is wanted. */
export const licensedParts = (
  providers: ProvidersPort,
  wanted: readonly TableComponent[],
  bought: Licensed = {},
): LicensedPart[] =>
  wanted.map((component) => {
    const own = bought[component];
    if (!own) return licensedPart(providers, component, 'not_bought');
    return own.state === 'found'
      ? licensedPart(providers, component, 'bought')
      : licensedPart(providers, component, 'no_record', own.reason);
  });

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

type Figure = string | number | undefined;

export interface LicensedField {
  readonly component: TableComponent;
  readonly section: string;
  readonly label: string;
  readonly unit?: string;
  of(facts: never): Figure;
}

export const licensedTitles: Readonly<Record<TableComponent, string>> = {
  property_record: "Licensed provider's property record",
  sale_listing: "Licensed provider's sale listing",
  rent_reference: "Licensed provider's own modeled rent",
};

const fieldOf =
  <F>(component: TableComponent) =>
  (label: string, of: (facts: F) => Figure, unit?: string): LicensedField => ({
    ...{ component, section: licensedTitles[component], label, of },
    ...(unit !== undefined && { unit }),
  });

const record = fieldOf<ProviderPropertyRecord>('property_record');
const listing = fieldOf<ProviderSaleListing>('sale_listing');
const rent = fieldOf<ProviderReference>('rent_reference');

export const licensedFields: readonly LicensedField[] = [
  listing('Status of the listing', ({ status }) => status),
  listing('List price', ({ listPriceUsd }) => listPriceUsd, 'USD'),
  listing('Listed', ({ listedOn }) => listedOn),
  listing('Removed', ({ removedOn }) => removedOn),
  listing('Days on the market', ({ onMarketDays }) => onMarketDays),
  record('Type of property', ({ propertyType }) => propertyType),
  record('Bedrooms', ({ bedrooms }) => bedrooms),
  record('Bathrooms', ({ bathrooms }) => bathrooms),
  record('Living area', ({ livingAreaSquareFeet }) => livingAreaSquareFeet, 'ft2'),
  record('Lot', ({ lotSquareFeet }) => lotSquareFeet, 'ft2'),
  record('Built', ({ builtYear }) => (builtYear === undefined ? undefined : String(builtYear))),
  record('Last sale', ({ lastSaleOn }) => lastSaleOn),
  record('Price of the last sale', ({ lastSalePriceUsd }) => lastSalePriceUsd, 'USD'),
  record('Assessed value', ({ assessment }) => assessment?.assessedValueUsd, 'USD'),
  record('Property tax', ({ propertyTax }) => propertyTax?.taxUsd, 'USD per year'),
  rent('Modeled rent', ({ amountUsd }) => amountUsd, 'USD per month'),
  rent('Lower end of its range', ({ rangeLowUsd }) => rangeLowUsd, 'USD per month'),
  rent('Upper end of its range', ({ rangeHighUsd }) => rangeHighUsd, 'USD per month'),
];

/** What an answer states in one field; undefined where it is not in it. */
export const figureOf = ({ of }: LicensedField, bought: Extract<Bought, { state: 'found' }>): Figure =>
  of(bought.facts as never);
