import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default datasetTable({
  cardId: 'nyc-capital-points',
  endpoint: 'data.cityofnewyork.us/resource/h2ic-zdws.json',

  rows: () => [
    {
      at: offset(newYork, 200, 100),
      columns: {
        maprojid: '850SANDHW01',
        description: 'RECONSTRUCTION OF GOLD STREET WATER MAINS',
        the_geom: {
          type: 'MultiPoint',
          coordinates: [
            [offset(newYork, 900, 0).longitude, offset(newYork, 900, 0).latitude],
            [offset(newYork, 200, 100).longitude, offset(newYork, 200, 100).latitude],
          ],
        },
      },
    },
  ],
});
