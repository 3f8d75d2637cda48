import { z } from 'zod';
import type { Bbox } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import { compiledWhenOften } from '../../kernel/compiled.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cite, getJson, refused, wrongShape } from '../shared/lookup.ts';
import { byOffset, readPages } from './pages.ts';
import { cutAt, listLookup, namedColumns, pick, quoted } from './rows.ts';

export { centroidOf, pointOf, ringsOf } from './esri.ts';

/** One question to one layer. Without `point`, `bbox` and `where` it asks for every row. */
export interface LayerQuery {
  /** Address of the layer, for example `…/MapServer/28`; the card's endpoint where absent. */
  readonly layerUrl?: string;
  readonly point?: GeoPoint;
  /** Widens the point to a circle. */
  readonly radiusMeters?: number;
  readonly bbox?: Bbox;
  readonly where?: string;
  readonly outFields: readonly string[];
  readonly orderBy?: string;
  /** Rows at most; 200 where absent. */
  readonly limit?: number;
  /** Rows per request; 1,000 where absent. Many servers cut at 1,000 or 2,000 whatever is asked. */
  readonly pageSize?: number;
  /** Some servers stall where they are told how many rows to send: they are not told. */
  readonly uncounted?: boolean;
  readonly geometry?: boolean;
  /** Degrees by which geometry may be simplified. Some servers refuse it. */
  readonly maxAllowableOffset?: number;
  readonly ttlSeconds?: number;
  readonly citation?: Partial<Citation>;
}

export interface LayerRow {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** esri JSON in WGS84. */
  readonly geometry?: unknown;
}

/** What a column of a layer can hold. */
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const PageSchema = z.looseObject({
  features: z.array(z.looseObject({ attributes: z.record(z.string(), Cell), geometry: z.unknown().optional() })),
  exceededTransferLimit: z.boolean().optional(),
});

const defaultLimit = 200;
const defaultPageSize = 1000;
const maxPages = 25;
const maxAddressLength = 1900;

/** Text literal for a `where` clause, with its quotes: `PIN = ${sqlText(pin)}`. */
export const sqlText = quoted;

/** What an ArcGIS server says is wrong inside a 200. */
export function detectError(body: unknown): string | undefined {
  const error = (body as { error?: { code?: unknown } } | null)?.error;
  return error ? `ArcGIS error ${String(error.code ?? '')}`.trim() : undefined;
}

