import { z } from 'zod';
import { defined } from '../../../kernel/defined.ts';
import type { LicensedComponent, ProviderReference } from '../../../kernel/ports/providers.ts';
import { type Adapter, dayOf, maybe, type ProviderDefinition, shortText } from './adapter.ts';

const amount = maybe(z.number().nonnegative());
const wholeUsd = z.number().positive().transform(Math.round);
const count = maybe(z.number().nonnegative().max(1000));
/** Yearly tables: an object by year. */
const yearly = <T extends z.ZodType>(row: T) => maybe(z.record(z.string().regex(/^\d{4}$/), row));

// owner, ownerOccupied, listingAgent, listingOffice and builder are in the answers and are named in none of these
const Property = z.object({
  formattedAddress: shortText,
  assessorID: maybe(shortText),
  propertyType: maybe(shortText),
  bedrooms: count,
  bathrooms: count,
  squareFootage: amount,
  lotSize: amount,
  yearBuilt: maybe(z.int().min(1600).max(2200)),
  lastSaleDate: maybe(dayOf),
  lastSalePrice: amount,
  taxAssessments: yearly(z.object({ value: amount })),
  propertyTaxes: yearly(z.object({ total: amount })),
});

const Listing = z.object({
  formattedAddress: shortText,
  status: shortText,
  price: amount,
  listedDate: maybe(dayOf),
  removedDate: maybe(dayOf),
  lastSeenDate: maybe(dayOf),
  daysOnMarket: maybe(z.int().nonnegative()),
  propertyType: maybe(shortText),
  bedrooms: count,
  bathrooms: count,
  squareFootage: amount,
});

const Comparable = z.object({
  formattedAddress: shortText,
  price: amount,
  bedrooms: count,
  bathrooms: count,
  squareFootage: amount,
  lastSeenDate: maybe(dayOf),
  distance: amount,
  correlation: maybe(z.number().min(0).max(1)),
});
const comparables = z.array(Comparable).max(100).default([]);
const Rent = z.object({
  rent: wholeUsd,
  rentRangeLow: wholeUsd,
  rentRangeHigh: wholeUsd,
  comparables,
});
const Value = z.object({
  price: wholeUsd,
  priceRangeLow: wholeUsd,
  priceRangeHigh: wholeUsd,
  comparables,
});

const metersPerMile = 1609.344;
const shownComparables = 10;

const toComparables = (rows: z.infer<typeof comparables>): ProviderReference['comparables'] =>
  rows.slice(0, shownComparables).map((row) =>
    defined({
      addressLabel: row.formattedAddress,
      distanceMeters: row.distance === undefined ? undefined : Math.round(row.distance * metersPerMile),
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      livingAreaSquareFeet: row.squareFootage,
      amountUsd: row.price,
      lastSeenOn: row.lastSeenDate,
      correlation: row.correlation,
    }),
  );

/** The newest year of a yearly table that has the value. */
function newest<R, K extends string>(
  table: Readonly<Record<string, R>> | undefined,
  figureOf: (row: R) => number | undefined,
  name: K,
): ({ readonly taxYear: number } & Readonly<Record<K, number>>) | undefined {
  const years = Object.keys(table ?? {}).sort((a, b) => Number(b) - Number(a));
  for (const year of years) {
    const row = table?.[year];
    const value = row === undefined ? undefined : figureOf(row);
    if (value !== undefined) return { taxYear: Number(year), [name]: value } as { taxYear: number } & Record<K, number>;
  }
  return undefined;
}

/** House number and ZIP: what an answer about another house differs in first. */
const houseOf = (line: string) =>
  `${/^\s*(\d+)/.exec(line)?.[1] ?? ''} ${/(\d{5})(?:-\d{4})?\s*$/.exec(line)?.[1] ?? ''}`;

/** The row of an answer that is a list, or the answer itself where it is one row; only of the house that was queried. */
function rowOf<T extends { readonly formattedAddress: string }>(
  body: unknown,
  schema: z.ZodType<T>,
  { address }: { readonly address: string },
): T | 'none' | 'other' | undefined {
  const [row] = Array.isArray(body) ? body : [body];
  if (row === undefined) return 'none';
  const parsed = schema.safeParse(row);
  if (!parsed.success) return undefined;
  return houseOf(parsed.data.formattedAddress) === houseOf(address) ? parsed.data : 'other';
}

