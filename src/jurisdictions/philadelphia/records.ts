import type { LaneSource } from '../../kernel/jurisdiction.ts';
import { permitBias } from '../bias.ts';

const city = {
  platform: 'carto',
  endpoint: 'https://phl.carto.com/api/v2/sql',
  resolve: { by: 'none' },
  licence: { note: 'City of Philadelphia License', url: 'https://opendataphilly.org/' },
} as const;

const inspections = {
  ...city,
  publisher: 'City of Philadelphia, Department of Licenses and Inspections',
  locationPrecision: 'exact',
} as const;

const live = (day: string) => ({
  verifiedAt: day,
  verification: {
    word: 'live' as const,
    note: 'A third party recorded live answers in August 2026; this project has not queried it.',
  },
});
const catalogue = (note = 'Table in the city catalogue (2026-08-21), columns in public code; not called by us.') => ({
  verifiedAt: null,
  verification: { word: 'catalogue' as const, note },
});

const within = { maxMeters: 2000, column: 'the_geom' } as const;
const account = { field: 'opa_account_num', normalize: 'digits' } as const;

const permits = {
  ...inspections,
  category: 'permit' as const,
  table: 'permits',
  landingUrl: 'https://opendataphilly.org/datasets/licenses-and-inspections-building-and-zoning-permits/',
  fields: {
    recordId: 'permitnumber',
    title: { field: ['permitdescription', 'typeofwork'], join: ' - ' },
    type: 'permittype',
    status: 'status',
    occurredAt: { field: 'permitissuedate', type: 'isoDate' as const },
    issuedAt: { field: 'permitissuedate', type: 'isoDate' as const },
    completedAt: { field: 'permitcompleteddate', type: 'isoDate' as const },
    address: 'address',
    parcelId: { field: 'opa_account_num', type: 'digits' as const },
  },
  freshness: { cadence: 'daily' },
  bias: permitBias,
  ...live('2026-08-05'),
} satisfies Partial<LaneSource>;

const licenses = (kind: string) =>
  ({
    ...inspections,
    lane: 'rental_registry',
    category: 'rental_registry',
    table: 'business_licenses',
    landingUrl: 'https://opendataphilly.org/datasets/licenses-and-inspections-business-licenses/',
    query: {
      addressField: 'address',
      where: `licensetype = '${kind}'`,
      order: 'initialissuedate DESC',
    },
    fields: {
      recordId: 'licensenum',
      title: 'licensetype',
      type: 'licensetype',
      status: 'licensestatus',
      address: 'address',
      occurredAt: { field: 'initialissuedate', type: 'isoDate' },
      registrationEnds: { field: 'expirationdate', type: 'isoDate' },
      units: { field: 'numberofunits', type: 'number' },
    },
    freshness: { cadence: 'daily' },
    ...catalogue('Table in the city catalogue; license types and columns in public code of 2026; not called by us.'),
  }) as const;