function spatialParams(query: LayerQuery): Record<string, string> {
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

/** A long query goes as a form: several servers cut addresses near 2,000 characters. */
function ask(url: string, params: Record<string, string>, ttlSeconds: number | undefined): SourceRequest {
  const form = new URLSearchParams({ ...params, f: 'json' }).toString();
  const shared = { detectError, ...(ttlSeconds !== undefined && { ttlSeconds }) };
  if (url.length + form.length < maxAddressLength) return { url: `${url}?${form}`, ...shared };
  return {
    url,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    ...shared,
  };
}

const layerUrl = (card: SourceCard, query: LayerQuery) => (query.layerUrl ?? card.endpoint).replace(/\/+$/, '');

function pageRequest(card: SourceCard, query: LayerQuery, offset: number, count: number): SourceRequest {
  return ask(
    `${layerUrl(card, query)}/query`,
    {
      where: query.where ?? '1=1',
      ...spatialParams(query),
      outFields: namedColumns(query.outFields).join(','),
      returnGeometry: String(query.geometry ?? false),
      ...(query.geometry && { outSR: '4326' }),
      ...(query.geometry &&
        query.maxAllowableOffset !== undefined && { maxAllowableOffset: String(query.maxAllowableOffset) }),
      ...(query.orderBy && { orderByFields: query.orderBy }),
      // layers without paging refuse an offset, so the first page goes without one
      ...(offset > 0 && { resultOffset: String(offset) }),
      ...(!query.uncounted && { resultRecordCount: String(count) }),
    },
    query.ttlSeconds,
  );
}

interface LayerPage {
  readonly rows: readonly LayerRow[];
  /** The server says that it holds rows back. */
  readonly cut: boolean;
}

/** A cut first page without rows, or rows that have none of the named fields, is another layer than was agreed. */
function pageIn(body: unknown, query: LayerQuery, offset: number): LayerPage | undefined {
  const parsed = compiledWhenOften(PageSchema).safeParse(body);
  if (!parsed.success) return undefined;
  const { features, exceededTransferLimit: cut = false } = parsed.data;
  if (offset === 0 && features.length === 0 && cut) return undefined;
  const rows = features.map((feature) => ({
    attributes: pick(feature.attributes, query.outFields),
    ...(query.geometry && feature.geometry !== undefined && { geometry: feature.geometry }),
  }));
  const isForeign = rows.length > 0 && rows.every((row) => Object.keys(row.attributes).length === 0);
  return isForeign ? undefined : { rows, cut };
}

/**
 * Rows of a layer, page by page. More rows than `limit`, or fewer than the server counts, is `partial`;
 * an error inside a 200, or a cut answer without rows, is `unavailable`.
 */
export async function queryLayer(
  sources: SourceAccess,
  card: SourceCard,
  query: LayerQuery,
): Promise<Lookup<readonly LayerRow[]>> {
  const limit = query.limit ?? defaultLimit;
  const outcome = await readPages(sources, card, {
    // one row more than wanted tells whether the list is complete
    ...byOffset<LayerPage>(limit + 1, query.pageSize ?? defaultPageSize, (page) => page.cut),
    request: ({ offset, count }) => pageRequest(card, query, offset, count),
    read: (body, { offset }) => pageIn(body, query, offset),
    maxPages,
  });
  if ('lookup' in outcome) return outcome.lookup;
  const { rows, pages, reply, stopped } = outcome.read;
  const missing =
    stopped ??
    (rows.length > limit ? cutAt(limit) : undefined) ??
    (pages.length > 1 ? await missingRows(sources, card, query, rows.length) : undefined);
  return listLookup(rows.slice(0, limit), cite(card, reply, query.citation), missing, outcome.read.failed);
}

async function missingRows(sources: SourceAccess, card: SourceCard, query: LayerQuery, read: number) {
  const counted = await countLayer(sources, card, query);
  return counted.state === 'found' && counted.data > read
    ? `The server counts ${counted.data} matching records and gave ${read}.`
    : undefined;
}

/** How many rows match; 0 is an answer (`found`). */
export function countLayer(sources: SourceAccess, card: SourceCard, query: LayerQuery): Promise<Lookup<number>> {
  const request = ask(
    `${layerUrl(card, query)}/query`,
    { where: query.where ?? '1=1', ...spatialParams(query), returnCountOnly: 'true' },
    query.ttlSeconds,
  );
  const schema = z.looseObject({ count: z.int().min(0) }).transform((body) => body.count);
  return getJson(sources, card, request, schema, query.citation ? { citation: query.citation } : {});
}

const ServiceSchema = z.looseObject({
  layers: z
    .array(z.looseObject({ id: z.int(), name: z.string(), subLayerIds: z.array(z.int()).nullish() }))
    .default([]),
  tables: z.array(z.looseObject({ id: z.int(), name: z.string() })).default([]),
});

function matcher(pattern: RegExp | string): (name: string) => boolean {
  if (typeof pattern !== 'string')
    return (name) => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(name);
  const wanted = pattern.toLowerCase();
  let expression: RegExp | undefined;
  try {
    expression = new RegExp(pattern, 'i');
  } catch {
    expression = undefined;
  }
  return (name) => name.toLowerCase() === wanted || (expression?.test(name) ?? false);
}

/** Latest year or date stamp in a layer's name, as a number that sorts; 0 without one. */
function stamp(name: string): number {
  const stamps = [...name.matchAll(/(?<!\d)((?:19|20)\d{2})(\d{4}|\d{2})?(?!\d)/g)];
  return Math.max(0, ...stamps.map(([, year, rest]) => Number(`${year}${(rest ?? '').padEnd(4, '0')}`)));
}

/**
 * The layer of a service whose name fits: ids are reused and rotate, names last longer.
 * A string is the whole name or, where no name equals it, a regular expression; both without regard to case.
 * `newest` takes the latest year in the name.
 */
export async function resolveLayer(
  sources: SourceAccess,
  card: SourceCard,
  serviceUrl: string,
  pattern: RegExp | string,
  pickBy: 'first' | 'newest' = 'first',
): Promise<Lookup<{ url: string; id: number; name: string }>> {
  const base = serviceUrl.replace(/\/+$/, '');
  const lookup = await getJson(sources, card, ask(base, {}, 86_400), ServiceSchema);
  if (lookup.state !== 'found') return lookup as Lookup<never>;
  const all = [
    ...lookup.data.layers.map(({ id, name, subLayerIds }) => ({ id, name, group: Boolean(subLayerIds?.length) })),
    ...lookup.data.tables.map(({ id, name }) => ({ id, name, group: false })),
  ].filter((layer) => !layer.group);
  if (all.length === 0) return wrongShape(sources, card);
  const exact = typeof pattern === 'string' ? all.filter((l) => l.name.toLowerCase() === pattern.toLowerCase()) : [];
  const fitting = exact.length > 0 ? exact : all.filter((layer) => matcher(pattern)(layer.name));
  const [chosen] =
    pickBy === 'newest' ? fitting.toSorted((a, b) => stamp(b.name) - stamp(a.name) || b.id - a.id) : fitting;
  if (!chosen) {
    return refused(sources, card, `${card.name} no longer lists the layer that is read.`);
  }
  return { ...lookup, data: { url: `${base}/${chosen.id}`, id: chosen.id, name: chosen.name } };
}

const FolderSchema = z.looseObject({ services: z.array(z.looseObject({ name: z.string(), type: z.string() })) });

/**
 * The newest of the services of a folder whose names fit and carry a year (`Public_311_2026`): publishers that open one
 * service a year leave the old ones where they are. The pattern is held against the name without its folder.
 */
export async function resolveService(
  sources: SourceAccess,
  card: SourceCard,
  folderUrl: string,
  pattern: RegExp,
  layer: number,
): Promise<Lookup<{ url: string; name: string; year: number }>> {
  const lookup = await getJson(sources, card, ask(folderUrl.replace(/\/+$/, ''), {}, 86_400), FolderSchema);
  if (lookup.state !== 'found') return lookup as Lookup<never>;
  const [chosen] = lookup.data.services
    .filter(({ type }) => type === 'FeatureServer' || type === 'MapServer')
    // a server writes the folder into the name although the address has it already
    .map((service) => ({ ...service, name: service.name.split('/').at(-1) ?? service.name }))
    .filter(({ name }) => pattern.test(name) && stamp(name) > 0)
    .toSorted((a, b) => stamp(b.name) - stamp(a.name) || a.type.localeCompare(b.type, 'en'));
  if (!chosen) return refused(sources, card, `${card.name} no longer lists the service that is read.`);
  const url = `${folderUrl.replace(/\/+$/, '')}/${chosen.name}/${chosen.type}/${layer}`;
  return { ...lookup, data: { url, name: chosen.name, year: Math.floor(stamp(chosen.name) / 10_000) } };
}

/** Value of an image service at a point; a point without data is `empty`. */
export async function identifyRaster(
  sources: SourceAccess,
  card: SourceCard,
  query: { readonly serviceUrl?: string; readonly point: GeoPoint; readonly ttlSeconds?: number },
): Promise<Lookup<{ value: string; attributes: Readonly<Record<string, unknown>> }>> {
  const { longitude: x, latitude: y } = query.point;
  const request = ask(
    `${(query.serviceUrl ?? card.endpoint).replace(/\/+$/, '')}/identify`,
    {
      geometry: JSON.stringify({ x, y, spatialReference: { wkid: 4326 } }),
      geometryType: 'esriGeometryPoint',
      returnGeometry: 'false',
      returnCatalogItems: 'false',
    },
    query.ttlSeconds,
  );
  const schema = z
    .looseObject({
      value: z.union([z.string(), z.number()]).transform(String),
      properties: z.record(z.string(), z.unknown()).nullish(),
    })
    .transform((body) => ({ value: body.value, attributes: body.properties ?? {} }));
  return getJson(sources, card, request, schema, {
    isEmpty: (data) => /^\s*(nodata|null|)\s*$/i.test(data.value),
  });
}
