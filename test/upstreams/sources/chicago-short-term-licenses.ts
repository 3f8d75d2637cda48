import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;
const at = offset(chicago, 15, 10);
const operator = {
  license_number: '2901177',
  license_description: 'Shared Housing Unit Operator',
  license_status: 'AAI',
  address: '121 N LASALLE ST 14TH',
  latitude: at.latitude,
  longitude: at.longitude,
  location: { latitude: String(at.latitude), longitude: String(at.longitude) },
};

export default datasetTable({
  cardId: 'chicago-short-term-licenses',
  endpoint: 'data.cityofchicago.org/resource/r5kz-chrr.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at,
      columns: { ...operator, license_start_date: floatingDaysAgo(900), expiration_date: floatingDaysAgo(170) },
    },
    {
      at,
      columns: { ...operator, license_start_date: floatingDaysAgo(170), expiration_date: floatingDaysAgo(-560) },
    },
    {
      at,
      columns: {
        ...operator,
        license_number: '2800001',
        license_description: 'Retail Food Establishment',
        license_start_date: floatingDaysAgo(100),
        expiration_date: floatingDaysAgo(-630),
      },
    },
    {
      at: offset(chicago, 120, 0),
      columns: {
        ...operator,
        license_number: '2755555',
        license_description: 'Vacation Rental',
        address: '134 N LASALLE ST',
        license_start_date: floatingDaysAgo(300),
        expiration_date: floatingDaysAgo(-430),
      },
    },
  ],
});
