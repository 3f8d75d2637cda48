import type { FieldRow } from '../../fields/field.ts';
import type { Lane } from './lanes.ts';

export { type Lane, lanes } from './lanes.ts';

/** What a lane says of one of its fields, whatever the source; the entry of a source adds the column and what differs. */
export interface LaneFieldRow extends Omit<FieldRow, 'columns' | 'means'> {
  /** Which of several it is; where these are several words, the entry of a source says one of them. */
  readonly means?: string | readonly string[];
  /** Somebody wrote the value in their own words: persons are taken out of it. */
  readonly freeText?: true;
}

const text = { type: 'text' } as const;
/** Proper names and values of a publisher's list are `text`. */
const ownWords = { type: 'text', freeText: true } as const;
const code = { type: 'code' } as const;
const id = { type: 'id' } as const;
const url = { type: 'url' } as const;
const flag = { type: 'flag' } as const;
const year = { type: 'year' } as const;
const number = { type: 'number' } as const;
const count = { type: 'count' } as const;
/** A count of which 0 means "not stated". */
const things = { type: 'count', zero: 'missing' } as const;
const money = { type: 'money', unit: 'USD' } as const;
/** Money that may be 0: dues and what was spent. */
const due = { ...money, zero: 'real' } as const;
const area = { type: 'area' } as const;
const day = <const M extends string | readonly string[]>(means: M) =>
  ({ type: 'day', means, zone: 'place' }) as const satisfies LaneFieldRow;
const ahead = <const M extends string>(means: M) => ({ ...day(means), future: 'real' }) as const;

const inside = { type: 'number', unit: 'degrees', agrees: 'the area of the query' } as const;
const position = {
  latitude: { ...inside, minimum: -90, maximum: 90 },
  longitude: { ...inside, minimum: -180, maximum: 180 },
} as const;

const record = {
  recordId: id,
  title: ownWords,
  type: text,
  description: ownWords,
  status: code,
  address: text,
  parcelId: id,
  buildingId: id,
  ...position,
  recordUrl: url,
} as const;

/** Which of several a value of the roll is; data/jurisdictions/value-kinds.csv says each in words. */
export const valueKinds = [
  'market',
  'assessed',
  'assessed_ratio',
  'capped',
  'taxable_net',
  'prior_year_market',
  'unknown',
] as const;
const value = { ...money, means: valueKinds } as const;
const values = { landValue: value, buildingValue: value, totalValue: value } as const;

/**
 * The fields of each lane: under which name a value is published, and what it is. A place file maps its columns to these
 * names and no others, and code reads no others; a lane without fields has no source yet. Lanes are configured place by
 * place: a tool names the lane it reads, and nothing in shared code names a place.
 */
