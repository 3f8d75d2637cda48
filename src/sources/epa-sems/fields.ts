import { code, digits, flag, id, point, type RowOf, table, text } from '../../fields/define.ts';
import { superfundId, zip5 } from '../shared/ids.ts';

export const superfundSites = table('epa-sems', {
  epaId: id('epa_id', { pattern: superfundId, required: true }),
  name: text('name', { maxLength: 100, otherwise: 'name not stated' }),
  zip: id('zip_code', { pattern: zip5 }),
  countyFips: digits('fips_code', 5),
  nplCode: code('npl_status_code', {
    maxLength: 2,
    description: 'On the National Priorities List: F final, P proposed, D deleted, N not on it',
  }),
  status: text('npl_status_name', { maxLength: 60, otherwise: 'not stated' }),
  archived: flag('archived_ind'),
  at: point('primary_latitude_decimal_val', 'primary_longitude_decimal_val'),
});
export type SuperfundSite = RowOf<typeof superfundSites>;
