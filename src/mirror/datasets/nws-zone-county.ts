import { count, digits, id, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

export const forecastZones = table('nws-zone-county', {
  zone: count('ZONE', { required: true }),
  zoneName: text('NAME', { required: true }),
  stateZone: id('STATE_ZONE', { required: true }),
  countyFips: digits('FIPS', 5, { required: true }),
});

export default {
  id: 'nws-zone-county',
  title: 'Zone-county correlation file',
  publisher: 'NOAA National Weather Service',
  sourceUrl: 'https://www.weather.gov/gis/ZoneCounty',
  listed: String.raw`bp\d{2}[a-z]{2}\d{2}\.dbx`,
  datasetUrl: 'https://www.weather.gov/gis/ZoneCounty',
  vintage: 'the edition that was loaded',
  megabytes: 0.4,
  cadence: 'about twice a year, under a new name',
  staleAfterDays: 730,
  file: {
    format: 'table',
    delimiter: '|',
    header: ['STATE', 'ZONE', 'CWA', 'NAME', 'STATE_ZONE', 'COUNTY', 'FIPS', 'TIME_ZONE', 'FE_AREA', 'LAT', 'LON'],
  },
  columns: mirrorColumns(forecastZones),
  keys: [['countyFips']],
  seen: {
    by: 'code',
    note: 'columns of the published layout (bp….dbx, no header) and the folder of the files as many public clients use them; the page with the newest file name was not read by us',
  },
} satisfies Dataset;
