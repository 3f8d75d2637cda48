import type { FakeUpstream, UpstreamReply, UpstreamRequest } from '../fake-upstream.ts';
import { type KeyState, keyState } from '../keys.ts';

const figures = [
  { price: 612_000, rent: 2850, squareFootage: 1894, lotSize: 5227, yearBuilt: 1962 },
  { price: 488_500, rent: 2310, squareFootage: 1420, lotSize: 4356, yearBuilt: 1948 },
  { price: 735_000, rent: 3200, squareFootage: 2310, lotSize: 7405, yearBuilt: 1987 },
] as const;

const houseNumber = (address: string) => Number(/^\d+/.exec(address)?.[0] ?? 0);

/** One of the three by the house number, so that the same house always has the same record. */
const figureOf = (address: string) => figures[houseNumber(address) % figures.length] ?? figures[0];

const comparable = (at: number, price: number) => ({
  id: `${100 + at}-Synthetic-St,-Testville,-NC-27601`,
  formattedAddress: `${100 + at} Synthetic St, Testville, NC 27601`,
  addressLine1: `${100 + at} Synthetic St`,
  addressLine2: null,
  propertyType: 'Single Family',
  status: 'Inactive',
  price,
  bedrooms: 3,
  bathrooms: 2,
  squareFootage: 1700 + at * 40,
  listedDate: '2026-01-12T00:00:00.000Z',
  lastSeenDate: '2026-02-20T13:11:47.157Z',
  listingType: 'Standard',
  removedDate: '2026-02-21T00:00:00.000Z',
  daysOnMarket: 18 + at,
  daysOld: at,
  distance: 0.21 * at,
  correlation: Number((0.98 - at * 0.01).toFixed(2)),
});

/** What is beside a model's figure: the property since 2025, its point alone before; every second house has the old form. */
const subjectOf = (address: string) =>
  houseNumber(address) % 2 === 0
    ? { subjectProperty: { formattedAddress: address, latitude: 35.78, longitude: -78.64, bedrooms: 3 } }
    : { latitude: 35.78, longitude: -78.64 };

type Answer = (address: string) => UpstreamReply;

const property: Answer = (address) => {
  const { squareFootage, lotSize, yearBuilt } = figureOf(address);
  return {
    body: [
      {
        id: 'synthetic-property',
        formattedAddress: address,
        county: 'Wake',
        propertyType: 'Single Family',
        bedrooms: 3,
        bathrooms: 2,
        squareFootage,
        lotSize,
        yearBuilt,
        assessorID: '0000000001',
        lastSaleDate: '2017-10-19T00:00:00.000Z',
        lastSalePrice: 185_000,
        taxAssessments: {
          2023: { year: 2023, value: 225_790, land: 59_380, improvements: 166_410 },
          2024: { year: 2024, value: 381_200, land: 120_000, improvements: 261_200 },
        },
        propertyTaxes: { 2023: { year: 2023, total: 3_210 }, 2024: { year: 2024, total: 3_495 } },
        owner: {
          names: ['SYNTHETIC NEVERSHOWN'],
          type: 'Individual',
          mailingAddress: { formattedAddress: 'PO BOX 1' },
        },
        ownerOccupied: true,
      },
    ],
  };
};

/** Every third house is listed; of the others the service has no listing. */
const listing: Answer = (address) => {
  const { price, squareFootage } = figureOf(address);
  if (houseNumber(address) % 3 !== 0) return { status: 404, body: '' };
  return {
    body: [
      {
        id: 'synthetic-listing',
        formattedAddress: address,
        propertyType: 'Single Family',
        bedrooms: 3,
        bathrooms: 2,
        squareFootage,
        status: 'Active',
        price,
        listedDate: '2026-02-03T00:00:00.000Z',
        removedDate: null,
        lastSeenDate: '2026-02-27T10:05:12.000Z',
        daysOnMarket: 26,
        listingAgent: { name: 'Synthetic Neveragent', phone: '5550100', email: 'never@example.org' },
        listingOffice: { name: 'Synthetic Neveroffice', phone: '5550101' },
      },
    ],
  };
};

const rent: Answer = (address) => {
  const { rent: amount } = figureOf(address);
  return {
    body: {
      rent: amount,
      rentRangeLow: amount * 0.92,
      rentRangeHigh: amount * 1.09,
      ...subjectOf(address),
      comparables: [1, 2, 3].map((at) => comparable(at, amount + at * 25)),
    },
  };
};

const value: Answer = (address) => {
  const { price } = figureOf(address);
  return {
    body: {
      price,
      priceRangeLow: price * 0.94,
      priceRangeHigh: price * 1.05,
      ...subjectOf(address),
      comparables: [1, 2, 3].map((at) => comparable(at, price + at * 9000)),
    },
  };
};

const answers: Readonly<Record<string, Answer>> = {
  '/v1/properties': property,
  '/v1/listings/sale': listing,
  '/v1/avm/rent/long-term': rent,
  '/v1/avm/value': value,
};

const refusal = (status: number, error: string, message: string): UpstreamReply => ({
  status,
  body: { status, error, message },
});
const refusals: Readonly<Record<Exclude<KeyState, 'good'>, UpstreamReply>> = {
  missing: refusal(
    401,
    'auth/api-key-invalid',
    "No API key provided in request. An API key must be provided in the 'X-Api-Key' header",
  ),
  unknown: refusal(401, 'auth/api-key-invalid', 'The provided API key is invalid'),
  throttled: refusal(429, 'auth/rate-limit-exceeded', 'The rate limit of 20 requests per second has been exceeded'),
};

/**
 * Paths, the key's header, members and the form of errors after the published interface of the service (its reference with
 * response codes and rate limits, and its OpenAPI document, as paragonsean/openapi-directory has it) and two public
 * clients' types; owner, agent and office are in the real answers, so they are here to be left out. An address without
 * data is a 404, whose body no one shows.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'rentcast',
  hosts: ['api.rentcast.io'],
  respond({ path, query, headers }: UpstreamRequest) {
    const answer = answers[path];
    if (!answer) return undefined;
    const key = keyState(headers['x-api-key']);
    if (key !== 'good') return refusals[key];
    return answer(query.get('address') ?? '');
  },
};

export default fakeUpstream;
