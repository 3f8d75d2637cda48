import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

/** Class of the cell at each sample place; Chicago's cell has no data, Hartford's value is in no legend. */
const cells: Readonly<Record<string, string>> = {
  raleigh: '3',
  biloxi: '5',
  'new-york': '6',
  chicago: 'NoData',
  hartford: '42',
};

const fakeUpstream: FakeUpstream = {
  cardId: 'usfs-whp',
  hosts: ['imagery.geoplatform.gov'],
  respond({ path, query }) {
    if (!path.includes('WildfireHazardPotentialClassified/ImageServer')) return undefined;
    if (!path.endsWith('/identify')) return { body: { name: 'WHP_CLS_2023', pixelSizeX: 270, pixelSizeY: 270 } };
    const { x = 0, y = 0 } = JSON.parse(query.get('geometry') ?? '{}') as { x?: number; y?: number };
    const place = samplePlaceNear(y, x);
    return { body: { objectId: 0, name: 'Pixel', value: (place && cells[place.id]) ?? 'NoData', properties: null } };
  },
};

export default fakeUpstream;
