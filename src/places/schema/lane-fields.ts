/** What most records of any lane may carry. */
const record = [
  'recordId',
  'title',
  'type',
  'description',
  'status',
  'occurredAt',
  'address',
  'parcelId',
  'buildingId',
  'latitude',
  'longitude',
  'recordUrl',
] as const;

const values = ['landValue', 'buildingValue', 'totalValue'] as const;

/**
 * The names under which a field of each lane is published. A place file maps its columns to these names and no others,
 * and code reads no others; a lane without names has no source yet. Lanes are configured place by place: a tool names
 * the lane it reads, and nothing in shared code names a place.
 */
export const laneFields = {
  parcel: [
    'recordId',
    'parcelId',
    'accountId',
    'mapNumber',
    'recordYear',
    'siteAddress',
    'municipality',
    'neighborhood',
    'township',
    'townshipCode',
    'taxCode',
    'planningJurisdiction',
    'propertyClass',
    'landUse',
    'lotArea',
    'deedArea',
    'livingArea',
    'buildingArea',
    'yearBuilt',
    'units',
    'residentialUnits',
    'buildings',
    'floors',
    ...values,
    'lastSaleDate',
    'lastSalePrice',
    'deedDate',
    'latitude',
    'longitude',
  ],
  zoning: [
    'code',
    'label',
    'maxStories',
    'frontage',
    'conditional',
    'conditionsUrl',
    'case',
    'otherCodes',
    'overlays',
    'specialDistricts',
    'heightDistrict',
    'residentialFar',
    'commercialFar',
    'facilityFar',
    'parcelId',
  ],
  zoning_overlay: ['code', 'label', 'name', 'case'],
  landmark: ['name', 'type', 'district', 'parcelId'],
  permits: [
    ...record,
    'permitNumber',
    'localPermitNumber',
    'municipality',
    'milestone',
    'filedAt',
    'approvedAt',
    'issuedAt',
    'expiresAt',
    'completedAt',
    'estimatedCost',
    'assessable',
  ],
  code_violations: [...record, 'statusDate', 'inspectionStatus', 'dispositionDate', 'currentStatus'],
  incidents: [...record, 'arrest', 'reportedAt', 'dispatchedAt', 'district'],
  service_requests: [...record, 'closedAt', 'agency'],
  assessment: [
    'recordId',
    'parcelId',
    'accountId',
    'year',
    'propertyClass',
    'taxClass',
    'township',
    'townshipCode',
    ...values,
    'mailedLand',
    'mailedBuilding',
    'mailedTotal',
    'certifiedLand',
    'certifiedBuilding',
    'certifiedTotal',
    'boardLand',
    'boardBuilding',
    'boardTotal',
    'priorMarketTotal',
    'tentativeMarketTotal',
    'noticeMarketTotal',
    'finalMarketTotal',
  ],
  transfers: [
    'recordId',
    'documentNumber',
    'parcelId',
    'address',
    'occurredAt',
    'saleDate',
    'deedDate',
    'price',
    'deedType',
    'propertyClass',
    'townshipCode',
    'multiSale',
    'parcelsInSale',
    'latitude',
    'longitude',
  ],
  recording_history: [
    'recordId',
    'documentId',
    'documentType',
    'documentDate',
    'occurredAt',
    'recordedAt',
    'crfn',
    'amount',
    'percentTransferred',
    'propertyType',
    'address',
    'unit',
    'parcelId',
    'goodThrough',
  ],
  appeal_outcomes: [
    'recordId',
    'parcelId',
    'year',
    'township',
    'townshipCode',
    'propertyClass',
    'appealType',
    'change',
    'reason',
    'status',
    'mailedTotal',
    'certifiedTotal',
  ],
  tax_payment_status: [
    'recordId',
    'accountId',
    'siteAddress',
    'zip',
    'principalDue',
    'penaltyDue',
    'interestDue',
    'totalDue',
    'yearsOwed',
    'newestYearOwed',
    'paymentAgreement',
  ],
  tax_rates: [],
  taxing_districts: [],
  tax_distress: ['recordId', 'occurredAt', 'cycle', 'taxClass', 'waterDebtOnly', 'totalDue', 'yearsOwed'],
  development_cases: [
    ...record,
    'projectId',
    'submittedYear',
    'certifiedAt',
    'approvedAt',
    'appealPeriodEnds',
    'sunsetDate',
    'acreage',
    'street',
    'zoning',
    'unitsRequested',
    'unitsApproved',
    'lotsRequested',
    'areaRequested',
    'ulurpNumbers',
  ],
  capital_projects: [
    ...record,
    'agency',
    'firstCommitment',
    'lastCommitment',
    'plannedTotal',
    'committedTotal',
    'spentTotal',
  ],
  rental_registry: [...record, 'street', 'lowNumber', 'highNumber', 'units', 'voteDate', 'registrationEnds'],
  transit: ['recordId', 'title', 'route', 'routeName', 'accessible', 'latitude', 'longitude'],
  legislation: ['recordId', 'pageKey', 'title', 'type', 'category', 'status', 'body', 'occurredAt', 'decidedAt'],
  utility_service: [],
  special_valuation: ['recordId', 'parcelId', 'year', 'code', 'exemptValue'],
  certificate_of_occupancy: [...record],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Published names whose values somebody wrote in their own words: work descriptions, titles of cases and matters,
 * descriptors of requests. Names, telephone numbers and addresses of persons are taken out of them. Values of a
 * publisher's list (type, status) and proper names (street, facility, route) are none.
 */
export const freeTextFields = ['title', 'description', 'reason', 'conditional'] as const;
/** Lanes whose titles are proper names: a station, a building's address. */
export const properNameLanes: readonly string[] = ['transit', 'rental_registry', 'landmark'];
export type FreeTextField = (typeof freeTextFields)[number];

/** Published names that hold an identifier. */
export const identifierFields = [
  'recordId',
  'parcelId',
  'accountId',
  'buildingId',
  'documentId',
  'projectId',
  'pageKey',
  'crfn',
] as const;

/** Published names whose values are codes of the publisher's own short list. */
export const codeFields = ['status', 'currentStatus', 'milestone'] as const;

export type Lane = keyof typeof laneFields;
export const lanes = Object.keys(laneFields) as readonly Lane[];

/** Published names of a lane; without a lane, of any of them. */
export type LaneField<L extends Lane = Lane> = (typeof laneFields)[L][number];

/** The names of a list that are none of a lane. */
export function unknownFields(lane: Lane, names: readonly string[]): readonly string[] {
  const known: readonly string[] = laneFields[lane];
  return names.filter((name) => !known.includes(name));
}
