import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import type { Bbox } from '../../kernel/geo.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer, ringsOf } from '../../sources/drivers/arcgis.ts';
import nfhlCard, { nfhlLayers } from '../../sources/fema-nfhl/card.ts';
import { getJson } from '../../sources/shared/lookup.ts';
import nwiCard, { nwiLayers } from '../../sources/usfws-nwi/card.ts';

type Ring = readonly (readonly [number, number])[];

/** Polygons to draw over a picture, as their publisher maps them. */
export interface ContextLayer {
  readonly kind: 'flood_context' | 'wetland_context';
  /** Codes of what is drawn, each once: zone letters, wetland codes. */
  readonly codes: readonly string[];
  readonly rings: readonly Ring[];
  /** False where the source has more polygons than were read. */
  readonly complete: boolean;
  readonly citation: Citation;
}

const maxPolygons = 60;
const code = (value: unknown) => {
  const text = textOf(value, 16);
  return text && /^[A-Z0-9/ ]{1,16}$/i.test(text) ? text : undefined;
};

function layerOf(
  kind: ContextLayer['kind'],
  rows: readonly { attributes: Readonly<Record<string, unknown>>; geometry?: unknown }[],
  column: string,
  citation: Citation,
  complete: boolean,
): ContextLayer | undefined {
  const drawn = rows.filter(({ geometry }) => ringsOf(geometry).length > 0);
  if (drawn.length === 0) return undefined;
  const codes = [...new Set(drawn.flatMap(({ attributes }) => code(attributes[column]) ?? []))].sort();
  return { kind, codes, rings: drawn.flatMap(({ geometry }) => ringsOf(geometry)), complete, citation };
}

/** Special Flood Hazard Areas of FEMA's effective map in the box; undefined where none are drawn or the map fails. */
export async function floodContext(sources: SourceAccess, bbox: Bbox): Promise<ContextLayer | undefined> {
  const found = await queryLayer(sources, nfhlCard, {
    layerUrl: nfhlLayers.zone,
    bbox,
    where: "SFHA_TF = 'T'",
    outFields: ['FLD_ZONE', 'FLD_AR_ID'],
    geometry: true,
    limit: maxPolygons,
  });
  if (!hasData(found)) return undefined;
  return layerOf('flood_context', found.data, 'FLD_ZONE', found.citation, found.state === 'found');
}

const Layer = z.looseObject({ fields: z.array(z.looseObject({ name: z.string() })).min(1) });

/** Mapped wetlands in the box; undefined where none are drawn or the inventory fails. */
export async function wetlandContext(sources: SourceAccess, bbox: Bbox): Promise<ContextLayer | undefined> {
  const layerUrl = nwiLayers[0];
  const layer = await getJson(sources, nwiCard, { url: `${layerUrl}?f=json`, ttlSeconds: 86_400 }, Layer);
  if (!hasData(layer)) return undefined;
  // the service has carried and dropped a table prefix
  const column = layer.data.fields.find(({ name }) => name.toUpperCase().split('.').at(-1) === 'ATTRIBUTE')?.name;
  if (!column) return undefined;
  const found = await queryLayer(sources, nwiCard, {
    layerUrl,
    bbox,
    outFields: [column],
    geometry: true,
    limit: maxPolygons,
  });
  if (!hasData(found)) return undefined;
  return layerOf('wetland_context', found.data, column, found.citation, found.state === 'found');
}
