import { code, count, day, id, number, point, type RowOf, table, text } from '../../fields/define.ts';
import { registerId } from '../shared/ids.ts';

/** The layer writes its columns with underscores, the export of it with blanks. */
export const tankFacilities = table('epa-ust-finder', {
  facilityId: id(['Facility_ID', 'Facility ID'], { pattern: registerId, required: true }),
  name: text('Name', { maxLength: 100, otherwise: 'name not stated' }),
  address: text('Address', { maxLength: 80 }),
  status: code(['Facility_Status', 'Facility Status'], { maxLength: 40 }),
  openTanks: count(['Open_USTs', 'Open USTs']),
  closedTanks: count(['Closed_USTs', 'Closed USTs']),
  at: point('Latitude', 'Longitude'),
});
export type TankFacility = RowOf<typeof tankFacilities>;

export const tankReleases = table('epa-ust-finder', {
  releaseId: id(['LUST_ID', 'LUST ID'], { pattern: registerId, required: true }),
  name: text('Name', { maxLength: 100, otherwise: 'name not stated' }),
  address: text('Address', { maxLength: 80 }),
  status: code('Status', { maxLength: 60, otherwise: 'not stated' }),
  substance: text('Substance', { maxLength: 60 }),
  reportedOn: day(['Reported_Date', 'Reported Date'], { means: 'reported' }),
  at: point('Latitude', 'Longitude'),
});
export type TankRelease = RowOf<typeof tankReleases>;

export const tanks = table('epa-ust-finder', {
  facilityId: id('Facility_ID', { pattern: registerId, required: true }),
  status: code('Tank_Status', { maxLength: 40, otherwise: 'not stated' }),
  capacityGallons: number('Capacity', { unit: 'gallons' }),
});
export type Tank = RowOf<typeof tanks>;
