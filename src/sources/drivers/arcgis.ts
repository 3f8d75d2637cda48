import { z } from 'zod';
import { refusalSentences } from '../../fields/scope.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cite, getJson } from '../shared/lookup.ts';
import { arcgisRequest, objectIdFieldOf } from './arcgis-layer.ts';
import { isSliver, type LayerPage, type PageQuery, type PageRow, pageIn } from './arcgis-page.ts';
import { byOffset, type RowRange, readPages } from './pages.ts';
import { cutAt, listLookup, namedColumns, pick } from './rows.ts';

export { centroidOf, pointOf, ringsOf } from './esri.ts';

/** One question to one layer. Without `point`, `bbox` and `where` it asks for every row. */
export interface LayerQuery extends PageQuery {
  /** Address of the layer, for example `…/MapServer/28`; the card's endpoint where absent. */
  readonly layerUrl?: string;
  readonly layer?: number;
  readonly where?: string;
  readonly orderBy?: string;
  /** Rows at most; 200 where absent. */
  readonly limit?: number;
  /** Rows per request; 1,000 where absent. Many servers cut at 1,000 or 2,000 whatever is queried. */
  readonly pageSize?: number;
  /** Some servers stall where they are reported how many rows to send: they are not shown. */
  readonly uncounted?: boolean;
  /** Degrees by which geometry may be simplified. Some servers refuse it. */
  readonly maxAllowableOffset?: number;
  readonly citation?: Partial<Citation>;
}

type CountQuery = Omit<LayerQuery, 'outFields'>;

export type LayerRow = PageRow;

const defaultLimit = 200;
const defaultPageSize = 1000;
const maxPages = 25;

function spatialParams(query: CountQuery): Record<string, string> {
  const shared = { inSR: '4326', spatialRel: 'esriSpatialRelIntersects' };
  if (query.point) {
    return {
      geometry: `${query.point.longitude},${query.point.latitude}`,
      geometryType: 'esriGeometryPoint',
      ...shared,
      ...(query.radiusMeters && { distance: String(query.radiusMeters), units: 'esriSRUnit_Meter' }),
    };
  }
  return query.bbox ? { geometry: query.bbox.join(','), geometryType: 'esriGeometryEnvelope', ...shared } : {};
}

function layerUrl({ endpoint }: SourceCard, { layerUrl: url = endpoint, layer }: CountQuery): string {
  return layer === undefined ? url.replace(/\/+$/, '') : `${url.replace(/\/\d+$/, '')}/${layer}`;
}

function pageRequest(card: SourceCard, query: LayerQuery, offset: number, count: number): SourceRequest {
  return arcgisRequest(`${layerUrl(card, query)}/query`, {
    where: query.where ?? '1=1',
    ...spatialParams(query),
    outFields: namedColumns(card, query.outFields).join(','),
    returnGeometry: String(query.geometry ?? false),
    ...(query.geometry && { outSR: '4326' }),
    ...(query.geometry &&
      query.maxAllowableOffset !== undefined && { maxAllowableOffset: String(query.maxAllowableOffset) }),
    ...(query.orderBy && { orderByFields: query.orderBy }),
    // layers without paging refuse an offset, so the first page goes without one
    ...(offset > 0 && { resultOffset: String(offset) }),
    ...(!query.uncounted && { resultRecordCount: String(count) }),
  });
}

/** Rows of a page: one more than wanted tells whether the list is complete. */
const offsetsOf = ({ limit = defaultLimit, pageSize = defaultPageSize }: LayerQuery) =>
  byOffset<LayerPage>(limit + 1, pageSize, (page) => page.cut);

type Reading = Awaited<ReturnType<typeof readPages<RowRange, LayerPage>>>;

/** The pages of a layer; the first one alone where the query has no order, in which a second page could repeat it. */
function readLayer(sources: SourceAccess, card: SourceCard, query: LayerQuery): Promise<Reading> {
  const { start, next } = offsetsOf(query);
  return readPages<RowRange, LayerPage>(sources, card, {
    start,
    next: (...page) => (query.orderBy === undefined ? undefined : next(...page)),
    request: ({ offset, count }) => pageRequest(card, query, offset, count),
    read: (body, { offset }) => pageIn(body, query, offset),
    maxPages,
  });
}

interface Ordered {
  readonly reading: Extract<Reading, { read: unknown }>['read'];
  /** Why rows may be missing although every page was read. */
  readonly missing?: string;
}

