import type { Bbox } from '../../geometry/geo.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { fetchJpeg } from '../shared/jpeg.ts';
import { cite } from '../shared/lookup.ts';

const card = sourceCard('planetary-computer');

const service = 'https://planetarycomputer.microsoft.com/api/data/v1/item/bbox';

/** The natural-color picture of a box out of one Sentinel-2 scene of the catalog, as the service renders it. */
export async function pictureOfScene(
  sources: SourceAccess,
  scene: { readonly id: string; readonly acquiredAt: string },
  bbox: Bbox,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Lookup<{ readonly jpeg: Uint8Array; readonly width: number; readonly height: number }>> {
  const query = new URLSearchParams({
    collection: 'sentinel-2-l2a',
    item: scene.id,
    assets: 'visual',
    asset_bidx: 'visual|1,2,3',
    nodata: '0',
  });
  const url = `${service}/${bbox.join(',')}/${width}x${height}.jpg?${query}`;
  const picture = await fetchJpeg(sources, card, url);
  if ('lookup' in picture) return picture.lookup;
  const { jpeg, reply } = picture;
  const citation = cite(card, reply, { recordId: scene.id, sourceDate: scene.acquiredAt.slice(0, 10) });
  return { state: 'found', data: { jpeg, width, height }, citation };
}