const queried = (path: string) => (question: { readonly address: string }) =>
  `${path}?${new URLSearchParams({ address: question.address, limit: '1' })}`;
const nothing = { noneStatuses: [404] } as const;

const propertyRecord: Adapter<'property_record'> = {
  component: 'property_record',
  path: queried('/v1/properties'),
  ...nothing,
  none: 'The provider returned no property record; this does not show that there is none.',
  read(body, question) {
    const row = rowOf(body, Property, question);
    if (row === undefined || typeof row === 'string') return row;
    return defined({
      addressLabel: row.formattedAddress,
      parcelNumber: row.assessorID,
      propertyType: row.propertyType,
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      livingAreaSquareFeet: row.squareFootage,
      lotSquareFeet: row.lotSize,
      builtYear: row.yearBuilt,
      lastSaleOn: row.lastSaleDate,
      lastSalePriceUsd: row.lastSalePrice,
      assessment: newest(row.taxAssessments, ({ value }) => value, 'assessedValueUsd'),
      propertyTax: newest(row.propertyTaxes, ({ total }) => total, 'taxUsd'),
    });
  },
};

const saleListing: Adapter<'sale_listing'> = {
  component: 'sale_listing',
  path: queried('/v1/listings/sale'),
  ...nothing,
  none: 'The provider returned no listing; this does not show that there is none.',
  read(body, question) {
    const row = rowOf(body, Listing, question);
    if (row === undefined || typeof row === 'string') return row;
    return defined({
      addressLabel: row.formattedAddress,
      status: row.status,
      listPriceUsd: row.price,
      listedOn: row.listedDate,
      removedOn: row.removedDate,
      lastSeenOn: row.lastSeenDate,
      onMarketDays: row.daysOnMarket,
      propertyType: row.propertyType,
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      livingAreaSquareFeet: row.squareFootage,
    });
  },
};

const rentReference: Adapter<'rent_reference'> = {
  component: 'rent_reference',
  path({ address, propertyType, bedrooms, bathrooms, squareFeet }) {
    const query = new URLSearchParams({ address });
    if (propertyType !== undefined) query.set('propertyType', propertyType);
    if (bedrooms !== undefined) query.set('bedrooms', String(bedrooms));
    if (bathrooms !== undefined) query.set('bathrooms', String(bathrooms));
    if (squareFeet !== undefined) query.set('squareFootage', String(squareFeet));
    return `/v1/avm/rent/long-term?${query}`;
  },
  ...nothing,
  none: 'The provider returned no rent reference; this does not show that nothing is rented there.',
  read(body) {
    const parsed = Rent.safeParse(body);
    if (!parsed.success) return undefined;
    const { rent, rentRangeLow, rentRangeHigh, comparables: rows } = parsed.data;
    return {
      amountUsd: rent,
      rangeLowUsd: rentRangeLow,
      rangeHighUsd: rentRangeHigh,
      comparables: toComparables(rows),
    };
  },
};

const valueReference: Adapter<'value_reference'> = {
  component: 'value_reference',
  path: ({ address }) => `/v1/avm/value?${new URLSearchParams({ address })}`,
  ...nothing,
  none: 'The provider returned no value reference.',
  read(body) {
    const parsed = Value.safeParse(body);
    if (!parsed.success) return undefined;
    const { price, priceRangeLow, priceRangeHigh, comparables: rows } = parsed.data;
    return {
      amountUsd: price,
      rangeLowUsd: priceRangeLow,
      rangeHighUsd: priceRangeHigh,
      comparables: toComparables(rows),
    };
  },
};

/** Property records, listings and references of RentCast, or a seller that answers in the same shape. */
export const rentcast: ProviderDefinition = {
  id: 'rentcast',
  name: 'RentCast API',
  pageUrl: 'https://developers.rentcast.io/reference/introduction',
  licenseNote: 'RentCast API terms: for the buyer alone, stored 24 hours at most, no copies',
  url: 'https://api.rentcast.io',
  keyIn: { place: 'header', name: 'X-Api-Key' },
  maxUsd: '0.12',
  timeoutMs: 15_000,
  adapters: {
    property_record: propertyRecord,
    sale_listing: saleListing,
    rent_reference: rentReference,
    value_reference: valueReference,
  } satisfies { readonly [C in LicensedComponent]?: Adapter<C> },
};
