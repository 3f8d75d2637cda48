import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { boxAround } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';

const card = sourceCard('usgs-tnm');

export const elevationProducts = {
  oneMeterDem: 'Digital Elevation Model (DEM) 1 meter',
  lidarPointCloud: 'Lidar Point Cloud (LPC)',
} as const;
export type ElevationProduct = keyof typeof elevationProducts;

const Reply = z.looseObject({
  total: z.int().min(0),
  items: z.array(z.looseObject({ publicationDate: z.string().nullish(), lastUpdated: z.string().nullish() })),
});

/** How many tiles of a product reach a small box around a point, and the newest publication date among the first. */
export async function tilesAt(sources: SourceAccess, point: GeoPoint, product: ElevationProduct) {
  const params = new URLSearchParams({
    datasets: elevationProducts[product],
    bbox: boxAround(point, 5)
      .map((degrees) => degrees.toFixed(6))
      .join(','),
    max: '25',
    outputFormat: 'JSON',
  });
  const found = await getJson(sources, card, { url: `${card.endpoint}?${params}` }, Reply, {
    isEmpty: ({ total }) => total === 0,
    citation: { sourceName: `${card.name}: ${elevationProducts[product]}` },
  });
  return mapLookup(found, ({ total, items }) => {
    const newest = items
      .flatMap(({ publicationDate, lastUpdated }) => dateOf(publicationDate) ?? dateOf(lastUpdated) ?? [])
      .sort()
      .at(-1);
    return defined({ tileCount: total, newestPublishedOn: newest });
  });
}
