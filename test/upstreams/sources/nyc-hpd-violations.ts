import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default datasetTable({
  cardId: 'nyc-hpd-violations',
  endpoint: 'data.cityofnewyork.us/resource/wvxf-dwi5.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(newYork, 90, 60),
      columns: {
        violationid: '17000001',
        class: 'B',
        inspectiondate: floatingDaysAgo(100),
        novdescription: 'SECTION 27-2005 ADM CODE PROPERLY REPAIR THE BROKEN PLASTER AT THE CEILING',
        violationstatus: 'Open',
        currentstatus: 'NOV SENT OUT',
        currentstatusdate: floatingDaysAgo(95),
        housenumber: '90',
        streetname: 'GOLD STREET',
        bbl: '1000940001',
        latitude: offset(newYork, 90, 60).latitude,
        longitude: offset(newYork, 90, 60).longitude,
      },
    },
  ],
});
