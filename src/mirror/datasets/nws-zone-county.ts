import { count, digits, id, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

export const forecastZones = table('nws-zone-county', {
  zone: count('ZONE', { required: true }),
  zoneName: text('NAME', { required: true }),
  stateZone: id('STATE_ZONE', { required: true }),
  countyFips: digits('FIPS', 5, { required: true }),
});
