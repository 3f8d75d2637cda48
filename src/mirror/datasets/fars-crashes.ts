import { z } from 'zod';
import { computed, point, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

/** The first harmful event as a way to travel: 8 a pedestrian, 9 a pedalcyclist; 98 and 99 are not known. */
function modeOf([cell]: readonly unknown[]) {
  const event = Number(cell);
  if (!Number.isInteger(event) || event < 1 || event >= 98) return undefined;
  if (event === 8) return 'pedestrian' as const;
  return event === 9 ? ('cyclist' as const) : ('motor_vehicle' as const);
}

/** "Not known", and the same in degrees of longitude. */
const unknownDegrees = [77.7777, 88.8888, 99.9999, 777.7777, 888.8888, 999.9999];

/** Nothing about people or vehicles is in the copy. */
export const crashes = table('fars-crashes', {
  year: text('YEAR', { required: true }),
  mode: computed(['HARM_EV'], z.enum(['pedestrian', 'cyclist', 'motor_vehicle']), modeOf),
  at: point(['LATITUDE', 'latitude'], ['LONGITUD', 'longitud'], { missingValues: unknownDegrees }),
});

const dataset: Dataset = {
  id: 'fars-crashes',
  title: 'Fatality Analysis Reporting System, crashes (place, year and mode only)',
  publisher: 'National Highway Traffic Safety Administration',
  sourceUrl: 'https://static.nhtsa.gov/nhtsa/downloads/FARS/{part}/National/FARS{part}NationalCSV.zip',
  datasetUrl: 'https://www.nhtsa.gov/research-data/fatality-analysis-reporting-system-fars',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 30,
  editions: {
    since: 2010,
    from: { years: 2, day: '03-01' },
    by: { years: 2, day: '07-01' },
  },
  cadence: 'yearly, about 15 months late, revised in place',
  staleAfterDays: 500,
  supersededAfterDays: 850,
  file: {
    format: 'table',
    encoding: 'latin1',
    member: /(^|\/)accident\.csv$/i,
  },
  columns: mirrorColumns(crashes),
  keys: [['year']],
  parts: { column: 'year', newest: 5 },
  limits: ['Fatal crashes on public roads only; crashes without a recorded position are not placed.'],
  seen: {
    by: 'code',
    note: 'address pattern as several public clients use it, columns of the published manual, codes of HARM_EV as three public clients read them; no file was read by us',
  },
};

export default dataset;
