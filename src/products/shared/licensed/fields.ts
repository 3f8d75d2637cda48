import type {
  Bought,
  LicensedComponent,
  ProviderPropertyRecord,
  ProviderReference,
  ProviderSaleListing,
} from '../../../kernel/ports/providers.ts';

type Figure = string | number | undefined;

export type TableComponent = Extract<LicensedComponent, 'property_record' | 'sale_listing' | 'rent_reference'>;

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
