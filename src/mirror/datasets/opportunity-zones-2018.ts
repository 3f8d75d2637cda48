import { digits, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

export const opportunityZones = table('opportunity-zones-2018', {
  tract2010: digits('Census Tract Number', 11, { required: true }),
  // the workbook writes its advice on filters into the header cell
  state: text(['State', 'Click arrow to filter state State']),
  county: text('County'),
  tractType: text('Tract Type'),
});

export default {
  id: 'opportunity-zones-2018',
  title: 'Qualified Opportunity Zones designated in 2018',
  publisher: 'Community Development Financial Institutions Fund, US Treasury',
  sourceUrl: 'https://www.cdfifund.gov/sites/cdfi/files/documents/designated-qozs.12.14.18.xlsx',
  alsoAt: ['https://www.cdfifund.gov/system/files/documents/designated-qozs.12.14.18.xlsx'],
  datasetUrl: 'https://www.cdfifund.gov/opportunity-zones',
  vintage: '2018-12-14',
  megabytes: 0.3,
  cadence: 'fixed; the designations end on 31 December 2028',
  staleAfterDays: 3650,
  file: { format: 'table' },
  columns: mirrorColumns(opportunityZones),
  keys: [['tract2010']],
  shipped: [
    {
      file: 'opportunity-zones-2018.csv.gz',
      edition: '2018-12-14',
      retrievedAt: '2025-01-31T00:00:00.000Z',
      rows: 8764,
    },
  ],
  seen: {
    by: 'code',
    note: 'columns and 8,764 rows from the published list; its two addresses and its size as several public clients state them; not seen live by us',
  },
} satisfies Dataset;
