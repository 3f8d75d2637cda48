import { samplePlaces } from '../places.ts';
import { layerTable } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'nc-onemap-parcels',
  endpoint: 'services.nconemap.gov/secure/rest/services/NC1Map_Parcels/FeatureServer/1',
  name: 'NC1Map_Parcels_poly',
  rows: ({ epochDaysAgo }) => [
    {
      at: raleigh,
      reachMeters: 40,
      columns: {
        parno: '1703570123',
        altparno: '0012345',
        siteadd: '222 W HARGETT ST',
        gisacres: 1.01,
        parval: 12800000,
        landval: 4200000,
        improvval: 8600000,
        saledate: epochDaysAgo(9000),
        parusedesc: 'GOVERNMENT',
      },
    },
    {
      at: { latitude: 36.0726, longitude: -79.792 },
      reachMeters: 60,
      columns: {
        parno: '7864000001',
        altparno: '9001',
        siteadd: '300 W WASHINGTON ST',
        gisacres: 2.4,
        parval: 0,
        landval: 0,
        improvval: 0,
        saledate: null,
        parusedesc: 'EXEMPT',
      },
    },
  ],
});
