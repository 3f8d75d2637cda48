import { count, digits, id, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

export const forecastZones = table('nws-zone-county', {
  zone: count('ZONE', { required: true }),
  zoneName: text('NAME', { required: true }),
  stateZone: id('STATE_ZONE', { required: true }),
  countyFips: digits('FIPS', 5, { required: true }),
});

export default dataset('nws-zone-county', {
  file: {
    delimiter: '|',
    header: ['STATE', 'ZONE', 'CWA', 'NAME', 'STATE_ZONE', 'COUNTY', 'FIPS', 'TIME_ZONE', 'FE_AREA', 'LAT', 'LON'],
  },
  columns: mirrorColumns(forecastZones),
  keys: [['countyFips']],
});
