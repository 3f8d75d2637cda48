import type { UpstreamReply, UpstreamRequest } from './fake-upstream.ts';

interface SyntheticScene {
  readonly day: string;
  readonly tile: string;
  readonly cloud: number;
  readonly baseline: string;
  readonly wide?: boolean;
}

/** Answers a STAC search with those scenes that fit the queried days; boxes outside the tiles of Raleigh have none. */
export function stacSearch(
  request: UpstreamRequest,
  scenes: readonly SyntheticScene[],
  flavour: 'grid' | 'mgrs',
): UpstreamReply | undefined {
  if (request.method === 'GET') return { body: { stac_version: '1.0.0', type: 'Catalog' } };
  const queried = JSON.parse(request.body) as {
    bbox: [number, number, number, number];
    datetime: string;
    query?: Record<string, { lte?: number }>;
  };
  const [from = '', to = ''] = queried.datetime.split('/');
  const inside = queried.bbox[0] > -79.5 && queried.bbox[2] < -78 && queried.bbox[1] > 35 && queried.bbox[3] < 36.2;
  const most = queried.query?.['eo:cloud_cover']?.lte ?? 100;
  const fitting = scenes.filter(
    ({ day, cloud }) => inside && `${day}T12` >= from && `${day}T12` <= to && cloud <= most,
  );
  return {
    body: {
      type: 'FeatureCollection',
      ...(flavour === 'grid' && { numberMatched: fitting.length, numberReturned: fitting.length }),
      features: fitting.map(({ day, tile, cloud, baseline, wide }) => ({
        type: 'Feature',
        id: `S2_SYNTHETIC_${tile}_${day}_${baseline}_${flavour}`,
        collection: 'sentinel-2-l2a',
        bbox: wide === false ? [-78.64, 35.5, -78, 36] : [-79, 35.5, -78, 36.2],
        geometry: null,
        properties: {
          datetime: `${day}T16:0${flavour === 'grid' ? 1 : 2}:00.024Z`,
          'eo:cloud_cover': cloud,
          ...(flavour === 'grid' ? { 'grid:code': `MGRS-${tile}` } : { 's2:mgrs_tile': tile }),
          's2:nodata_pixel_percentage': 12.34,
          's2:processing_baseline': baseline,
          platform: 'sentinel-2b',
          operator: 'PLANTED',
        },
        assets: { visual: { href: `https://example.com/PLANTED/${tile}/${day}.tif`, type: 'image/tiff' } },
      })),
      links: [],
    },
  };
}
