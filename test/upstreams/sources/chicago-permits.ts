import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default datasetTable({
  cardId: 'chicago-permits',
  endpoint: 'data.cityofchicago.org/resource/ydr8-5enu.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(chicago, 5, 5),
      columns: {
        permit_: '100990001',
        permit_status: 'ACTIVE',
        permit_milestone: 'ACTIVE',
        permit_type: 'PERMIT - RENOVATION/ALTERATION',
        work_description: 'INTERIOR ALTERATIONS ON FLOOR 3 AS PER PLANS',
        application_start_date: floatingDaysAgo(90),
        issue_date: floatingDaysAgo(60),
        street_number: '121',
        street_direction: 'N',
        street_name: 'LASALLE ST',
        reported_cost: 240000,
        pin_list: '1709444001',
        latitude: offset(chicago, 5, 5).latitude,
        longitude: offset(chicago, 5, 5).longitude,
        location: {
          type: 'Point',
          coordinates: [offset(chicago, 5, 5).longitude, offset(chicago, 5, 5).latitude],
        },
      },
    },
    {
      at: offset(chicago, 90, 40),
      columns: {
        permit_: '100980077',
        permit_status: 'COMPLETE',
        permit_milestone: 'COMPLETE',
        permit_type: 'PERMIT - ELEVATOR EQUIPMENT',
        work_description: 'ELEVATOR MODERNIZATION',
        application_start_date: floatingDaysAgo(530),
        issue_date: floatingDaysAgo(500),
        street_number: '134',
        street_direction: 'N',
        street_name: 'LASALLE ST',
        reported_cost: 90000,
        pin_list: '1709443010|1709443011',
        latitude: offset(chicago, 90, 40).latitude,
        longitude: offset(chicago, 90, 40).longitude,
        location: {
          type: 'Point',
          coordinates: [offset(chicago, 90, 40).longitude, offset(chicago, 90, 40).latitude],
        },
      },
    },
  ],
});
