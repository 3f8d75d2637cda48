import { z } from 'zod';
import { dayOfEpoch } from '../../fields/dates.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson } from '../shared/lookup.ts';
import { detectError } from './arcgis-request.ts';

const Code = z.union([z.string(), z.number()]);
const FieldSchema = z.looseObject({
  name: z.string(),
  type: z.string().optional(),
  domain: z.looseObject({ codedValues: z.array(z.looseObject({ code: Code, name: z.string() })).optional() }).nullish(),
});
const LayerSchema = z.looseObject({
  name: z.string(),
  geometryType: z.string().nullish(),
  fields: z.array(FieldSchema).min(1),
  objectIdField: z.string().nullish(),
  editingInfo: z.looseObject({ dataLastEditDate: z.number().nullish(), lastEditDate: z.number().nullish() }).nullish(),
});

export interface LayerColumn {
  /** As the layer spells it. */
  readonly name: string;
  readonly isNumber: boolean;
  readonly isText: boolean;
  /** Names of the codes of its domain; undefined where it has none. */
  readonly legend: Readonly<Record<string, string>> | undefined;
}

/** What a layer says of itself. */
export interface LayerInfo {
  readonly name: string;
  /** Its rows are areas; a table has no geometry, and points have no outline. */
  readonly isPolygons: boolean;
  readonly columns: readonly LayerColumn[];
  /** Column that numbers the rows; undefined where the layer names none. */
  readonly objectIdField: string | undefined;
  /** Day of the newest edit, YYYY-MM-DD; undefined where the layer does not say. */
  readonly editedOn: string | undefined;
}

/** A layer changes its columns once in years, and its newest edit is requested by the day. */
const keepSeconds = 3 * 86_400;

const numbers = /^esriFieldType(?:OID|SmallInteger|Integer|BigInteger|Single|Double)$/;

function columnOf({ name, type = '', domain }: z.infer<typeof FieldSchema>): LayerColumn {
  const codes = domain?.codedValues?.map(({ code, name: word }) => [String(code), word] as const);
  return {
    name,
    isNumber: numbers.test(type),
    isText: type === 'esriFieldTypeString',
    legend: codes && codes.length > 0 ? Object.fromEntries(codes) : undefined,
  };
}

/** What an ArcGIS layer says of itself (`?f=json`): its kind, its columns with their codes, its newest edit. */
export function layerInfo(sources: SourceAccess, card: SourceCard, layerUrl: string): Promise<Lookup<LayerInfo>> {
  const schema = LayerSchema.transform((layer) => ({
    name: layer.name,
    isPolygons: layer.geometryType === 'esriGeometryPolygon',
    columns: layer.fields.map(columnOf),
    objectIdField: layer.objectIdField || layer.fields.find(({ type }) => type === 'esriFieldTypeOID')?.name,
    editedOn: dayOfEpoch(layer.editingInfo?.dataLastEditDate ?? layer.editingInfo?.lastEditDate),
  }));
  return getJson(
    sources,
    card,
    { url: `${layerUrl.replace(/\/+$/, '')}?f=json`, ttlSeconds: keepSeconds, detectError },
    schema,
  );
}

/** The columns of a layer or table by its own metadata. */
export async function layerColumns(
  sources: SourceAccess,
  card: SourceCard,
  layerUrl: string,
): Promise<Lookup<readonly LayerColumn[]>> {
  return mapLookup(await layerInfo(sources, card, layerUrl), ({ columns }) => columns);
}

/** The column by which the rows of a layer are numbered; undefined where the layer does not answer or names none. */
export async function objectIdFieldOf(
  sources: SourceAccess,
  card: SourceCard,
  layerUrl: string,
): Promise<string | undefined> {
  const info = await layerInfo(sources, card, layerUrl);
  return hasData(info) ? info.data.objectIdField : undefined;
}
