import { z } from 'zod';
import type { Refusal } from '../../fields/scope.ts';
import { type Bbox, boundsOf, boxAround } from '../../geometry/geo.ts';
import { compiledWhenOften } from '../../kernel/compiled.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { coordinatesOf, ringsOf } from './esri.ts';
import { pick, type Row } from './rows.ts';

export interface PageRow {
  readonly attributes: Row;
  /** esri JSON in WGS84. */
  readonly geometry?: unknown;
}

/** The rows of a reply with every column that it has, for a look at a layer; undefined for a reply without rows. */
export function rowsOfFeatures(body: unknown): readonly PageRow[] | undefined {
  const { features } = (body ?? {}) as { features?: unknown };
  if (!Array.isArray(features)) return undefined;
  return features.map((feature: Partial<PageRow> | null) => ({ attributes: {}, ...feature }));
}

export interface PageQuery {
  readonly outFields: readonly string[];
  readonly geometry?: boolean;
  readonly point?: GeoPoint;
  /** Widens the point to a circle. */
  readonly radiusMeters?: number;
  readonly bbox?: Bbox;
}

export interface LayerPage {
  readonly rows: readonly PageRow[];
  /** The server says that it holds rows back. */
  readonly cut: boolean;
  readonly objectIdField: string | undefined;
  /** Geometries that were left out of their rows. */
  readonly refusals: readonly Refusal[];
}

/** What a column of a layer can hold. */
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Reference = z.looseObject({ wkid: z.number().nullish(), latestWkid: z.number().nullish() });
const PageSchema = z.looseObject({
  features: z.array(z.looseObject({ attributes: z.record(z.string(), Cell), geometry: z.unknown().optional() })),
  exceededTransferLimit: z.boolean().optional(),
  spatialReference: Reference.nullish(),
  objectIdFieldName: z.string().nullish(),
  fields: z.array(z.looseObject({ name: z.string(), type: z.string().nullish() })).nullish(),
});

/** Whether coordinates are in WGS84, the reference of every query; a reply without a reference is not contradicted. */
function isInDegrees(reference: z.infer<typeof Reference> | null | undefined): boolean {
  if (!reference || Object.keys(reference).length === 0) return true;
  return reference.wkid === 4326 || reference.latestWkid === 4326;
}

/** Degrees by which a matching geometry may miss the area of the query: simplification, and datums of the layer. */
const slack = 0.1;

function areaOf({ point, radiusMeters = 1, bbox }: PageQuery): Bbox | undefined {
  return point ? boxAround(point, radiusMeters) : bbox;
}

/** Why a geometry cannot be one that the query matched; undefined where it can. */
function faultOf(geometry: unknown, inDegrees: boolean, area: Bbox | undefined): Omit<Refusal, 'field'> | undefined {
  const coordinates = coordinatesOf(geometry);
  if (coordinates.length === 0) return undefined;
  const [west, south, east, north] = boundsOf(coordinates);
  if (!inDegrees || west < -180 || east > 180 || south < -90 || north > 90) {
    return { why: 'reference', reason: 'it is not in longitude and latitude' };
  }
  const isOutside =
    area && (east < area[0] - slack || west > area[2] + slack || north < area[1] - slack || south > area[3] + slack);
  return isOutside ? { why: 'area', reason: 'it lies outside of the area of the query' } : undefined;
}

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');

/** A polygon without an area whose row says nothing: left over from the drawing of other polygons. */
export function isSliver({ attributes, geometry }: PageRow, objectIdField: string | undefined): boolean {
  const { rings } = (geometry ?? {}) as { readonly rings?: unknown };
  if (rings === undefined || ringsOf(geometry).length > 0) return false;
  return Object.entries(attributes).every(([name, value]) => name === objectIdField || isBlank(value));
}

/**
 * The rows of one reply, with the named columns and no other. A geometry is kept in WGS84 and inside of the area of the
 * query alone. Undefined for another layer than was agreed: a cut first page without rows, or rows that have none of the
 * named columns.
 */
export function pageIn(body: unknown, query: PageQuery, offset: number): LayerPage | undefined {
  const parsed = compiledWhenOften(PageSchema).safeParse(body);
  if (!parsed.success) return undefined;
  const { features, exceededTransferLimit: cut = false, spatialReference, objectIdFieldName, fields } = parsed.data;
  if (offset === 0 && features.length === 0 && cut) return undefined;
  const objectIdField = objectIdFieldName || fields?.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  const inDegrees = isInDegrees(spatialReference);
  const area = areaOf(query);
  const refusals: Refusal[] = [];
  const rows = features.map(({ attributes: stated, geometry }): PageRow => {
    const attributes = pick(stated, query.outFields);
    if (!query.geometry || geometry === undefined || geometry === null) return { attributes };
    const fault = faultOf(geometry, inDegrees, area);
    if (fault) refusals.push({ field: 'geometry', ...fault });
    return fault ? { attributes } : { attributes, geometry };
  });
  const isForeign = rows.length > 0 && rows.every(({ attributes }) => Object.keys(attributes).length === 0);
  return isForeign ? undefined : { rows, cut, objectIdField, refusals };
}
