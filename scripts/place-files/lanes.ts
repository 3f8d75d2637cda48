import type { FieldEntry } from '../../src/places/schema/lane-table.ts';
import { area, columnsOf, dateTypeOf, entryOf, type FeedRow, meaning, otherFields, present } from './row.ts';

type Fields = Readonly<Record<string, FieldEntry>>;
type Query = Readonly<Record<string, unknown>>;

const one = (cell: string | undefined) => (columnsOf(cell).length === 1 ? columnsOf(cell)[0] : undefined);
/** A number made of several columns goes without the date: that is a field of its own. */
const idOf = (row: FeedRow) =>
  entryOf(
    columnsOf(row.id_field).filter((name, _, all) => all.length === 1 || name !== row.date_field),
    '-',
  );
const addressOf = (row: FeedRow) => entryOf(columnsOf(row.address_field), ' ');
const isShape = ({ geometry }: FeedRow) => geometry === 'point' || geometry === 'polygon';

/** The kind of a record: its type, and what tells kinds of it apart. */
function titleOf(row: FeedRow): FieldEntry | undefined {
  const words = ['work', 'subtype', 'category', 'class', 'group'];
  const more = otherFields(row).find(([, said]) => words.includes(said))?.[0];
  return entryOf(
    [one(row.type_field), more].flatMap((name) => name ?? []),
    ' - ',
  );
}

/** The column that dates a record. */
function dated(row: FeedRow, means?: string): FieldEntry | undefined {
  const column = one(row.date_field);
  return column === undefined || means === undefined ? column : { column, means };
}

/** The fields that the rows of any lane of records carry; `means` says which date dates them. */
function recordFields(row: FeedRow, means?: string): Fields {
  const isTable = row.platform !== 'arcgis';
  return present({
    recordId: idOf(row),
    title: titleOf(row),
    type: one(row.type_field),
    status: one(row.status_field),
    occurredAt: dated(row, means),
    address: addressOf(row),
    ...(!isTable && { recordUrl: meaning(row, 'page') }),
    ...(isTable && { latitude: one(row.lat_field), longitude: one(row.lon_field) }),
  });
}

function permitFields(row: FeedRow): Fields {
  const isIssue = /iss/i.test(one(row.date_field) ?? '');
  const { title, type, ...rest } = recordFields(row, isIssue ? 'issued' : 'filed');
  return present({
    ...rest,
    title: title ?? type,
    ...(type && { type }),
    ...(isIssue ? { filedAt: meaning(row, 'filed') } : { issuedAt: meaning(row, 'issued') }),
    completedAt: meaning(row, 'completed', 'final'),
    expiresAt: meaning(row, 'expires'),
    estimatedCost: one(row.cost_field),
    parcelId: one(row.parcel_key_field),
  });
}

function transferFields(row: FeedRow): Fields {
  const { recordId, address, occurredAt, latitude, longitude } = recordFields(row, 'sale');
  return present({
    recordId,
    documentNumber: meaning(row, 'deed', 'document', 'instrument', 'reception number', 'recording'),
    parcelId: one(row.parcel_key_field),
    address,
    occurredAt,
    price: columnsOf(row.cost_field)[0],
    deedType: one(row.type_field),
    latitude,
    longitude,
  }) as Fields;
}

const parcelFields = (row: FeedRow): Fields =>
  present({
    recordId: one(row.parcel_key_field),
    parcelId: one(row.parcel_key_field),
    siteAddress: addressOf(row),
    municipality: meaning(row, 'city', 'municipality'),
    propertyClass: meaning(row, 'class'),
    landUse: meaning(row, 'use'),
    lotArea: area(meaning(row, 'area', 'acres', 'square feet')),
    yearBuilt: otherFields(row).find(([name, said]) => /^year/.test(said) && /buil|blt|yr_impr|const/i.test(name))?.[0],
    units: meaning(row, 'units'),
    floors: meaning(row, 'floors', 'stories'),
    landValue: meaning(row, 'land'),
    buildingValue: meaning(row, 'building', 'improvements', 'building value'),
    totalValue: meaning(row, 'total', 'assessed', 'appraised', 'appraised total', 'market'),
    lastSaleDate: meaning(row, 'sale'),
    lastSalePrice: meaning(row, 'price'),
  });

