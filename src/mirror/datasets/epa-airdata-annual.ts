import { z } from 'zod';
import { count, digits, flag, id, number, partName, point, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

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
