import { z } from 'zod';
import { computed, id, instant, number, type RowOf, table, text } from '../../fields/define.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { textOf } from '../../kernel/text.ts';
import { searchStac } from '../drivers/stac.ts';
import { tableRows } from '../shared/table-rows.ts';

/** Properties of an item, and its id; no file addresses. */
export const sceneItems = table('sentinel-2-l2a', {
  id: id('id', { maxLength: 80, required: true }),
  acquiredAt: instant('datetime', { required: true }),
  cloudCoverPercent: number('eo:cloud_cover', {
    decimals: 1,
    required: true,
    description: 'Of the whole tile, as the publisher computed it',
  }),
  tile: computed(
    ['s2:mgrs_tile', 'grid:code'],
    z.string(),
    ([tile, grid]) => textOf(tile, 12) ?? textOf(grid, 24)?.replace(/^MGRS-/, ''),
    { required: true },
  ),
  platform: text('platform', { maxLength: 30, format: 'lowerCase' }),
  nodataPercent: number('s2:nodata_pixel_percentage', { decimals: 1, description: 'Share of the tile without data' }),
  baseline: text('s2:processing_baseline', { maxLength: 12 }),
});
/** `coversBox`: the scene's bounding box holds the whole queried box; its data may still end inside it. */
export type Scene = RowOf<typeof sceneItems> & { readonly coversBox: boolean };

export interface SceneQuestion {
  readonly bbox: Bbox;
  readonly fromDate: string;
  readonly toDate: string;
  readonly maxCloudCoverage: number;
}

const holds = (outer: readonly number[] | undefined, [west, south, east, north]: Bbox) =>
  outer?.length === 4 &&
  (outer[0] ?? 999) <= west &&
  (outer[1] ?? 999) <= south &&
  (outer[2] ?? -999) >= east &&
  (outer[3] ?? -999) >= north;

/** One acquisition of one tile, no matter who lists it. */
export const sceneKey = ({ acquiredAt, tile }: Scene) => `${acquiredAt.slice(0, 10)}|${tile}`;

/** Scenes that reach into a box, newest first; of one acquisition the highest processing baseline. No file addresses. */
export async function scenesOf(sources: SourceAccess, card: SourceCard, question: SceneQuestion) {
  const found = await searchStac(sources, card, {
    collections: ['sentinel-2-l2a'],
    bbox: question.bbox,
    datetime: `${question.fromDate}T00:00:00Z/${question.toDate}T23:59:59Z`,
    query: { 'eo:cloud_cover': { lte: question.maxCloudCoverage } },
    sortby: [{ field: 'properties.datetime', direction: 'desc' }],
    properties: sceneItems.columns.filter((column) => column !== 'id'),
    limit: 200,
  });
  const read = tableRows(sources, card, sceneItems, found, {
    columnsOf: ({ id: of, properties }) => ({ ...properties, id: of }),
    map: (row, { bbox }) => ({ ...row, coversBox: holds(bbox, question.bbox) }),
  });
  return mapRows(read, (rows) => {
    const scenes = new Map<string, Scene>();
    for (const scene of rows) {
      // a server that ignores the query extension must not turn a clouded scene into a clear one
      if (scene.cloudCoverPercent > question.maxCloudCoverage) continue;
      const known = scenes.get(sceneKey(scene));
      if (!known || (scene.baseline ?? '') > (known.baseline ?? '')) scenes.set(sceneKey(scene), scene);
    }
    return [...scenes.values()].toSorted((a, b) => b.acquiredAt.localeCompare(a.acquiredAt, 'en'));
  });
}
