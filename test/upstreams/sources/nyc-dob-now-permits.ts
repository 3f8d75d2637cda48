import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default datasetTable({
  cardId: 'nyc-dob-now-permits',
  endpoint: 'data.cityofnewyork.us/resource/rbx6-tga4.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(newYork, 0, 0),
      columns: {
        job_filing_number: 'M01234567-I1',
        work_type: 'General Construction',
        job_description: 'INTERIOR RENOVATION OF 5TH FLOOR OFFICES',
        issued_date: floatingDaysAgo(50),
        approved_date: floatingDaysAgo(53),
        expired_date: floatingDaysAgo(-315),
        house_no: '100',
        street_name: 'GOLD STREET',
        borough: 'MANHATTAN',
        bbl: '1000940020',
        bin: '1001234',
        latitude: offset(newYork, 0, 0).latitude,
        longitude: offset(newYork, 0, 0).longitude,
      },
    },
    {
      at: offset(newYork, 90, 60),
      columns: {
        job_filing_number: 'M00998877-I1',
        work_type: 'Plumbing',
        job_description: 'REPLACE RISERS',
        issued_date: floatingDaysAgo(200),
        approved_date: floatingDaysAgo(203),
        expired_date: floatingDaysAgo(-165),
        house_no: '90',
        street_name: 'GOLD STREET',
        borough: 'MANHATTAN',
        bbl: '1000940001',
        bin: '1001200',
        latitude: offset(newYork, 90, 60).latitude,
        longitude: offset(newYork, 90, 60).longitude,
      },
    },
  ],
});
