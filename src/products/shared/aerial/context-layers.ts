import { z } from 'zod';
import type { Bbox } from '../../../geometry/geo.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { hasData, type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import type { SourceAccess } from '../../../kernel/ports/sources.ts';
import { textOf } from '../../../kernel/text.ts';
import { type LayerRow, queryLayer, ringsOf } from '../../../sources/drivers/arcgis.ts';
import nfhlCard, { nfhlLayers } from '../../../sources/fema-nfhl/card.ts';
import { getJson, wrongShape } from '../../../sources/shared/lookup.ts';
import nwiCard, { nwiLayers } from '../../../sources/usfws-nwi/card.ts';

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

/** One mapped polygon with its code: a zone letter, a wetland code. */
export interface CodedArea {
  readonly code: string | undefined;
  readonly rings: readonly Ring[];
}

interface AreaQuestion {
  readonly bbox: Bbox;
  /** Degrees by which the shapes may be simplified. */
  readonly tolerance?: number;
}

const areasOf = (found: Lookup<readonly LayerRow[]>, column: string): Lookup<readonly CodedArea[]> =>
  mapLookup(found, (rows) =>
    rows.flatMap(({ attributes, geometry }) => {
      const rings = ringsOf(geometry);
      return rings.length > 0 ? [{ code: code(attributes[column]), rings }] : [];
    }),
  );

const drawn = ({ bbox, tolerance }: AreaQuestion) => ({
  bbox,
  geometry: true,
  limit: maxPolygons,
  ...(tolerance !== undefined && { maxAllowableOffset: tolerance }),
});

/** Special Flood Hazard Areas of FEMA's effective map in a box. */
export async function floodAreas(sources: SourceAccess, question: AreaQuestion): Promise<Lookup<readonly CodedArea[]>> {
  const found = await queryLayer(sources, nfhlCard, {
    layerUrl: nfhlLayers.zone,
    where: "SFHA_TF = 'T'",
    outFields: ['FLD_ZONE', 'FLD_AR_ID'],
    ...drawn(question),
  });
  return areasOf(found, 'FLD_ZONE');
}

const Layer = z.looseObject({ fields: z.array(z.looseObject({ name: z.string() })).min(1) });

/** Mapped wetlands in a box. */
export async function wetlandAreas(
  sources: SourceAccess,
  question: AreaQuestion,
): Promise<Lookup<readonly CodedArea[]>> {
  const layerUrl = nwiLayers[0];
  const layer = await getJson(sources, nwiCard, { url: `${layerUrl}?f=json`, ttlSeconds: 86_400 }, Layer);
  if (!hasData(layer)) return layer;
  // the service has carried and dropped a table prefix
  const column = layer.data.fields.find(({ name }) => name.toUpperCase().split('.').at(-1) === 'ATTRIBUTE')?.name;
  if (!column) return wrongShape(sources, nwiCard);
  const found = await queryLayer(sources, nwiCard, { layerUrl, outFields: [column], ...drawn(question) });
  return areasOf(found, column);
}

function layerOf(kind: ContextLayer['kind'], found: Lookup<readonly CodedArea[]>): ContextLayer | undefined {
  if (!hasData(found) || found.data.length === 0) return undefined;
  const codes = [...new Set(found.data.flatMap((area) => area.code ?? []))].sort();
  const rings = found.data.flatMap((area) => area.rings);
  return { kind, codes, rings, complete: found.state === 'found', citation: found.citation };
}

/** Flood hazard areas over a picture; undefined where none are drawn or the map fails. */
export const floodContext = async (sources: SourceAccess, bbox: Bbox): Promise<ContextLayer | undefined> =>
  layerOf('flood_context', await floodAreas(sources, { bbox }));

/** Wetlands over a picture; undefined where none are drawn or the inventory fails. */
export const wetlandContext = async (sources: SourceAccess, bbox: Bbox): Promise<ContextLayer | undefined> =>
  layerOf('wetland_context', await wetlandAreas(sources, { bbox }));