export const laneFields = {
  parcel: {
    recordId: id,
    parcelId: id,
    accountId: id,
    mapNumber: id,
    recordYear: year,
    siteAddress: text,
    municipality: text,
    neighborhood: text,
    township: text,
    townshipCode: text,
    taxCode: text,
    planningJurisdiction: text,
    propertyClass: text,
    landUse: text,
    lotArea: { ...area, agrees: 'the outline of the parcel, by a factor of 1.5 at most' },
    deedArea: area,
    livingArea: area,
    buildingArea: area,
    // no house of these states is older
    yearBuilt: { ...year, minimum: 1650 },
    units: things,
    residentialUnits: things,
    buildings: count,
    floors: { type: 'number', zero: 'missing' },
    ...values,
    lastSaleDate: day('sale'),
    lastSalePrice: money,
    saleCode: code,
    deedDate: day(['deed', 'recorded', 'transferred']),
    ...position,
  },
  zoning: {
    code: text,
    label: text,
    maxStories: { type: 'number', zero: 'missing' },
    frontage: text,
    conditional: ownWords,
    conditionsUrl: url,
    case: text,
    otherCodes: text,
    overlays: text,
    specialDistricts: text,
    heightDistrict: text,
    residentialFar: number,
    commercialFar: number,
    facilityFar: number,
    parcelId: id,
  },
  zoning_overlay: { code: text, label: text, name: text, case: text },
  landmark: { name: text, type: text, district: text, parcelId: id },
  permits: {
    ...record,
    permitNumber: id,
    localPermitNumber: id,
    municipality: text,
    milestone: code,
    occurredAt: day(['filed', 'issued', 'approved', 'started', 'entered']),
    filedAt: day('filed'),
    approvedAt: day('approved'),
    issuedAt: day('issued'),
    startedAt: day('started'),
    expiresAt: ahead('expires'),
    completedAt: day('completed'),
    estimatedCost: money,
    assessable: text,
  },
  code_violations: {
    ...record,
    occurredAt: day(['opened', 'reported', 'observed', 'inspected', 'issued', 'condemned', 'status']),
    statusDate: day('status'),
    inspectionStatus: text,
    dispositionDate: day('decided'),
    currentStatus: code,
  },
  incidents: {
    ...record,
    occurredAt: day(['occurred', 'reported', 'dispatched']),
    arrest: flag,
    reportedAt: day('reported'),
    dispatchedAt: day('dispatched'),
    district: text,
  },
  service_requests: { ...record, occurredAt: day('opened'), closedAt: day('closed'), agency: text },
  assessment: {
    recordId: id,
    parcelId: id,
    accountId: id,
    year,
    propertyClass: text,
    taxClass: text,
    township: text,
    townshipCode: text,
    ...values,
    mailedLand: money,
    mailedBuilding: money,
    mailedTotal: money,
    certifiedLand: money,
    certifiedBuilding: money,
    certifiedTotal: money,
    boardLand: money,
    boardBuilding: money,
    boardTotal: money,
    priorMarketTotal: money,
    tentativeMarketTotal: money,
    noticeMarketTotal: money,
    finalMarketTotal: money,
  },
  transfers: {
    recordId: id,
    documentNumber: id,
    parcelId: id,
    address: text,
    occurredAt: day(['sale', 'deed', 'recorded', 'transferred']),
    saleDate: day('sale'),
    deedDate: day('deed'),
    recordedAt: day('recorded'),
    transferredAt: day('transferred'),
    price: money,
    deedType: text,
    propertyClass: text,
    townshipCode: text,
    multiSale: flag,
    parcelsInSale: things,
    ...position,
  },
  recording_history: {
    recordId: id,
    documentId: id,
    documentType: text,
    documentDate: day('document'),
    occurredAt: day('recorded'),
    recordedAt: day('recorded'),
    crfn: id,
    amount: money,
    percentTransferred: { type: 'number', unit: '%', zero: 'missing' },
    propertyType: text,
    address: text,
    unit: text,
    parcelId: id,
    goodThrough: day('good through'),
  },
  appeal_outcomes: {
    recordId: id,
    parcelId: id,
    year,
    township: text,
    townshipCode: text,
    propertyClass: text,
    appealType: text,
    change: text,
    reason: ownWords,
    status: code,
    mailedTotal: money,
    certifiedTotal: money,
  },
  tax_payment_status: {
    recordId: id,
    accountId: id,
    siteAddress: text,
    zip: text,
    principalDue: due,
    penaltyDue: due,
    interestDue: due,
    totalDue: due,
    yearsOwed: count,
    newestYearOwed: year,
    paymentAgreement: flag,
  },
  tax_rates: {},
  taxing_districts: {},
  tax_distress: {
    recordId: id,
    occurredAt: day('listed'),
    cycle: text,
    taxClass: text,
    waterDebtOnly: flag,
    totalDue: due,
    yearsOwed: count,
  },
  development_cases: {
    ...record,
    occurredAt: day(['filed', 'approved', 'certified']),
    projectId: id,
    submittedYear: year,
    certifiedAt: day('certified'),
    approvedAt: day('approved'),
    appealPeriodEnds: ahead('appeal period ends'),
    sunsetDate: ahead('sunset'),
    acreage: area,
    street: text,
    zoning: text,
    unitsRequested: things,
    unitsApproved: things,
    lotsRequested: things,
    areaRequested: area,
    ulurpNumbers: text,
  },
  capital_projects: {
    ...record,
    agency: text,
    firstCommitment: ahead('first commitment'),
    lastCommitment: ahead('last commitment'),
    plannedTotal: due,
    committedTotal: due,
    spentTotal: due,
  },
  rental_registry: {
    ...record,
    title: text,
    occurredAt: day(['filed', 'registered', 'licensed', 'first licensed', 'recorded']),
    filedAt: day('filed'),
    recordedAt: day('recorded'),
    street: text,
    lowNumber: text,
    highNumber: text,
    units: things,
    voteDate: day('vote'),
    registrationEnds: ahead('registration ends'),
  },
  transit: { recordId: id, title: text, route: text, routeName: text, accessible: flag, ...position },
  legislation: {
    recordId: id,
    pageKey: id,
    title: { ...ownWords, maxLength: 1500 },
    type: text,
    category: text,
    status: code,
    body: text,
    // a matter on the agenda of a coming meeting is introduced there
    occurredAt: ahead('introduced'),
    decidedAt: day('decided'),
  },
  utility_service: {},
  special_valuation: { recordId: id, parcelId: id, year, code: text, exemptValue: money },
  certificate_of_occupancy: { ...record, occurredAt: day('issued'), issuedAt: day('issued') },
} as const satisfies Readonly<Record<Lane, Readonly<Record<string, LaneFieldRow>>>>;

/** Published names of a lane; without a lane, of any of them. */
export type LaneField<L extends Lane = Lane> = L extends Lane ? keyof (typeof laneFields)[L] & string : never;

/** The fields of a lane by name, whichever lane it is. */
export const fieldsOfLane = (lane: Lane): Readonly<Record<string, LaneFieldRow>> => laneFields[lane];