const zoningFields = (row: FeedRow): Fields =>
  present({
    code: one(row.type_field),
    label: one(row.description_field),
    conditionsUrl: meaning(row, 'link', 'code link'),
    case: meaning(row, 'case'),
    overlays: meaning(row, 'overlay'),
    specialDistricts: meaning(row, 'special district', 'planned development', 'plan district'),
    heightDistrict: meaning(row, 'height', 'stories'),
  });

function overlayFields(row: FeedRow): Fields {
  const word = one(row.type_field);
  return present({ [/name|desc/i.test(word ?? '') ? 'name' : 'code']: word, label: one(row.description_field) });
}
const landmarkFields = (row: FeedRow): Fields =>
  present({ name: one(row.description_field), type: meaning(row, 'type') });

const withClosing = (row: FeedRow): Fields =>
  present({ ...recordFields(row), closedAt: meaning(row, 'closed', 'resolved') });

const rentalFields = (row: FeedRow): Fields =>
  present({ ...recordFields(row, 'licensed'), registrationEnds: meaning(row, 'expires') });

/** The fields of a lane's row, under the names of the lane; undefined for a lane that is not made from rows. */
export function fieldsOf(row: FeedRow): Fields | undefined {
  const byLane: Readonly<Record<string, (row: FeedRow) => Fields>> = {
    permits: permitFields,
    incidents: (given) => recordFields(given, 'occurred'),
    service_requests: withClosing,
    code_violations: (given) => present({ ...recordFields(given, 'opened'), parcelId: one(given.parcel_key_field) }),
    transfers: transferFields,
    parcel: parcelFields,
    zoning: zoningFields,
    zoning_overlay: overlayFields,
    landmark: landmarkFields,
    rental_registry: rentalFields,
    str_registry: rentalFields,
  };
  return byLane[row.lane ?? '']?.(row);
}

const maxMeters = 2000;
/** Parcels are read in pages of a few hundred. */
const parcelMeters = 300;

/** How a set is queried around a point; undefined where it has no position that can be queried by distance. */
function radiusOf(row: FeedRow): Query | undefined {
  if (row.platform === 'arcgis') return isShape(row) ? { maxMeters } : undefined;
  const [holder] = /^(\w+)\.(?:latitude|coordinates)/.exec(row.lat_field ?? '')?.slice(1) ?? [];
  if (holder) return { maxMeters, column: holder };
  return one(row.lat_field) && one(row.lon_field) ? { maxMeters } : undefined;
}

function addressParts(row: FeedRow): Query | undefined {
  const [number, ...street] = columnsOf(row.address_field);
  const direction = street.length > 1 && /dir/i.test(street[0] ?? '') ? street.shift() : undefined;
  return number && street[0] ? present({ number, direction, street: street[0] }) : undefined;
}

function areaQuery(row: FeedRow): Query {
  if (row.lane !== 'parcel') return { point: true };
  const address = one(row.address_field);
  return present({
    point: true,
    radius: { maxMeters: parcelMeters },
    key: { field: one(row.parcel_key_field) },
    addressField: address,
    addressParts: address ? undefined : addressParts(row),
  });
}

/** Lanes that are also queried by the number of a parcel. */
const byParcel = ['permits', 'transfers', 'rental_registry', 'str_registry'];
const exactly = 'Found by the parcel number exactly as this source writes it.';

/** How the source of a row is queried; undefined where it could answer no question. */
export function queryOf(row: FeedRow): Query | undefined {
  if (['parcel', 'zoning', 'zoning_overlay', 'landmark'].includes(row.lane ?? '')) return areaQuery(row);
  const radius = radiusOf(row);
  // the number of a parcel has one form in the permits and another on the map: only where nothing else asks is it queried by
  const parcel = !radius && byParcel.includes(row.lane ?? '') ? one(row.parcel_key_field) : undefined;
  if (!radius && !parcel) return undefined;
  const date = one(row.date_field);
  const dateType = date && dateTypeOf(row);
  return present({
    radius,
    key: parcel && { field: parcel, notes: [exactly] },
    ...(dateType && { dateField: date, dateType, ...(dateType !== 'text' && { order: `${date} DESC` }) }),
  });
}
