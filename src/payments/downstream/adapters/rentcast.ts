import { z } from 'zod';
import { computed, count, day, id, money, number, text, year } from '../../../fields/define.ts';
import type { RawRow } from '../../../fields/scope.ts';
import { table } from '../../../fields/table.ts';
import type { Adapter, ProviderDefinition } from './adapter.ts';

const shown = { required: true, maxLength: 200 } as const;
const short = { maxLength: 200 } as const;
const real = { zero: 'real' } as const;
const few = { minimum: 0, maximum: 1000 } as const;
const measured = { minimum: 0 } as const;
const wholeUsd = { required: true, decimals: 0 } as const;

const addressLabel = text('formattedAddress', shown);
const size = {
  bedrooms: number('bedrooms', few),
  bathrooms: number('bathrooms', few),
  livingAreaSquareFeet: number('squareFootage', measured),
};

const Yearly = z.record(z.string().regex(/^\d{4}$/), z.looseObject({}));

/** The newest year of a table by years (an object) that has a figure. */
function newest<K extends string>(column: string, figure: string, name: K) {
  type Newest = { readonly taxYear: number } & Readonly<Record<K, number>>;
  return computed([column], z.custom<Newest>(), ([byYear]) => {
    const years = Object.entries(Yearly.safeParse(byYear).data ?? {}).sort(([a], [b]) => Number(b) - Number(a));
    const [year, row] = years.find(([, { [figure]: value }]) => typeof value === 'number' && value >= 0) ?? [];
    return row && ({ taxYear: Number(year), [name]: row[figure] } as Newest);
  });
}

// owner, ownerOccupied, listingAgent, listingOffice and builder are in the answers and are named in none of these
const property = table('rentcast-property', {
  addressLabel,
  parcelNumber: id('assessorID', short),
  propertyType: text('propertyType', short),
  ...size,
  lotSquareFeet: number('lotSize', measured),
  builtYear: year('yearBuilt', { minimum: 1600, maximum: 2200 }),
  lastSaleOn: day('lastSaleDate'),
  lastSalePriceUsd: money('lastSalePrice', real),
  assessment: newest('taxAssessments', 'value', 'assessedValueUsd'),
  propertyTax: newest('propertyTaxes', 'total', 'taxUsd'),
});

const listing = table('rentcast-listing', {
  addressLabel,
  status: text('status', shown),
  listPriceUsd: money('price', real),
  listedOn: day('listedDate'),
  removedOn: day('removedDate'),
  lastSeenOn: day('lastSeenDate'),
  onMarketDays: count('daysOnMarket'),
  propertyType: text('propertyType', short),
  ...size,
});

const comparable = table('rentcast-comparable', {
  addressLabel,
  distanceMeters: number('distance', { ...measured, factor: 1609.344, decimals: 0 }),
  ...size,
  amountUsd: money('price', real),
  lastSeenOn: day('lastSeenDate'),
  correlation: number('correlation', { minimum: 0, maximum: 1 }),
});
const shownComparables = 10;
const Reference = z.looseObject({ comparables: z.array(z.looseObject({})).max(100).default([]) });

/** Reads a model's figure, which is monthly rent or price, with its range and at most ten comparables. */
function referenceOf(amount: 'rent' | 'price') {
  const reference = table(`rentcast-${amount}`, {
    amountUsd: money(amount, wholeUsd),
    rangeLowUsd: money(`${amount}RangeLow`, wholeUsd),
    rangeHighUsd: money(`${amount}RangeHigh`, wholeUsd),
  });
  return (body: unknown) => {
    const read = Reference.safeParse(body);
    const figures = read.data && reference.read(read.data);
    const comparables = read.data?.comparables.map((row) => comparable.read(row));
    if (!figures || !comparables?.every((row) => row !== undefined)) return undefined;
    return { ...figures, comparables: comparables.slice(0, shownComparables) };
  };
}

/** House number and ZIP: what an answer about another house differs in first. */
const houseOf = (line: string) =>
  `${/^\s*(\d+)/.exec(line)?.[1] ?? ''} ${/(\d{5})(?:-\d{4})?\s*$/.exec(line)?.[1] ?? ''}`;

/** Reads the one row of an answer, which may be a list; only of the house that was queried. */
const rowReader =
  <R extends { readonly addressLabel: string }>({ read }: { read(raw: RawRow): R | undefined }) =>
  (body: unknown, { address }: { readonly address: string }) => {
    const [raw] = Array.isArray(body) ? body : [body];
    if (raw === undefined) return 'none';
    const row = read(raw ?? {});
    return row && houseOf(row.addressLabel) !== houseOf(address) ? 'other' : row;
  };

function pathOf(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const stated = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(stated.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

const propertyRecord: Adapter<'property_record'> = {
  path: ({ address }) => pathOf('/v1/properties', { address, limit: 1 }),
  none: 'The provider returned no property record; this does not show that there is none.',
  read: rowReader(property),
};

const saleListing: Adapter<'sale_listing'> = {
  path: ({ address }) => pathOf('/v1/listings/sale', { address, limit: 1 }),
  none: 'The provider returned no listing; this does not show that there is none.',
  read: rowReader(listing),
};

const rentReference: Adapter<'rent_reference'> = {
  path: ({ address, propertyType, bedrooms, bathrooms, squareFeet: squareFootage }) =>
    pathOf('/v1/avm/rent/long-term', { address, propertyType, bedrooms, bathrooms, squareFootage }),
  none: 'The provider returned no rent reference; this does not show that nothing is rented there.',
  read: referenceOf('rent'),
};

const valueReference: Adapter<'value_reference'> = {
  path: ({ address }) => pathOf('/v1/avm/value', { address }),
  none: 'The provider returned no value reference.',
  read: referenceOf('price'),
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
  adapters: {
    property_record: propertyRecord,
    sale_listing: saleListing,
    rent_reference: rentReference,
    value_reference: valueReference,
  },
};
