import { z } from 'zod';
import { computed, number, text } from '../../fields/define.ts';
import type { Dataset } from '../engine/dataset.ts';

/** LAUCN + state + county + zeros + two digits of the measure (03 rate, 04 unemployed, 05 employed, 06 labor force). */
const series = (cell: unknown) => /^\s*LAUCN(\d{5})0{8}(0[3-6])\s*$/.exec(String(cell));

/** Months before this year are left out: a constant, so that a copy does not lose months as the calendar moves. */
const firstYear = 2021;

/** YYYY-MM; undefined for the annual mean (M13). */
function monthOf([year, period]: readonly unknown[]): string | undefined {
  const [, month] = /^\s*M(0[1-9]|1[0-2])\s*$/.exec(String(period)) ?? [];
  return month !== undefined && Number(year) >= firstYear ? `${Number(year)}-${month}` : undefined;
}

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
  file: { format: 'table', delimiter: '\t' },
  columns: {
    countyFips: computed(['series_id'], z.string(), ([cell]) => series(cell)?.[1], { required: true }),
    measure: computed(['series_id'], z.string(), ([cell]) => series(cell)?.[2], { required: true }),
    month: computed(['year', 'period'], z.string(), monthOf, { required: true }),
    value: number('value'),
    footnotes: text('footnote_codes'),
  },
  keys: [['countyFips', 'measure', 'month']],
  limits: ['Not seasonally adjusted; the newest month is preliminary and each year is revised.'],
  seen: {
    by: 'code',
    note: 'address and columns as many public clients read them; not seen live. BLS asks for a contact in the User-Agent. Size by rows: 3,200 counties, four measures, every month since 1990.',
  },
};

export default dataset;
