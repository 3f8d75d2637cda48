import type { PartReading } from '../../answers/ask-tools.ts';
import { defined } from '../../kernel/defined.ts';
import type { ProvidersPort } from '../../kernel/ports/providers.ts';
import { isAnswered } from '../../kernel/state.ts';
import type { Subject } from '../../kernel/subject.ts';
import { propertyUse } from '../../rules/property-use.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { parcelValue, whyNoParcel } from '../shared/parcel-record.ts';
import type { RentReading } from '../shared/rents/read.ts';
import type { propertyTypes, RentFields, RentReason } from './schema.ts';

type PropertyType = (typeof propertyTypes)[number];

interface LicensedQuestion {
  readonly address: string;
  readonly bedrooms: number;
  readonly bathrooms?: number | undefined;
  readonly squareFeet?: number | undefined;
  readonly propertyType?: PropertyType | undefined;
}

const typeNames: Readonly<Record<PropertyType, string>> = {
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
  const type = propertyType && typeNames[propertyType];
  const question = defined({ address, bedrooms, bathrooms, squareFeet, propertyType: type });
  const bought = await providers.buy('rent_reference', question);
  const citation = sectionCitation(bought.citation);
  if (bought.state === 'no_record') return { state: 'no_record', reason: bought.reason, citation };
  const { amountUsd, rangeLowUsd, rangeHighUsd, comparables } = bought.facts;
  return { state: 'found', amountUsd, rangeLowUsd, rangeHighUsd, comparableCount: comparables.length, citation };
}

/** Whether the parcel record of the very address says that it is in commercial use. */
function isCommercial(readings: readonly PartReading[], subject: Subject): boolean {
  if (whyNoParcel(readings, subject)) return false;
  const stated = (field: string) => parcelValue(readings, field)?.toString();
  const record = { landUse: stated('landUse'), propertyClass: stated('propertyClass') };
  return propertyUse({ ...record, countyFips: subject.county?.fips }) === 'commercial';
}

/** Why nothing is sold; undefined where there is an estimate. */
export function rentReason(
  readings: readonly PartReading[],
  subject: Subject,
  own: RentReading | undefined,
): RentReason | undefined {
  if (isCommercial(readings, subject)) return 'commercial_use';
  if (!own?.readings.some(({ answer }) => isAnswered(answer.state))) return 'uncovered';
  if (own.estimate) return undefined;
  return own.cells.length === 0 ? 'no_comparables' : 'no_estimate';
}
