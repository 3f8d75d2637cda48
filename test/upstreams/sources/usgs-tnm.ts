import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-tnm',
  hosts: ['tnmaccess.nationalmap.gov'],
  respond({ path, query }) {
    if (path !== '/api/v1/products') return undefined;
    const [west = 0, south = 0] = (query.get('bbox') ?? '').split(',').map(Number);
    const known = samplePlaceNear(south, west)?.id === 'raleigh';
    const dem = query.get('datasets')?.includes('1 meter');
    const items = !known
      ? []
      : ['2018-04-01', '2024-06-15'].slice(dem ? 0 : 1).map((date) => ({
          title: 'Synthetic tile',
          publicationDate: date,
          lastUpdated: `${date}T00:00:00.000Z`,
          format: 'GeoTIFF',
          downloadURL: 'https://example.com/PLANTED.tif',
        }));
    return { body: { total: items.length, items } };
  },
};

export default fakeUpstream;
