import type { Citation } from '../citation.ts';

/** What can be bought of a licensed provider outside: each component is one kind of answer about one property. */
export const licensedComponents = [
  'roof',
  'property_record',
  'sale_listing',
  'rent_reference',
  'value_reference',
] as const;
export type LicensedComponent = (typeof licensedComponents)[number];

/** Ids of the providers that settings can name (`SVC_PROVIDER_<ID>_KEY`), in the order in which they are looked at. */
export const providerIds = ['google_solar', 'rentcast'] as const;
export type ProviderId = (typeof providerIds)[number];

interface PropertyQuestion {
  readonly address: string;
}

/** The query of each component. The same query within one purchase is bought once. */
export interface LicensedQuestions {
  readonly roof: { readonly latitude: number; readonly longitude: number };
  readonly property_record: PropertyQuestion;
  readonly sale_listing: PropertyQuestion;
  readonly rent_reference: PropertyQuestion & {
    readonly propertyType?: string;
    readonly bedrooms?: number;
    readonly bathrooms?: number;
    readonly squareFeet?: number;
  };
  readonly value_reference: PropertyQuestion;
}

export interface RoofSegment {
  readonly pitchDegrees: number;
  /** 0 north, 90 east, 180 south. */
  readonly azimuthDegrees: number;
  readonly areaSquareMeters: number;
  /** Median over the plane. */
  readonly sunshineHoursPerYear: number;
}

export interface RoofEvidence {
  readonly center: { readonly latitude: number; readonly longitude: number };
  readonly postalCode?: string;
  readonly imageryDate?: string;
  /** HIGH, MEDIUM, LOW or BASE, as the provider writes it. */
  readonly imageryQuality: string;
  readonly maxPanelsCount: number;
  readonly maxArrayAreaSquareMeters: number;
  readonly maxSunshineHoursPerYear: number;
  readonly panelCapacityWatts?: number;
  readonly roofAreaSquareMeters: number;
  readonly segments: readonly RoofSegment[];
}

/** A property as the provider's own record has it; who owns it is never read. */
export interface ProviderPropertyRecord {
  readonly addressLabel: string;
  readonly parcelNumber?: string;
  readonly propertyType?: string;
  readonly bedrooms?: number;
  readonly bathrooms?: number;
  readonly livingAreaSquareFeet?: number;
  readonly lotSquareFeet?: number;
  readonly builtYear?: number;
  readonly lastSaleOn?: string;
  readonly lastSalePriceUsd?: number;
  readonly assessment?: { readonly taxYear: number; readonly assessedValueUsd: number };
  readonly propertyTax?: { readonly taxYear: number; readonly taxUsd: number };
}

/** A listing for sale; agents and offices are never read. */
export interface ProviderSaleListing {
  readonly addressLabel: string;
  /** As the provider writes it, for example Active or Inactive. */
  readonly status: string;
  readonly listPriceUsd?: number;
  readonly listedOn?: string;
  readonly removedOn?: string;
  readonly lastSeenOn?: string;
  readonly onMarketDays?: number;
  readonly propertyType?: string;
  readonly bedrooms?: number;
  readonly bathrooms?: number;
  readonly livingAreaSquareFeet?: number;
}

export interface ProviderComparable {
  readonly addressLabel: string;
  readonly distanceMeters?: number;
  readonly bedrooms?: number;
  readonly bathrooms?: number;
  readonly livingAreaSquareFeet?: number;
  /** Rent a month, or price, as the reference is of one or the other. */
  readonly amountUsd?: number;
  readonly lastSeenOn?: string;
  /** 0 to 1, as the provider reckons it. */
  readonly correlation?: number;
}

/** The provider's own model of a monthly rent or of a price, with its range. No record and no appraisal. */
export interface ProviderReference {
  readonly amountUsd: number;
  readonly rangeLowUsd: number;
  readonly rangeHighUsd: number;
  readonly comparables: readonly ProviderComparable[];
}

export interface LicensedFacts {
  readonly roof: RoofEvidence;
  readonly property_record: ProviderPropertyRecord;
  readonly sale_listing: ProviderSaleListing;
  readonly rent_reference: ProviderReference;
  readonly value_reference: ProviderReference;
}

/** Who is configured for a component, and what one answer may cost at most. */
export interface ProviderTerms {
  readonly provider: ProviderId;
  readonly name: string;
  /** `api_key`: billed to an account; `x402`: each answer is paid for with one signature. */
  readonly kind: 'api_key' | 'x402';
  /** Decimal US dollars. */
  readonly maxUsd: string;
  readonly signatures: 0 | 1;
}

/**
 * What was bought. `no_record`: the provider answered that it has nothing; that shows nothing about the property itself
 * (no listing found is not "not listed").
 */
export type Bought<C extends LicensedComponent = LicensedComponent> = {
  readonly provider: ProviderId;
  readonly citation: Citation;
} & (
  | { readonly state: 'found'; readonly facts: LicensedFacts[C] }
  | { readonly state: 'no_record'; readonly reason: string }
);

/**
 * Buying of licensed providers, for one call. Licensed answers are stored 24 hours: the body that holds one is stored no
 * longer, and no public copy of it is made.
 */
export interface ProvidersPort {
  /** Undefined: no provider is configured for it (`not_configured`). Sends no request. */
  offered(component: LicensedComponent): ProviderTerms | undefined;
  /**
   * Headers of the challenge of a call that may buy these (once each): state of the budget, what is reserved at most, and
   * when an exhausted one begins anew. None where no provider is configured for any of them. For `preflight`.
   * Throws ServiceError `ext_workflow_state_unavailable` where that is unknown, `ext_provider_unavailable` with the
   * time of the next budget where the daily one is exhausted; no payment is requested then.
   */
  challengeHeaders(plan: readonly LicensedComponent[]): Promise<Readonly<Record<string, string>>>;
  /**
   * Buys one answer, at most once for each question of a purchase, however often the purchase is sent again. Only in
   * `run`, and only after what is official has shown that the call is worth its price: from here on money moves.
   * Throws ServiceError with one of the `ext_*` codes; let it through: it gives the buyer's payment back unused.
   */
  buy<C extends LicensedComponent>(component: C, question: LicensedQuestions[C]): Promise<Bought<C>>;
}
