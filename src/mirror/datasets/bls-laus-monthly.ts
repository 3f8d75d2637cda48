import { mirrorColumns } from '../../fields/table.ts';
import { laborPoints } from '../../sources/bls-laus/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'bls-laus-monthly',
  title: 'Labor force by county, monthly (LAUS flat file)',
  publisher: 'US Bureau of Labor Statistics',
  sourceUrl: 'https://download.bls.gov/pub/time.series/la/la.data.64.County',
  datasetUrl: 'https://www.bls.gov/lau/',
  vintage: { column: 'month' },
  outside: ['AS', 'GU', 'MP', 'VI'],
  megabytes: 340,
  cadence: 'monthly, about a month after the month it speaks of',
  staleAfterDays: 75,
  supersededAfterDays: 100,
  file: { format: 'table', delimiter: '\t' },
  columns: mirrorColumns(laborPoints),
  keys: [['countyFips', 'measure', 'month']],
  // from a constant year on, so that a copy does not lose months as the calendar moves
  keep: { year: /^20(2[1-9]|[3-9]\d)$/ },
  seen: {
    by: 'code',
    note: 'address and columns as many public clients read them; not seen live. BLS asks for a contact in the User-Agent. Size by rows: 3,200 counties, four measures, every month since 1990.',
  },
} satisfies Dataset;
