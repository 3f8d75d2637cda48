import { mirrorColumns } from '../../fields/table.ts';
import { airportsOfFile } from '../../sources/faa-airports/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'faa-airports',
  title: 'Airports of the National Airspace System Resources (NASR) subscription',
  publisher: 'Federal Aviation Administration',
  sourceUrl: 'https://nfdc.faa.gov/webContent/28DaySub/extra/{cycle}_APT_CSV.zip',
  cycle: { first: '2026-05-14', days: 28 },
  datasetUrl: 'https://www.faa.gov/air_traffic/flight_info/aeronav/aero_data/NASR_Subscription/',
  vintage: { column: 'effective' },
  megabytes: 8,
  cadence: 'every 28 days, under a new name',
  staleAfterDays: 400,
  file: { format: 'table', member: /APT_BASE\.csv$/i, encoding: 'latin1' },
  columns: mirrorColumns(airportsOfFile),
  keys: [['state']],
  keep: { SITE_TYPE_CODE: /^A$/ },
  seen: {
    by: 'code',
    note: 'columns of APT_BASE.csv by the published layout; address, size and days of the cycles of May to October 2026 as four public clients use them; not fetched by us',
  },
} satisfies Dataset;
