import type { FakeUpstream, UpstreamReply, UpstreamRequest } from '../fake-upstream.ts';
import { blockJpeg } from '../jpeg.ts';
import { stacSearch } from '../scenes.ts';

const scenes = [
  { day: '2024-05-08', tile: '17SPV', cloud: 2.5, baseline: '05.10' },
  { day: '2026-05-03', tile: '17SPV', cloud: 4.56, baseline: '05.11' },
  { day: '2026-05-23', tile: '17SPV', cloud: 12, baseline: '05.11' },
];

/** A drawn picture of the queried size: fields, and a bare square that grows with the year of the scene. */
function picture({ path, query }: UpstreamRequest): UpstreamReply {
  const [, width = '0', height = '0'] = /\/(\d+)x(\d+)\.jpg$/.exec(path) ?? [];
  const bare = query.get('item')?.includes('2024') ? 4 : 9;
  const jpeg = blockJpeg(Number(width), Number(height), (column, row) =>
    column > 8 && column <= 8 + bare && row > 8 && row <= 8 + bare
      ? [190, 175, 150]
      : [70 + ((column * 7 + row * 3) % 30), 105 + ((column + row * 5) % 30), 60],
  );
  return { headers: { 'content-type': 'image/jpeg' }, body: jpeg };
}

const fakeUpstream: FakeUpstream = {
  cardId: 'planetary-computer',
  hosts: ['planetarycomputer.microsoft.com'],
  respond: (request) => {
    if (request.path.startsWith('/api/data/v1/item/bbox/')) return picture(request);
    return request.path.startsWith('/api/stac/v1') ? stacSearch(request, scenes, 'mgrs') : undefined;
  },
};

export default fakeUpstream;
