import type { Dataset, RawRow } from '../engine/dataset.ts';

/** LAUCN + state + county + zeros + two digits of the measure (03 rate, 04 unemployed, 05 employed, 06 labor force). */
const series = (raw: RawRow) =>
  /^LAUCN(\d{5})0{8}(0[3-6])$/.exec(
    String(Object.entries(raw).find(([name]) => name.trim() === 'series_id')?.[1] ?? '').trim(),
  );
const cell = (raw: RawRow, name: string) => String(raw[name] ?? '').trim();
/** Months before this year are left out: a constant, so that a copy does not lose months as the calendar moves. */
const firstYear = 2021;

const dataset: Dataset = {
  id: 'bls-laus-monthly',
  title: 'Labor force by county, monthly (LAUS flat file)',
  publisher: 'US Bureau of Labor Statistics',
  sourceUrl: 'https://download.bls.gov/pub/time.series/la/la.data.64.County',
  datasetUrl: 'https://www.bls.gov/lau/',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'month' },
  outside: ['AS', 'GU', 'MP', 'VI'],
  megabytes: 340,
  cadence: 'monthly, about a month after the month it speaks of',
  staleAfterDays: 75,
  supersededAfterDays: 100,
  file: { format: 'table', delimiter: '\t', expects: ['series_id', 'year', 'period', 'value'] },
  columns: {
    countyFips: { type: 'text', value: (raw) => series(raw)?.[1] },
    measure: { type: 'text', value: (raw) => series(raw)?.[2] },
    month: {
      type: 'text',
      value: (raw) => `${cell(raw, 'year')}-${cell(raw, 'period').slice(1)}`,
    },
    value: { from: 'value', type: 'real', blank: ['-'] },
    footnotes: { from: 'footnote_codes', type: 'text' },
  },
  keys: [['countyFips', 'measure', 'month']],
  keep: (raw) =>
    Number(cell(raw, 'year')) >= firstYear && /^M(0[1-9]|1[0-2])$/.test(cell(raw, 'period')) && series(raw) !== null,
  limits: ['Not seasonally adjusted; the newest month is preliminary and each year is revised.'],
  seen: {
    by: 'code',
    note: 'address and columns as many public clients read them; not seen live. BLS asks for a contact in the User-Agent. Size by rows: 3,200 counties, four measures, every month since 1990.',
  },
};

export default dataset;