/** Incidents, requests, permits, violations, transfers and rental licenses of the city's SQL service. */
export const recordSources: readonly LaneSource[] = [
  {
    ...city,
    cardId: 'philadelphia-incidents',
    name: 'Philadelphia crime incidents',
    lane: 'incidents',
    category: 'incident',
    table: 'incidents_part1_part2',
    publisher: 'Philadelphia Police Department',
    landingUrl: 'https://opendataphilly.org/datasets/crime-incidents/',
    query: { radius: within, dateField: 'dispatch_date_time', dateType: 'iso', order: 'dispatch_date_time DESC' },
    fields: {
      recordId: 'dc_key',
      title: 'text_general_code',
      type: 'text_general_code',
      occurredAt: { field: 'dispatch_date', type: 'isoDate' },
      dispatchedAt: { field: 'dispatch_date_time', type: 'isoDate' },
      address: 'location_block',
    },
    locationPrecision: 'block',
    limits: {
      lookbackDaysMax: 3650,
      notes: ['Addresses are given by block.', 'The date is the date of the dispatch.'],
    },
    freshness: { cadence: 'daily' },
    bias: {
      measures: 'Incidents of part 1 and part 2 offences that the police were dispatched to and recorded.',
      doesNotMeasure: 'What happened and was not reported, who is guilty, or what will happen.',
      knownBiases: [
        'Reporting differs by offence, by neighbourhood and by trust in the police.',
        'Classifications may change after investigation.',
        'Positions are moved to the block; several addresses share one.',
      ],
    },
    ...catalogue(),
  },
  {
    ...city,
    cardId: 'philadelphia-311',
    name: 'Philadelphia 311 service requests',
    lane: 'service_requests',
    category: 'service_request',
    table: 'public_cases_fc',
    publisher: 'Philly311',
    landingUrl: 'https://opendataphilly.org/datasets/311-service-and-information-requests/',
    query: {
      radius: within,
      where: "service_name != 'Information Request'",
      dateField: 'requested_datetime',
      dateType: 'iso',
      order: 'requested_datetime DESC',
    },
    fields: {
      recordId: 'service_request_id',
      title: 'service_name',
      type: 'service_name',
      status: 'status',
      occurredAt: { field: 'requested_datetime', type: 'isoDate' },
      closedAt: { field: 'closed_datetime', type: 'isoDate' },
      address: 'address',
    },
    locationPrecision: 'exact',
    limits: { lookbackDaysMax: 3650, notes: ['Information requests are left out.'] },
    freshness: { cadence: 'daily' },
    bias: {
      measures: 'Requests that people made to the city through 311.',
      doesNotMeasure: 'Conditions that nobody reported, or whether the reported condition was there.',
      knownBiases: [
        'Use of 311 differs by neighbourhood, language and habit.',
        'One condition can bring many requests.',
      ],
    },
    ...catalogue(),
  },
  {
    ...permits,
    cardId: 'philadelphia-permits',
    name: 'Philadelphia building and zoning permits',
    lane: 'permits',
    query: {
      radius: within,
      addressField: 'address',
      dateField: 'permitissuedate',
      dateType: 'iso',
      order: 'permitissuedate DESC',
    },
    limits: { lookbackDaysMax: 3650, notes: ['The table has the date of issue and no date of application.'] },
  },
  {
    ...permits,
    cardId: 'philadelphia-permits-by-account',
    name: 'Philadelphia building and zoning permits by account',
    lane: 'permits_by_parcel',
    query: { key: account, dateField: 'permitissuedate', dateType: 'iso', order: 'permitissuedate DESC' },
    limits: { notes: ['Found by the 9-digit OPA account; a permit without one is not found this way.'] },
  },
  {
    ...inspections,
    cardId: 'philadelphia-violations',
    name: 'Philadelphia code violations',
    lane: 'code_violations',
    category: 'code_violation',
    table: 'violations',
    landingUrl: 'https://opendataphilly.org/datasets/licenses-and-inspections-code-violations/',
    query: {
      radius: within,
      key: account,
      addressField: 'address',
      dateField: 'violationdate',
      dateType: 'iso',
      order: 'violationdate DESC',
    },
    fields: {
      recordId: 'violationnumber',
      title: 'violationcodetitle',
      type: 'caseprioritydesc',
      status: 'violationstatus',
      occurredAt: { field: 'violationdate', type: 'isoDate' },
      address: 'address',
      parcelId: { field: 'opa_account_num', type: 'digits' },
    },
    limits: { lookbackDaysMax: 3650, notes: ['Unsafe and imminently dangerous buildings are separate tables.'] },
    freshness: { cadence: 'daily' },
    bias: {
      measures: 'Violations that city inspectors wrote, mostly after a complaint or a permit.',
      doesNotMeasure: 'The condition of buildings that nobody inspected, or whether a violation was since corrected.',
      knownBiases: ['Inspections follow complaints, and complaining differs by neighbourhood.'],
    },
    ...catalogue(),
  },
  {
    ...city,
    cardId: 'philadelphia-transfers',
    name: 'Philadelphia real estate transfers',
    lane: 'transfers',
    table: 'rtt_summary',
    publisher: 'City of Philadelphia, Department of Records',
    landingUrl: 'https://opendataphilly.org/datasets/real-estate-transfers/',
    query: {
      radius: within,
      key: account,
      where: "document_type LIKE '%DEED%'",
      dateField: 'display_date',
      dateType: 'iso',
      order: 'display_date DESC',
    },
    fields: {
      recordId: 'document_id',
      documentNumber: 'document_id',
      deedType: 'document_type',
      occurredAt: { field: 'display_date', type: 'isoDate' },
      saleDate: { field: 'display_date', type: 'isoDate' },
      price: { field: 'adjusted_total_consideration', type: 'number', unit: 'USD' },
      address: 'street_address',
      parcelId: { field: 'opa_account_num', type: 'digits' },
    },
    locationPrecision: 'exact',
    recordScope: 'recorded documents whose type names a deed',
    limits: {
      notes: [
        'A consideration of $1 is a transfer without a sale.',
        'The price is the share of this property in the deed.',
      ],
    },
    freshness: { cadence: 'monthly' },
    ...live('2026-08-04'),
  },
  {
    ...licenses('Rental'),
    cardId: 'philadelphia-rental-licenses',
    name: 'Philadelphia rental licenses',
    recordScope: 'long-term registration: rental licenses by street address',
    limits: {
      notes: ['Licenses are listed under the address that the license carries; a corner building may carry another.'],
    },
  },
  {
    ...licenses('Limited Lodging Operator'),
    cardId: 'philadelphia-lodging-licenses',
    name: 'Philadelphia limited lodging licenses',
    recordScope: 'short-term license: limited lodging operators by street address',
    limits: { notes: ['Visitor accommodations and hotels are licensed under other types.'] },
  },
];
