import { z } from 'zod';
import { computed, count, number, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';
import { findState } from '../../geography/us-states.ts';
import type { Dataset } from '../engine/dataset.ts';

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

export default {
  id: 'epa-airdata-county-aqi',
  title: 'Annual air quality index by county (AirData)',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://aqs.epa.gov/aqsweb/airdata/annual_aqi_by_county_{part}.zip',
  datasetUrl: 'https://aqs.epa.gov/aqsweb/airdata/download_files.html',
  vintage: { column: 'year' },
  megabytes: 0.03,
  editions: { since: 1980, from: [1, '05-01'], by: [1, '07-01'] },
  cadence: 'twice a year; a year is complete in the following May',
  staleAfterDays: 400,
  supersededAfterDays: 540,
  file: { format: 'table', member: /annual_aqi_by_county_\d{4}\.csv$/i },
  columns: mirrorColumns(countyAqiYears),
  keys: [['state', 'countyKey']],
  parts: { column: 'year', newest: 10 },
  seen: {
    by: 'code',
    note: 'address and columns as several public clients of the files up to 2025 read them; not seen live by us',
  },
} satisfies Dataset;
