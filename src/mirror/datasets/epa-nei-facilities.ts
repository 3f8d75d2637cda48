import { code, digits, id, number, partName, point, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

/** What a facility emitted of one pollutant in the year of the inventory. */
export const facilityEmissions = table('epa-nei-facilities', {
  year: partName(),
  facilityId: id('eis facility id', { required: true }),
  facility: text('site name', { otherwise: 'name not stated' }),
  countyFips: digits(['fips code', 'fips', 'fips_code'], 5),
  naics: id('naics code'),
  at: point('site latitude', 'site longitude'),
  pollutantCode: id('pollutant code', { required: true }),
  pollutant: text('pollutant desc'),
  emissions: number('total emissions', { description: 'In the unit of its row', significantDigits: 6 }),
  unit: code('emissions uom', {
    legend: { TON: 'short tons per year', LB: 'lb per year' },
    otherwise: 'unit not stated',
  }),
});

export default {
  id: 'epa-nei-facilities',
  title: 'National Emissions Inventory, facility totals by pollutant',
  publisher: 'US Environmental Protection Agency',
  // EPA renames the file at each re-release, with a greater report number
  sourceUrl: 'https://gaftp.epa.gov/Air/nei/{part}/data_summaries/',
  listed: String.raw`eis_report_\d+_{part}NEI_facility_summary.*\.zip`,
  alsoAt: ['https://gaftp.epa.gov/Air/nei/nei_facility_summaries/{part}_NEI_Facility_summary.zip'],
  datasetUrl: 'https://www.epa.gov/air-emissions-inventories/national-emissions-inventory-nei',
  vintage: { column: 'year' },
  megabytes: 60,
  editions: { since: 2017, every: 3, from: [2, '12-01'], by: [3, '09-30'] },
  cadence: 'every three years (2017, 2020, 2023)',
  staleAfterDays: 1500,
  supersededAfterDays: 1900,
  file: { format: 'table', member: /\.csv$/i },
  columns: mirrorColumns(facilityEmissions),
  keys: [
    ['facilityId', 'year'],
    ['countyFips', 'year'],
  ],
  parts: { column: 'year', newest: 1 },
  seen: {
    by: 'code',
    note: 'listing, file names and columns as public readers of the release of July 2026 use them, the addresses of 2017 and 2020 as three clients do; not seen live by us',
  },
} satisfies Dataset;
