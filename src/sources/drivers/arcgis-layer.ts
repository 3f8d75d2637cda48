import { z } from 'zod';
import { dayOfEpoch } from '../../fields/dates.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson } from '../shared/lookup.ts';
import { formQuery } from '../shared/query.ts';
import { type About, type AboutColumn, kindOf, type RowShape } from './about.ts';

const maxAddressLength = 1900;

/** What an ArcGIS server says is wrong inside a 200. */
export function detectError(body: unknown): string | undefined {
  const error = (body as { error?: { code?: unknown } } | null)?.error;
  return error ? `ArcGIS error ${String(error.code ?? '')}`.trim() : undefined;
}

/** A request to an ArcGIS server. A long query goes as a form: several servers cut addresses near 2,000 characters. */
export function arcgisRequest(url: string, params: Record<string, string>, ttlSeconds?: number): SourceRequest {
  const query = formQuery(url, { ...params, f: 'json' });
  const address = `${url}?${query.body}`;
  return { ...(address.length <= maxAddressLength ? { url: address } : query), detectError, ttlSeconds };
}

const Extent = z.looseObject({
  xmin: z.number(),
  ymin: z.number(),
  xmax: z.number(),
  ymax: z.number(),
  spatialReference: z.looseObject({ wkid: z.number().optional(), latestWkid: z.number().optional() }).nullish(),
});

const Code = z.looseObject({ code: z.union([z.string(), z.number()]), name: z.string() });
const FieldSchema = z.looseObject({
  name: z.string(),
  alias: z.string().nullish(),
  type: z.string().default(''),
  domain: z.looseObject({ codedValues: z.array(Code).optional() }).nullish(),
});

const degrees = new Set([4326, 4269, 4267, 104_199]);
const webMercator = new Set([3857, 102_100, 102_113, 900_913]);
const earthRadius = 6_378_137;

const longitudeOf = (x: number) => (x / earthRadius) * (180 / Math.PI);
const latitudeOf = (y: number) => (2 * Math.atan(Math.exp(y / earthRadius)) - Math.PI / 2) * (180 / Math.PI);

const isBox = ([west, south, east, north]: Bbox) =>
  west < east && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;

/** An esri extent as a box of WGS84; undefined in a projection of which nothing but a library could make one. */
function boxOfExtent(extent: unknown): Bbox | undefined {
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

const shapes: Readonly<Record<string, RowShape>> = {
  esriGeometryPolygon: 'polygon',
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'point',
  esriGeometryPolyline: 'line',
};

export interface LayerColumn extends AboutColumn {
  readonly isNumber: boolean;
  /** Names of the codes of its domain; undefined where it has none. */
  readonly legend: Readonly<Record<string, string>> | undefined;
}

export interface LayerInfo extends About {
  readonly columns: readonly LayerColumn[];
  /** Column that numbers the rows; undefined where the layer names none. */
  readonly objectIdField: string | undefined;
}

function columnOf({ name, alias, type, domain }: z.infer<typeof FieldSchema>): LayerColumn {
  const codes = domain?.codedValues?.map(({ code, name: word }) => [String(code), word] as const) ?? [];
  const kind = kindOf(type);
  return {
    name,
    label: alias && alias !== name ? alias : undefined,
    kind,
    isNumber: kind === 'number' || /OID$/.test(type),
    legend: codes.length > 0 ? Object.fromEntries(codes) : undefined,
  };
}

const Layer = z
  .looseObject({
    name: z.string(),
    geometryType: z.string().nullish(),
    capabilities: z.string().nullish(),
    extent: z.unknown().optional(),
    fields: z.array(FieldSchema).min(1),
    objectIdField: z.string().nullish(),
    editingInfo: z
      .looseObject({ dataLastEditDate: z.number().nullish(), lastEditDate: z.number().nullish() })
      .nullish(),
  })
  .transform(
    ({ name, geometryType, capabilities, extent, fields, objectIdField, editingInfo }): LayerInfo => ({
      name,
      shape: shapes[geometryType ?? ''] ?? 'table',
      columns: fields.map(columnOf),
      canQuery: !capabilities || capabilities.split(',').some((word) => word.trim().toLowerCase() === 'query'),
      extent: boxOfExtent(extent),
      objectIdField: objectIdField || fields.find(({ type }) => type === 'esriFieldTypeOID')?.name,
      editedOn: dayOfEpoch(editingInfo?.dataLastEditDate ?? editingInfo?.lastEditDate),
    }),
  );

/** What an ArcGIS layer says of itself (`…/FeatureServer/0?f=json`); undefined for anything else. */
export const aboutArcgis = (body: unknown): LayerInfo | undefined => Layer.safeParse(body).data;

/** A layer changes its columns once in years, and its newest edit is requested by the day. */
const keepSeconds = 3 * 86_400;

/** The same of the layer at an address. */
export const layerInfo = (sources: SourceAccess, card: SourceCard, layerUrl: string): Promise<Lookup<LayerInfo>> =>
  getJson(sources, card, arcgisRequest(layerUrl.replace(/\/+$/, ''), {}, keepSeconds), Layer);

/** The column by which the rows of a layer are numbered; undefined where the layer does not answer or names none. */
export async function objectIdFieldOf(sources: SourceAccess, card: SourceCard, layerUrl: string) {
  const info = await layerInfo(sources, card, layerUrl);
  return hasData(info) ? info.data.objectIdField : undefined;
}
