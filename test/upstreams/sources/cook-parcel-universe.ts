import { samplePlaces } from '../places.ts';
import { datasetTable } from '../tables.ts';

const { chicago } = samplePlaces;

export default datasetTable({
  cardId: 'cook-parcel-universe',
  endpoint: 'datacatalog.cookcountyil.gov/resource/pabr-t5kh.json',

  rows: () => [
    {
      columns: {
        pin: '17094440010000',
        pin10: '1709444001',
        year: 2026,
        class: '591',
        township_name: 'South Chicago',
        township_code: '76',
        nbhd_code: '76030',
        tax_code: '76001',
        tax_municipality_name: 'CITY OF CHICAGO',
        lat: chicago.latitude,
        lon: chicago.longitude,
      },
    },
    {
      columns: {
        pin: '17094440021001',
        pin10: '1709444002',
        year: 2026,
        class: '299',
        township_name: 'South Chicago',
        township_code: '76',
        nbhd_code: '76030',
        tax_code: '76001',
        tax_municipality_name: 'CITY OF CHICAGO',
        lat: chicago.latitude,
        lon: chicago.longitude,
      },
    },
    {
      columns: {
        pin: '17094440021002',
        pin10: '1709444002',
        year: 2026,
        class: '299',
        township_name: 'South Chicago',
        township_code: '76',
        nbhd_code: '76030',
        tax_code: '76001',
        tax_municipality_name: 'CITY OF CHICAGO',
        lat: chicago.latitude,
        lon: chicago.longitude,
      },
    },
  ],
});
