import type { Column, Dataset, RawRow } from '../engine/dataset.ts';

/** Tables that are mirrored, with the number of lines that are kept. */
export const acsHousingTables = [
  'b25001',
  'b25002',
  'b25003',
  'b25024',
  'b25034',
  'b25035',
  'b25064',
  'b25077',
] as const;
const lines = 11;

/** A table's column by its line; the file's own table prefix is taken from its header. */
export function acsLine(kind: 'E' | 'M', number: number): Column {
  const end = `_${kind}${String(number).padStart(3, '0')}`;
  let known: string | undefined;
  return {
    type: 'real',
    value(raw: RawRow) {
      if (known === undefined || !(known in raw)) known = Object.keys(raw).find((name) => name.endsWith(end));
      const text = known === undefined ? '' : String(raw[known] ?? '').trim();
      const value = Number(text);
      // negative numbers are the Bureau's marks for "no estimate" (-666666666 and others)
      return text === '' || !Number.isFinite(value) || value < 0 ? null : value;
    },
  };
}

const dataset: Dataset = {
  id: 'census-acs-housing',
  title: 'American Community Survey, five years: housing tables by county and tract',
  publisher: 'US Census Bureau',
  sourceUrl:
    'https://www2.census.gov/programs-surveys/acs/summary_file/{year}/table-based-SF/data/5YRData/acsdt5y{year}-{part}.dat',
  datasetUrl: 'https://www.census.gov/programs-surveys/acs/data/summary-file.html',
  licenseNote: 'US government work, public domain; not endorsed or certified by the Census Bureau',
  vintage: '{year-4}-{year}',
  outside: ['AS', 'GU', 'MP', 'VI'],
  // of 18 to about 65 MB a table, what stands before the block groups
  megabytes: 10,
  // the last tract of the last state in the file; counties stand before tracts, block groups behind them
  endsAfter: '1400000US72',
  editions: {
    since: 2021,
    from: { years: 1, day: '12-01' },
    by: { years: 2, day: '02-15' },
  },
  cadence: 'yearly, in December or January',
  staleAfterDays: 430,
  supersededAfterDays: 790,
  file: { format: 'table', delimiter: '|', expects: ['GEO_ID'] },
  columns: {
    table: { type: 'text', value: () => null },
    level: { type: 'text', value: (raw) => (String(raw.GEO_ID).startsWith('05') ? 'county' : 'tract') },
    geoid: { type: 'text', value: (raw) => String(raw.GEO_ID).split('US')[1] ?? null },
    ...Object.fromEntries(
      Array.from({ length: lines }, (_, at) => at + 1).flatMap((number) => [
        [`e${number}`, acsLine('E', number)],
        [`m${number}`, acsLine('M', number)],
      ]),
    ),
  },
  keys: [['geoid', 'table']],
  keep: (raw) => /^(05|14)00000US\d{5}/.test(String(raw.GEO_ID ?? '')),
  parts: { column: 'table', whole: acsHousingTables },
  limits: ['Estimates of a five-year sample with margins of error at 90 % confidence.'],
  seen: {
    by: 'code',
    note: 'address, delimiter and column names as public clients of 2026 read them; sizes as two of them pin them, the order of the lines as one relies on it; not seen live',
  },
};

export default dataset;
