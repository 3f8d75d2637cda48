import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default datasetTable({
  cardId: 'chicago-crimes',
  endpoint: 'data.cityofchicago.org/resource/ijzp-q8t2.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(chicago, 40, 30),
      columns: {
        id: '14295750',
        date: floatingDaysAgo(14),
        block: '001XX N LA SALLE ST',
        primary_type: 'THEFT',
        description: '$500 AND UNDER',
        location_description: 'SIDEWALK',
        arrest: false,
        latitude: offset(chicago, 40, 30).latitude,
        longitude: offset(chicago, 40, 30).longitude,
        location: {
          latitude: String(offset(chicago, 40, 30).latitude),
          longitude: String(offset(chicago, 40, 30).longitude),
        },
      },
    },
    {
      at: offset(chicago, 160, 20),
      columns: {
        id: '14281111',
        date: floatingDaysAgo(60),
        block: '001XX N CLARK ST',
        primary_type: 'DECEPTIVE PRACTICE',
        description: 'CREDIT CARD FRAUD',
        location_description: 'BANK',
        arrest: false,
        latitude: offset(chicago, 160, 20).latitude,
        longitude: offset(chicago, 160, 20).longitude,
        location: {
          latitude: String(offset(chicago, 160, 20).latitude),
          longitude: String(offset(chicago, 160, 20).longitude),
        },
      },
    },
    {
      at: offset(chicago, -200, 80),
      columns: {
        id: '13111222',
        date: floatingDaysAgo(500),
        block: '002XX W RANDOLPH ST',
        primary_type: 'BATTERY',
        description: 'SIMPLE',
        location_description: 'CTA STATION',
        arrest: true,
        latitude: offset(chicago, -200, 80).latitude,
        longitude: offset(chicago, -200, 80).longitude,
        location: {
          latitude: String(offset(chicago, -200, 80).latitude),
          longitude: String(offset(chicago, -200, 80).longitude),
        },
      },
    },
  ],
});
