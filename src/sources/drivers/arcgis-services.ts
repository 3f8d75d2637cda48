import { z } from 'zod';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson, refused, wrongShape } from '../shared/lookup.ts';
import { arcgisRequest } from './arcgis-layer.ts';

const ServiceSchema = z.looseObject({
  layers: z
    .array(z.looseObject({ id: z.int(), name: z.string(), subLayerIds: z.array(z.int()).nullish() }))
    .default([]),
  tables: z.array(z.looseObject({ id: z.int(), name: z.string() })).default([]),
});

/** Latest year or date stamp in a layer's name, as a number that sorts; 0 without one. */
function stamp(name: string): number {
  const stamps = [...name.matchAll(/(?<!\d)((?:19|20)\d{2})(\d{4}|\d{2})?(?!\d)/g)];
  return Math.max(0, ...stamps.map(([, year, rest]) => Number(`${year}${(rest ?? '').padEnd(4, '0')}`)));
}

/**
 * The layer of a service whose name fits: ids are reused and rotate, names last longer. `newest` takes the latest year in
 * the name.
 */
export async function resolveLayer(
  sources: SourceAccess,
  card: SourceCard,
  serviceUrl: string,
  pattern: RegExp,
  pickBy: 'first' | 'newest' = 'first',
): Promise<Lookup<{ url: string; id: number; name: string }>> {
  const base = serviceUrl.replace(/\/+$/, '');
  const lookup = await getJson(sources, card, arcgisRequest(base, {}, 86_400), ServiceSchema);
  if (lookup.state !== 'found') return lookup as Lookup<never>;
  const all = [...lookup.data.layers.filter(({ subLayerIds }) => !subLayerIds?.length), ...lookup.data.tables];
  if (all.length === 0) return wrongShape(sources, card);
  const fitting = all.filter(({ name }) => pattern.test(name));
  const [chosen] =
    pickBy === 'newest' ? fitting.toSorted((a, b) => stamp(b.name) - stamp(a.name) || b.id - a.id) : fitting;
  if (!chosen) return refused(sources, card, `${card.name} no longer lists the layer that is read.`);
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
  const lookup = await getJson(sources, card, arcgisRequest(folderUrl.replace(/\/+$/, ''), {}, 86_400), FolderSchema);
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
