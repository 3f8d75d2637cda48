import { mirrorColumns } from '../../fields/table.ts';
import { crashes } from '../../sources/nhtsa-crash-api/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'fars-crashes',
  title: 'Fatality Analysis Reporting System, crashes (place, year and mode only)',
  publisher: 'National Highway Traffic Safety Administration',
  sourceUrl: 'https://static.nhtsa.gov/nhtsa/downloads/FARS/{part}/National/FARS{part}NationalCSV.zip',
  datasetUrl: 'https://www.nhtsa.gov/research-data/fatality-analysis-reporting-system-fars',
  vintage: { column: 'year' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 30,
  editions: { since: 2010, from: [2, '03-01'], by: [2, '07-01'] },
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
  seen: {
    by: 'code',
    note: 'address pattern as several public clients use it, columns of the published manual, codes of HARM_EV as three public clients read them; no file was read by us',
  },
} satisfies Dataset;
