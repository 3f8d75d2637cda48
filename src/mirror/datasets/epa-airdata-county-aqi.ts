import { z } from 'zod';
import { computed, count, number, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';
import { findState } from '../../geography/us-states.ts';

/** Days of a year by the category that the index of the county had; the rest of the year has no index. */
export const countyAqiYears = table('epa-airdata-county-aqi', {
  year: text('Year', { required: true }),
  state: computed(['State'], z.string(), ([cell]) => findState(String(cell ?? ''))?.code, { required: true }),
  county: text('County', { required: true }),
  countyKey: computed(['County'], z.string(), ([cell]) => countyKey(String(cell ?? ''))),
  withIndexDays: count('Days with AQI', { required: true }),
  goodDays: count('Good Days', { required: true }),
  moderateDays: count('Moderate Days', { required: true }),
  unhealthyForSensitiveGroupsDays: count('Unhealthy for Sensitive Groups Days', { required: true }),
  unhealthyDays: count('Unhealthy Days', { required: true }),
  veryUnhealthyDays: count('Very Unhealthy Days', { required: true }),
  hazardousDays: count('Hazardous Days', { required: true }),
  highestIndex: count('Max AQI'),
  medianIndex: number('Median AQI'),
});