/** All pages of a layer that holds rows back, in the order of its object ids, from the first one on. */
async function inOrder(
  sources: SourceAccess,
  card: SourceCard,
  query: LayerQuery,
  first: Ordered['reading'],
): Promise<Ordered> {
  const objectId = first.pages[0]?.objectIdField ?? (await objectIdFieldOf(sources, card, layerUrl(card, query)));
  if (objectId === undefined) {
    return { reading: first, missing: `The layer does not name its object ids; ${first.rows.length} rows were read.` };
  }
  const outFields = [...query.outFields, objectId];
  const again = await readLayer(sources, card, { ...query, outFields, orderBy: objectId });
  if ('lookup' in again) {
    const why = 'reason' in again.lookup ? again.lookup.reason : '';
    return { reading: { ...first, stopped: `A later page failed: ${why}`, failed: true } };
  }
  const distinct = new Map(again.read.rows.map((row, index) => [row.attributes[objectId] ?? `row ${index}`, row]));
  const rows = [...distinct.values()].map((row) => ({ ...row, attributes: pick(row.attributes, query.outFields) }));
  return { reading: { ...again.read, rows } };
}

/**
 * Rows of a layer, page by page; pages of a query without an order come in the order of the layer's object ids. More
 * rows than `limit`, or fewer than the server counts, is `partial`; an error inside a 200, or a cut answer without rows,
 * is `unavailable`. A geometry in another reference than longitude and latitude is left out of its row and noted.
 */
export async function queryLayer(
  sources: SourceAccess,
  card: SourceCard,
  query: LayerQuery,
): Promise<Lookup<readonly LayerRow[]>> {
  const limit = query.limit ?? defaultLimit;
  const first = await readLayer(sources, card, query);
  if ('lookup' in first) return first.lookup;
  const [page] = first.read.pages;
  const { start, next } = offsetsOf(query);
  const goesOn = page && query.orderBy === undefined && next(page, start, page.rows.length) !== undefined;
  const { reading, missing: unordered }: Ordered = goesOn
    ? await inOrder(sources, card, query, first.read)
    : { reading: first.read };
  const { rows, pages, reply, stopped, failed } = reading;
  const missing =
    stopped ??
    (rows.length > limit ? cutAt(limit) : undefined) ??
    (pages.length > 1 ? await missingRows(sources, card, query, rows.length) : undefined) ??
    unordered;
  const refusals = pages.flatMap((one) => one.refusals);
  const wanted = rows.slice(0, limit).filter((row) => !isSliver(row, page?.objectIdField));
  const found = listLookup(wanted, cite(card, reply, query.citation), missing, failed);
  if (refusals.length === 0 || !hasData(found)) return found;
  sources.leftOut(card, refusals);
  return { ...found, notes: refusalSentences(refusals) };
}

async function missingRows(sources: SourceAccess, card: SourceCard, query: LayerQuery, read: number) {
  const counted = await countLayer(sources, card, query);
  return counted.state === 'found' && counted.data > read
    ? `The server counts ${counted.data} matching records and gave ${read}.`
    : undefined;
}

/** How many rows match; 0 is an answer (`found`). */
export function countLayer(sources: SourceAccess, card: SourceCard, query: CountQuery): Promise<Lookup<number>> {
  const request = arcgisRequest(`${layerUrl(card, query)}/query`, {
    where: query.where ?? '1=1',
    ...spatialParams(query),
    returnCountOnly: 'true',
  });
  const schema = z.looseObject({ count: z.int().min(0) }).transform((body) => body.count);
  return getJson(sources, card, request, schema, { citation: query.citation });
}

/** Value of the card's image service at a point; a point without data is `empty`. */
export async function identifyRaster(sources: SourceAccess, card: SourceCard, point: GeoPoint) {
  const { longitude: x, latitude: y } = point;
  const request = arcgisRequest(`${card.endpoint}/identify`, {
    geometry: JSON.stringify({ x, y, spatialReference: { wkid: 4326 } }),
    geometryType: 'esriGeometryPoint',
    returnGeometry: 'false',
    returnCatalogItems: 'false',
  });
  const schema = z.looseObject({ value: z.union([z.string(), z.number()]) }).transform(({ value }) => String(value));
  return getJson(sources, card, request, schema, { isEmpty: (value) => /^(nodata|null|)$/i.test(value.trim()) });
}
