import { countyKey } from '../../geography/county-name.ts';
import { findState } from '../../geography/us-states.ts';
import type { Dataset } from '../engine/dataset.ts';

const days = (from: string) => ({ from, type: 'integer' as const });

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
  columns: {
    year: { from: 'Year', type: 'text' },
    state: { type: 'text', value: (raw) => findState(String(raw.State ?? ''))?.code },
    county: { from: 'County', type: 'text' },
    countyKey: { type: 'text', value: (raw) => countyKey(String(raw.County ?? '')) },
    withAqi: days('Days with AQI'),
    good: days('Good Days'),
    moderate: days('Moderate Days'),
    unhealthyForSensitiveGroups: days('Unhealthy for Sensitive Groups Days'),
    unhealthy: days('Unhealthy Days'),
    veryUnhealthy: days('Very Unhealthy Days'),
    hazardous: days('Hazardous Days'),
    highest: days('Max AQI'),
    median: days('Median AQI'),
  },
  keys: [['state', 'countyKey']],
  keep: (raw) => findState(String(raw.State ?? '')) !== undefined,
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
