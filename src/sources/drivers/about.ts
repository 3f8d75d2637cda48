import { z } from 'zod';
import { dayOfEpoch } from '../../fields/dates.ts';
import type { Bbox } from '../../geometry/geo.ts';

/** What the rows of a dataset are in space; a table has no geometry. */
export type RowShape = 'polygon' | 'point' | 'line' | 'table';

export interface AboutColumn {
  readonly name: string;
  /** What the publisher calls it for people; undefined where that is the name again. */
  readonly label: string | undefined;
  readonly kind: 'text' | 'number' | 'date' | 'row_number' | 'other';
}

/** What a layer or dataset says of itself: no row of it is read. */
export interface About {
  readonly name: string;
  readonly shape: RowShape;
  readonly columns: readonly AboutColumn[];
  readonly canQuery: boolean;
  /** West, south, east, north in WGS84; undefined where it is not stated or in another projection. */
  readonly extent: Bbox | undefined;
  /** Day of the newest edit. */
  readonly editedOn: string | undefined;
}

const Extent = z.looseObject({
  xmin: z.number(),
  ymin: z.number(),
  xmax: z.number(),
  ymax: z.number(),
  spatialReference: z.looseObject({ wkid: z.number().optional(), latestWkid: z.number().optional() }).nullish(),
});

const ArcgisLayer = z.looseObject({
  name: z.string(),
  geometryType: z.string().nullish(),
  capabilities: z.string().nullish(),
  extent: z.unknown().optional(),
  fields: z.array(z.looseObject({ name: z.string(), alias: z.string().nullish(), type: z.string().optional() })).min(1),
  editingInfo: z.looseObject({ dataLastEditDate: z.number().nullish(), lastEditDate: z.number().nullish() }).nullish(),
});

const degrees = new Set([4326, 4269, 4267, 104_199]);
const webMercator = new Set([3857, 102_100, 102_113, 900_913]);
const earthRadius = 6_378_137;

const longitudeOf = (x: number) => (x / earthRadius) * (180 / Math.PI);
const latitudeOf = (y: number) => (2 * Math.atan(Math.exp(y / earthRadius)) - Math.PI / 2) * (180 / Math.PI);

const isBox = ([west, south, east, north]: Bbox) =>
  west < east && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;

/** An esri extent as a box of WGS84; undefined in a projection of which nothing but a library could make one. */
export function boxOfExtent(extent: unknown): Bbox | undefined {
  const parsed = Extent.safeParse(extent);
  if (!parsed.success) return undefined;
  const { xmin, ymin, xmax, ymax, spatialReference } = parsed.data;
  const codes = [spatialReference?.wkid, spatialReference?.latestWkid].filter((code) => code !== undefined);
  const box: Bbox = codes.some((code) => webMercator.has(code))
    ? [longitudeOf(xmin), latitudeOf(ymin), longitudeOf(xmax), latitudeOf(ymax)]
    : [xmin, ymin, xmax, ymax];
  const isKnown = codes.some((code) => degrees.has(code) || webMercator.has(code));
  return isKnown && isBox(box) ? box : undefined;
}

function arcgisKind(type = ''): AboutColumn['kind'] {
  if (/OID$|GlobalID$|GUID$/.test(type)) return 'row_number';
  if (/Integer$|Single$|Double$/.test(type)) return 'number';
  if (/Date|Timestamp/.test(type)) return 'date';
  return /String$/.test(type) ? 'text' : 'other';
}

const arcgisShapes: Readonly<Record<string, RowShape>> = {
  esriGeometryPolygon: 'polygon',
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'point',
  esriGeometryPolyline: 'line',
};

/** What an ArcGIS layer says of itself (`…/FeatureServer/0?f=json`); undefined for anything else. */
export function aboutArcgis(body: unknown): About | undefined {
  const parsed = ArcgisLayer.safeParse(body);
  if (!parsed.success) return undefined;
  const { name, geometryType, capabilities, extent, fields, editingInfo } = parsed.data;
  return {
    name,
    shape: arcgisShapes[geometryType ?? ''] ?? 'table',
    columns: fields.map((field) => ({
      name: field.name,
      label: field.alias && field.alias !== field.name ? field.alias : undefined,
      kind: arcgisKind(field.type),
    })),
    canQuery: !capabilities || capabilities.split(',').some((word) => word.trim().toLowerCase() === 'query'),
    extent: boxOfExtent(extent),
    editedOn: dayOfEpoch(editingInfo?.dataLastEditDate ?? editingInfo?.lastEditDate),
  };
}

const SocrataView = z.looseObject({
  name: z.string(),
  columns: z.array(z.looseObject({ fieldName: z.string(), name: z.string(), dataTypeName: z.string() })).min(1),
  rowsUpdatedAt: z.number().nullish(),
});

const socrataKinds: Readonly<Record<string, AboutColumn['kind']>> = {
  text: 'text',
  number: 'number',
  money: 'number',
  double: 'number',
  calendar_date: 'date',
  date: 'date',
  fixed_timestamp: 'date',
  floating_timestamp: 'date',
  row_identifier: 'row_number',
};
const socrataShapes: Readonly<Record<string, RowShape>> = {
  multipolygon: 'polygon',
  polygon: 'polygon',
  point: 'point',
  location: 'point',
  multipoint: 'point',
  line: 'line',
  multiline: 'line',
};

/** What a Socrata dataset says of itself (`/api/views/abcd-1234.json`); undefined for anything else. */
export function aboutSocrata(body: unknown): (About & { readonly geometryColumn: string | undefined }) | undefined {
  const parsed = SocrataView.safeParse(body);
  if (!parsed.success) return undefined;
  const { name, columns, rowsUpdatedAt } = parsed.data;
  const geometry = columns.find(({ dataTypeName }) => dataTypeName in socrataShapes);
  return {
    name,
    shape: (geometry && socrataShapes[geometry.dataTypeName]) ?? 'table',
    columns: columns.map((column) => ({
      name: column.fieldName,
      label: column.name === column.fieldName ? undefined : column.name,
      kind: socrataKinds[column.dataTypeName] ?? 'other',
    })),
    canQuery: true,
    extent: undefined,
    editedOn: rowsUpdatedAt ? dayOfEpoch(rowsUpdatedAt * 1000) : undefined,
    geometryColumn: geometry?.fieldName,
  };
}

const CkanFields = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({ fields: z.array(z.looseObject({ id: z.string(), type: z.string() })).min(1) }),
});

function ckanKind({ id, type }: { readonly id: string; readonly type: string }): AboutColumn['kind'] {
  if (id === '_id') return 'row_number';
  if (/^(?:numeric|int|float|double)/.test(type)) return 'number';
  if (/^(?:timestamp|date)/.test(type)) return 'date';
  return type === 'text' ? 'text' : 'other';
}

/** What a CKAN datastore says of its columns (`datastore_search` with `limit=0`); undefined for anything else. */
export function aboutCkan(body: unknown, name: string): About | undefined {
  const parsed = CkanFields.safeParse(body);
  if (!parsed.success) return undefined;
  const { fields } = parsed.data.result;
  return {
    name,
    shape: 'table',
    columns: fields.map((field) => ({ name: field.id, label: undefined, kind: ckanKind(field) })),
    canQuery: true,
    extent: undefined,
    editedOn: undefined,
  };
}
