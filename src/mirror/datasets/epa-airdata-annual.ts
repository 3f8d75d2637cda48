import type { Dataset } from '../engine/dataset.ts';

/** Fine particles by the reference methods and by others, ozone, nitrogen dioxide, coarse particles. */
const pollutants: ReadonlySet<string> = new Set(['88101', '88502', '44201', '42602', '81102']);

const code = (from: string, pad: number) => ({ from, type: 'text' as const, pad });

const dataset: Dataset = {
  id: 'epa-airdata-annual',
  title: 'Annual concentrations by monitor (AirData)',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://aqs.epa.gov/aqsweb/airdata/annual_conc_by_monitor_{part}.zip',
  datasetUrl: 'https://aqs.epa.gov/aqsweb/airdata/download_files.html',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  megabytes: 4,
  editions: {
    since: 1980,
    from: { years: 1, day: '05-01' },
    by: { years: 1, day: '07-01' },
  },
  cadence: 'twice a year; a year is complete in the following May',
  staleAfterDays: 400,
  supersededAfterDays: 540,
  file: { format: 'table', member: /annual_conc_by_monitor_\d{4}\.csv$/i },
  columns: {
    year: { type: 'text', value: () => null },
    stateFips: code('State Code', 2),
    countyFips3: code('County Code', 3),
    site: code('Site Num', 4),
    parameterCode: code('Parameter Code', 5),
    instrument: { from: 'POC', type: 'text' },
    latitude: { from: 'Latitude', type: 'real' },
    longitude: { from: 'Longitude', type: 'real' },
    parameter: { from: 'Parameter Name', type: 'text' },
    duration: { from: 'Sample Duration', type: 'text' },
    standard: { from: 'Pollutant Standard', type: 'text' },
    metric: { from: 'Metric Used', type: 'text' },
    unit: { from: 'Units of Measure', type: 'text' },
    /** Whether wildfires and the like are counted in; the same monitor stands once for each answer. */
    events: { from: 'Event Type', type: 'text' },
    observations: { from: 'Observation Count', type: 'integer' },
    observedPercent: { from: 'Observation Percent', type: 'real' },
    complete: { from: 'Completeness Indicator', type: 'text' },
    /** Blank where the year has too few values: not zero. */
    mean: { from: 'Arithmetic Mean', type: 'real' },
    percentile98: { from: '98th Percentile', type: 'real' },
    siteName: { from: 'Local Site Name', type: 'text' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [
    ['stateFips', 'countyFips3', 'year'],
    ['parameterCode', 'year'],
  ],
  keep: (raw) => pollutants.has(String(raw['Parameter Code'] ?? '').trim()),
  parts: { column: 'year', newest: 10 },
  limits: ['One row per monitor, pollutant and standard; a monitor speaks for its own surroundings.'],
  seen: {
    by: 'code',
    note: "address as several public clients read it up to 2025, columns from EPA's description of the file; not seen live by us",
  },
};

export default dataset;
