import type { ProvidersPort } from '../../kernel/ports/providers.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import type { propertyTypes, RentFields } from './schema.ts';

export interface LicensedQuestion {
  readonly address: string;
  readonly bedrooms: number;
  readonly bathrooms?: number | undefined;
  readonly squareFeet?: number | undefined;
  readonly propertyType?: (typeof propertyTypes)[number] | undefined;
}

/** Types as the provider writes them. */
const typeNames: Readonly<Record<(typeof propertyTypes)[number], string>> = {
  single_family: 'Single Family',
  condo: 'Condo',
  townhouse: 'Townhouse',
  multi_family: 'Multi-Family',
  apartment: 'Apartment',
  manufactured: 'Manufactured',
};

/** Why a provider's own figure is not part of the answer; undefined where it is. */
export function notLicensed(
  providers: ProvidersPort,
  priceUsd: string,
): Pick<RentFields['licensedReference'], 'state' | 'reason'> | undefined {
  const terms = providers.offered('rent_reference');
  if (!terms) return { state: 'not_configured', reason: 'no licensed provider is configured on this server' };
  if (terms.kind === 'api_key' && Number(terms.maxUsd) <= Number(priceUsd)) return undefined;
  return {
    state: 'not_included',
    reason: 'an answer of the provider may cost more than the price of this one includes',
  };
}

/** Buys the provider's own figure, which is beside the published ones and is no part of the estimate. */
export async function licensedReference(
  providers: ProvidersPort,
  { address, bedrooms, bathrooms, squareFeet, propertyType }: LicensedQuestion,
): Promise<RentFields['licensedReference']> {
  const bought = await providers.buy('rent_reference', {
    address,
    bedrooms,
    ...(bathrooms !== undefined && { bathrooms }),
    ...(squareFeet !== undefined && { squareFeet }),
    ...(propertyType !== undefined && { propertyType: typeNames[propertyType] }),
  });
  const citation = sectionCitation(bought.citation);
  if (bought.state === 'no_record') return { state: 'no_record', reason: bought.reason, citation };
  const { amountUsd, rangeLowUsd, rangeHighUsd, comparables } = bought.facts;
  return { state: 'found', amountUsd, rangeLowUsd, rangeHighUsd, comparableCount: comparables.length, citation };
}
