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

const dataset: Dataset = {
  id: 'epa-airdata-county-aqi',
  title: 'Annual air quality index by county (AirData)',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://aqs.epa.gov/aqsweb/airdata/annual_aqi_by_county_{part}.zip',
  datasetUrl: 'https://aqs.epa.gov/aqsweb/airdata/download_files.html',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  megabytes: 0.03,
  editions: {
    since: 1980,
    from: { years: 1, day: '05-01' },
    by: { years: 1, day: '07-01' },
  },
  cadence: 'twice a year; a year is complete in the following May',
  staleAfterDays: 400,
  supersededAfterDays: 540,
  file: { format: 'table', member: /annual_aqi_by_county_\d{4}\.csv$/i },
  columns: mirrorColumns(countyAqiYears),
  keys: [['state', 'countyKey']],
  parts: { column: 'year', newest: 10 },
  limits: [
    'The file names counties and gives no code; a county without a monitor has no line.',
    'The index of each year was worked out with the breakpoints in force then; those of fine particles changed in May 2024.',
  ],
  seen: {
    by: 'code',
    note: 'address and columns as several public clients of the files up to 2025 read them; not seen live by us',
  },
};

export default dataset;
