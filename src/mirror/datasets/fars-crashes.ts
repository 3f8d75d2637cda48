import type { Dataset, RawRow } from '../engine/dataset.ts';

/** 77.7777, 88.8888 and 99.9999 (and their thousandfold in longitude) stand for "not known". */
function degrees(raw: RawRow, names: readonly string[], max: number): number | undefined {
  const text = names.map((name) => raw[name]).find((value) => value !== undefined && value !== null);
  const value = Number(text);
  if (text === undefined || String(text).trim() === '' || !Number.isFinite(value)) return undefined;
  const filler = /^-?(7{2,3}\.7{4,}|8{2,3}\.8{4,}|9{2,3}\.9{4,})/.test(String(text).trim());
  return filler || value === 0 || Math.abs(value) > max ? undefined : value;
}

/** The first harmful event as a way to travel: 8 a pedestrian, 9 a pedalcyclist; 98 and 99 are not known. */
function modeOf(raw: RawRow): string | undefined {
  const event = Number(raw.HARM_EV);
  if (!Number.isInteger(event) || event < 1 || event >= 98) return undefined;
  if (event === 8) return 'pedestrian';
  return event === 9 ? 'cyclist' : 'motor_vehicle';
}

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
    expects: ['LATITUDE', 'LONGITUD', 'HARM_EV'],
  },
  columns: {
    // nothing about people or vehicles enters the copy
    year: { from: 'YEAR', type: 'text' },
    mode: { type: 'text', value: modeOf },
    latitude: { type: 'real', value: (raw) => degrees(raw, ['LATITUDE', 'latitude'], 90) },
    longitude: { type: 'real', value: (raw) => degrees(raw, ['LONGITUD', 'longitud'], 180) },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['year']],
  parts: { column: 'year', newest: 5 },
  limits: ['Fatal crashes on public roads only; crashes without a recorded position are not placed.'],
  seen: {
    by: 'code',
    note: 'address pattern as several public clients use it, columns of the published manual, codes of HARM_EV as three public clients read them; no file was read by us',
  },
};

export default dataset;
