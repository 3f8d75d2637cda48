import { code, joined, number, type RowOf, table, text } from '../../fields/define.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { type LayerQuery, queryLayer } from '../drivers/arcgis.ts';
import { layerInfo } from '../drivers/arcgis-layer.ts';
import { wrongShape } from '../shared/lookup.ts';
import { shapesOf, tableRows } from '../shared/table-rows.ts';

const card = sourceCard('usfws-nwi');

/** The service has moved more than once; the hosts are queried in this order. */
const nwiLayers = [card.endpoint, 'https://fwsprimary.wim.usgs.gov/server/rest/services/Wetlands/MapServer/0'] as const;

export const wetlands = table(card.id, {
  code: code('ATTRIBUTE', {
    maxLength: 80,
    required: true,
    description: "The inventory's classification code, for example PFO1A",
  }),
  type: text('WETLAND_TYPE', { maxLength: 80 }),
  acres: number('ACRES', { unit: 'acres' }),
  /** The publisher's words for the parts of the code, where the service has them. */
  description: joined(['SYSTEM_NAME', 'CLASS_NAME', 'SUBCLASS_NAME', 'WATER_REGIME_NAME'], {
    join: ', ',
    maxLength: 80,
  }),
});
export type Wetland = RowOf<typeof wetlands>;

interface Read {
  readonly wetland: Wetland;
  readonly geometry: unknown;
}
type Where = Pick<LayerQuery, 'point' | 'radiusMeters' | 'bbox' | 'geometry' | 'limit' | 'maxAllowableOffset'>;

async function askHost(sources: SourceAccess, layerUrl: string, where: Where): Promise<Lookup<readonly Read[]>> {
  const layer = await layerInfo(sources, card, layerUrl);
  if (!hasData(layer)) return layer;
  // by the last part of their names: the service has written a table prefix and dropped it
  const written = new Map(layer.data.columns.map(({ name }) => [name.toUpperCase().split('.').at(-1) ?? '', name]));
  if (!written.has('ATTRIBUTE')) return wrongShape(sources, card);
  const columns = wetlands.columns.flatMap((column) => {
    const own = written.get(column);
    return own ? [[column, own] as const] : [];
  });
  const outFields = columns.map(([, own]) => own);
  const found = await queryLayer(sources, card, { layerUrl, limit: 200, ...where, outFields });
  return tableRows(sources, card, wetlands, found, {
    columnsOf: ({ attributes }) => Object.fromEntries(columns.map(([column, own]) => [column, attributes[own]])),
    map: (wetland, { geometry }) => ({ wetland, geometry }),
  });
}

/** The second host is queried where the first fails. */
async function ask(sources: SourceAccess, where: Where): Promise<Lookup<readonly Read[]>> {
  const [first, second] = nwiLayers;
  const found = await askHost(sources, first, where);
  return found.state === 'unavailable' ? askHost(sources, second, where) : found;
}

/** Mapped wetlands at a point, or within a radius of it. */
export async function wetlandsAt(sources: SourceAccess, point: GeoPoint, radiusMeters?: number) {
  const found = await ask(sources, { point, ...(radiusMeters && { radiusMeters }) });
  return mapLookup(found, (rows) => rows.map(({ wetland }) => wetland));
}

/** Mapped wetlands that reach into a box, each with its outline. */
export async function wetlandsIn(
  sources: SourceAccess,
  bbox: Bbox,
  drawn: Pick<Where, 'limit' | 'maxAllowableOffset'> = {},
) {
  return shapesOf(sources, card, await ask(sources, { bbox, geometry: true, ...drawn }), ({ wetland }) => wetland);
}
