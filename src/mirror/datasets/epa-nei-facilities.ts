import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-nei-facilities',
  title: 'National Emissions Inventory, facility totals by pollutant',
  publisher: 'US Environmental Protection Agency',
  // EPA renames the file at each re-release, with a greater report number
  sourceUrl: 'https://gaftp.epa.gov/Air/nei/{part}/data_summaries/',
  listed: String.raw`eis_report_\d+_{part}NEI_facility_summary.*\.zip`,
  alsoAt: ['https://gaftp.epa.gov/Air/nei/nei_facility_summaries/{part}_NEI_Facility_summary.zip'],
  datasetUrl: 'https://www.epa.gov/air-emissions-inventories/national-emissions-inventory-nei',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  megabytes: 60,
  editions: {
    since: 2017,
    every: 3,
    from: { years: 2, day: '12-01' },
    by: { years: 3, day: '09-30' },
  },
  cadence: 'every three years (2017, 2020, 2023)',
  staleAfterDays: 1500,
  supersededAfterDays: 1900,
  file: { format: 'table', member: /\.csv$/i },
  columns: {
    year: { type: 'text', value: () => null },
    facilityId: { from: 'eis facility id', type: 'text' },
    facility: { from: 'site name', type: 'text' },
    countyFips: { from: ['fips code', 'fips', 'fips_code'], type: 'text', pad: 5 },
    naics: { from: 'naics code', type: 'text' },
    latitude: { from: 'site latitude', type: 'real' },
    longitude: { from: 'site longitude', type: 'real' },
    pollutantCode: { from: 'pollutant code', type: 'text' },
    pollutant: { from: 'pollutant desc', type: 'text' },
    /** In the unit of its own row: tons for criteria pollutants, pounds for hazardous ones. */
    emissions: { from: 'total emissions', type: 'real' },
    unit: { from: 'emissions uom', type: 'text' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [
    ['facilityId', 'year'],
    ['countyFips', 'year'],
  ],
  parts: { column: 'year', newest: 1 },
  limits: ['Emissions as states and operators report or estimate them; tons and pounds stand side by side.'],
  seen: {
    by: 'code',
    note: 'listing, file names and columns as public readers of the release of July 2026 use them, the addresses of 2017 and 2020 as three clients do; not seen live by us',
  },
};

export default dataset;
