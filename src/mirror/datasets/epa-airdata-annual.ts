import { z } from 'zod';
import { count, digits, flag, id, number, partName, point, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

/** Fine particles by the reference methods and by others, ozone, nitrogen dioxide, coarse particles. */
const pollutants = z.enum(['88101', '88502', '44201', '42602', '81102']);

/** What one instrument measured in a year, by one standard. */
export const monitorYears = table('epa-airdata-annual', {
  year: partName(),
  stateFips: digits('State Code', 2, { required: true }),
  countyFips3: digits('County Code', 3, { required: true }),
  site: digits('Site Num', 4, { required: true }),
  parameterCode: id('Parameter Code', { pad: 5, pattern: pollutants, required: true }),
  instrument: id('POC'),
  at: point('Latitude', 'Longitude'),
  parameter: text('Parameter Name', { otherwise: 'not stated' }),
  duration: text('Sample Duration', { otherwise: 'not stated' }),
  standard: text('Pollutant Standard', { otherwise: 'not stated' }),
  metric: text('Metric Used', { otherwise: 'not stated' }),
  unit: text('Units of Measure', { otherwise: 'unit not stated' }),
  events: text('Event Type', {
    otherwise: 'not stated',
    description: 'Whether wildfires and the like are counted in; the same monitor has a row for each',
  }),
  observations: count('Observation Count'),
  observedPercent: number('Observation Percent', { unit: 'percent' }),
  isComplete: flag('Completeness Indicator'),
  mean: number('Arithmetic Mean', { description: 'Blank where the year has too few values' }),
  percentile98: number('98th Percentile'),
  siteName: text('Local Site Name'),
});

export default {
  id: 'epa-airdata-annual',
  title: 'Annual concentrations by monitor (AirData)',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://aqs.epa.gov/aqsweb/airdata/annual_conc_by_monitor_{part}.zip',
  datasetUrl: 'https://aqs.epa.gov/aqsweb/airdata/download_files.html',
  vintage: { column: 'year' },
  megabytes: 4,
  editions: { since: 1980, from: [1, '05-01'], by: [1, '07-01'] },
  cadence: 'twice a year; a year is complete in the following May',
  staleAfterDays: 400,
  supersededAfterDays: 540,
  file: { format: 'table', member: /annual_conc_by_monitor_\d{4}\.csv$/i },
  columns: mirrorColumns(monitorYears),
  keys: [
    ['stateFips', 'countyFips3', 'year'],
    ['parameterCode', 'year'],
  ],
  parts: { column: 'year', newest: 10 },
  seen: {
    by: 'code',
    note: "address as several public clients read it up to 2025, columns from EPA's description of the file; not seen live by us",
  },
} satisfies Dataset;
