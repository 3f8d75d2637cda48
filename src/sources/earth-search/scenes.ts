import { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { textOf } from '../../kernel/text.ts';
import { searchStac } from '../drivers/stac.ts';
import { wrongShape } from '../shared/lookup.ts';

export interface Scene {
  readonly id: string;
  readonly acquiredAt: string;
  /** Of the whole tile. */
  readonly cloudCoverPercent: number;
  readonly tile: string;
  readonly platform?: string;
  /** The scene's bounding box holds the whole asked box; its data may still end inside it. */
  readonly coversBox: boolean;
  readonly nodataPercent?: number;
  readonly baseline?: string;
}

export interface SceneQuestion {
  readonly bbox: Bbox;
  readonly fromDate: string;
  readonly toDate: string;
  readonly maxCloudCoverage: number;
}

const Properties = z.looseObject({
  datetime: z.string(),
  'eo:cloud_cover': z.number(),
  'grid:code': z.string().nullish(),
  's2:mgrs_tile': z.string().nullish(),
  platform: z.string().nullish(),
  's2:nodata_pixel_percentage': z.number().nullish(),
  's2:processing_baseline': z.string().nullish(),
});

const holds = (outer: readonly number[] | undefined, [west, south, east, north]: Bbox) =>
  outer?.length === 4 &&
  (outer[0] ?? 999) <= west &&
  (outer[1] ?? 999) <= south &&
  (outer[2] ?? -999) >= east &&
  (outer[3] ?? -999) >= north;

/** One acquisition of one tile, whoever lists it. */
export const sceneKey = ({ acquiredAt, tile }: Scene) => `${acquiredAt.slice(0, 10)}|${tile}`;

/** Scenes that reach into a box, newest first; of one acquisition the highest processing baseline. No file addresses. */
export async function scenesOf(
  sources: SourceAccess,
  card: SourceCard,
  question: SceneQuestion,
): Promise<Lookup<readonly Scene[]>> {
  const found = await searchStac(sources, card, {
    collections: ['sentinel-2-l2a'],
    bbox: question.bbox,
    datetime: `${question.fromDate}T00:00:00Z/${question.toDate}T23:59:59Z`,
    query: { 'eo:cloud_cover': { lte: question.maxCloudCoverage } },
    sortby: [{ field: 'properties.datetime', direction: 'desc' }],
    properties: Object.keys(Properties.shape),
    limit: 200,
  });
  if (!hasData(found)) return found;
  const scenes = new Map<string, Scene>();
  for (const item of found.data) {
    const parsed = Properties.safeParse(item.properties);
    if (!parsed.success) return wrongShape(sources, card);
    const { data } = parsed;
    const acquiredAt = instantOf(data.datetime);
    const tile = textOf(data['s2:mgrs_tile'] ?? data['grid:code']?.replace(/^MGRS-/, ''), 12);
    const id = textOf(item.id, 80);
    if (!acquiredAt || !tile || !id) return wrongShape(sources, card);
    const platform = textOf(data.platform, 30)?.toLowerCase();
    const nodata = numberOf(data['s2:nodata_pixel_percentage']);
    const baseline = textOf(data['s2:processing_baseline'], 12);
    const scene: Scene = {
      id,
      acquiredAt,
      cloudCoverPercent: Math.round(data['eo:cloud_cover'] * 10) / 10,
      tile,
      ...(platform && { platform }),
      coversBox: holds(item.bbox, question.bbox),
      ...(nodata !== undefined && { nodataPercent: Math.round(nodata * 10) / 10 }),
      ...(baseline && { baseline }),
    };
    // a server that ignores the query extension must not turn a clouded scene into a clear one
    if (scene.cloudCoverPercent > question.maxCloudCoverage) continue;
    const known = scenes.get(sceneKey(scene));
    if (!known || (scene.baseline ?? '') > (known.baseline ?? '')) scenes.set(sceneKey(scene), scene);
  }
  const data = [...scenes.values()].toSorted((a, b) => b.acquiredAt.localeCompare(a.acquiredAt, 'en'));
  return data.length > 0 ? { ...found, data } : noneOf(found);
}
