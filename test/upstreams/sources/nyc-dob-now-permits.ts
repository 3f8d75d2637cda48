import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

/**
 * Columns as three public clients select and answer with them in 2026 (work_permit, sequence_number, permit_status,
 * latitude, longitude, bbl, block, lot); a client of an earlier day selects no bbl, latitude and longitude.
 */
export default datasetTable({
  cardId: 'nyc-dob-now-permits',
  endpoint: 'data.cityofnewyork.us/resource/rbx6-tga4.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(newYork, 0, 0),
      columns: {
        job_filing_number: 'M01234567-I1',
        work_permit: 'M01234567-I1-GC',
        sequence_number: '1',
        permit_status: 'Permit Issued',
        estimated_job_costs: '180000',
        work_type: 'General Construction',
        job_description: 'INTERIOR RENOVATION OF 5TH FLOOR OFFICES',
        issued_date: floatingDaysAgo(50),
        approved_date: floatingDaysAgo(53),
        expired_date: floatingDaysAgo(-315),
        house_no: '100',
        street_name: 'GOLD STREET',
        borough: 'MANHATTAN',
        block: '94',
        lot: '20',
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
        work_permit: 'M00998877-I1-PL',
        sequence_number: '1',
        permit_status: 'Signed-off',
        estimated_job_costs: '0',
        work_type: 'Plumbing',
        job_description: 'REPLACE RISERS',
        issued_date: floatingDaysAgo(200),
        approved_date: floatingDaysAgo(203),
        expired_date: floatingDaysAgo(-165),
        house_no: '90',
        street_name: 'GOLD STREET',
        borough: 'MANHATTAN',
        block: '94',
        lot: '1',
        bbl: '1000940001',
        bin: '1001200',
        latitude: offset(newYork, 90, 60).latitude,
        longitude: offset(newYork, 90, 60).longitude,
      },
    },
  ],
});
