import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

/**
 * Class of the cell at each sample place, as the identify answer of the service that public clients read in 2026
 * (classes 0 to 5, filler 127); Chicago's cell has no data, Hartford's value is no class.
 */
const cells: Readonly<Record<string, string>> = {
  raleigh: '2',
  biloxi: '0',
  'new-york': '1',
  chicago: 'NoData',
  olathe: '127',
  hartford: '42',
};

const fakeUpstream: FakeUpstream = {
  cardId: 'nasa-landslide-susceptibility',
  hosts: ['gis.earthdata.nasa.gov'],
  respond({ path, query }) {
    if (!path.includes('/Landslides/Global_Landslide_Susceptibility/ImageServer')) return undefined;
    if (!path.endsWith('/identify')) return { body: { name: 'Global_Landslide_Susceptibility', pixelSizeX: 0.008333 } };
    const { x = 0, y = 0 } = JSON.parse(query.get('geometry') ?? '{}') as { x?: number; y?: number };
    const place = samplePlaceNear(y, x);
    return { body: { objectId: 0, name: 'Pixel', value: (place && cells[place.id]) ?? 'NoData', properties: null } };
  },
};

export default fakeUpstream;
