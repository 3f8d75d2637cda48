import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import type { Bbox } from '../../geometry/geo.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type LayerQuery, type LayerRow, queryLayer } from '../drivers/arcgis.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import { readRows } from '../shared/read-rows.ts';
import { shapesOf } from '../shared/shapes.ts';
import card, { nwiLayers } from './card.ts';

export interface Wetland {
  /** The inventory's classification code, for example PFO1A. */
  readonly code: string;
  readonly type?: string;
  readonly acres?: number;
  /** The publisher's words for the parts of the code, where the service carries them. */
  readonly description?: string;
}

interface Read {
  readonly wetland: Wetland;
  readonly geometry: unknown;
}

const Layer = z.looseObject({ fields: z.array(z.looseObject({ name: z.string() })).min(1) });
const wanted = ['ATTRIBUTE', 'WETLAND_TYPE', 'ACRES'] as const;
const described = ['SYSTEM_NAME', 'CLASS_NAME', 'SUBCLASS_NAME', 'WATER_REGIME_NAME'] as const;
const limit = 200;

/** Field names by their last part: the service has carried and dropped a table prefix. */
function fieldsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const find = (name: string) => names.find((field) => field.toUpperCase().split('.').at(-1) === name);
  return new Map(
    [...wanted, ...described]
      .flatMap((name) => [[name, find(name)] as const])
      .flatMap(([name, field]) => (field ? [[name, field] as const] : [])),
  );
}

type Where = Pick<LayerQuery, 'point' | 'radiusMeters' | 'bbox' | 'geometry'>;

async function askHost(sources: SourceAccess, layerUrl: string, where: Where): Promise<Lookup<readonly Read[]>> {
  const layer = await getJson(sources, card, { url: `${layerUrl}?f=json`, ttlSeconds: 86_400 }, Layer);
  if (!hasData(layer)) return layer;
  const fields = fieldsOf(layer.data.fields.map(({ name }) => name));
  if (!fields.has('ATTRIBUTE')) return wrongShape(sources, card);
  const lookup = await queryLayer(sources, card, { layerUrl, ...where, outFields: [...fields.values()], limit });
  return readRows(sources, card, lookup, ({ attributes, geometry }) => {
    const wetland = wetlandOf(attributes, fields);
    return wetland && { wetland, geometry };
  });
}

function wetlandOf(attributes: LayerRow['attributes'], fields: ReadonlyMap<string, string>): Wetland | undefined {
  const text = (name: string) => textOf(attributes[fields.get(name) ?? ''], 80);
  const code = text('ATTRIBUTE');
  const words = described.flatMap((name) => text(name) ?? []);
  if (!code) return undefined;
  return defined({
    code,
    type: text('WETLAND_TYPE'),
    acres: numberOf(attributes[fields.get('ACRES') ?? '']),
    description: words.length > 0 ? words.join(', ') : undefined,
  });
}

/** The second host is asked where the first fails. */
async function ask(sources: SourceAccess, where: Where): Promise<Lookup<readonly Read[]>> {
  let last: Lookup<readonly Read[]> | undefined;
  for (const layerUrl of nwiLayers) {
    last = await askHost(sources, layerUrl, where);
    if (last.state !== 'unavailable') return last;
  }
  return last ?? { state: 'unavailable', source: card.name, reason: `${card.name} has no host configured.` };
}

/** Mapped wetlands at a point, or within a radius of it. */
export async function wetlandsAt(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters?: number,
): Promise<Lookup<readonly Wetland[]>> {
  const found = await ask(sources, { point, ...(radiusMeters && { radiusMeters }) });
  return mapLookup(found, (rows) => rows.map(({ wetland }) => wetland));
}

/** Mapped wetlands that reach into a box, each with its outline. */
export async function wetlandsIn(sources: SourceAccess, bbox: Bbox): Promise<Lookup<readonly MappedShape<Wetland>[]>> {
  return shapesOf(sources, card, await ask(sources, { bbox, geometry: true }), ({ wetland }) => wetland);
}
