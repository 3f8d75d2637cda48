import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default datasetTable({
  cardId: 'nyc-311',
  endpoint: 'data.cityofnewyork.us/resource/erm2-nwe9.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(newYork, 30, 10),
      columns: {
        unique_key: '66000001',
        created_date: floatingDaysAgo(20),
        closed_date: null,
        agency: 'DEP',
        complaint_type: 'Noise',
        descriptor: 'Noise: Construction Equipment',
        status: 'Open',
        incident_address: '100 GOLD STREET',
        bbl: '1000940020',
        latitude: offset(newYork, 30, 10).latitude,
        longitude: offset(newYork, 30, 10).longitude,
        location: {
          latitude: String(offset(newYork, 30, 10).latitude),
          longitude: String(offset(newYork, 30, 10).longitude),
        },
      },
    },
  ],
});
