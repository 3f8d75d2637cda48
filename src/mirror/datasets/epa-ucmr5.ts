import { mirrorColumns } from '../../fields/table.ts';
import { pfasResults } from '../../sources/epa-pfas-tools/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-ucmr5',
  title: 'Fifth Unregulated Contaminant Monitoring Rule, PFAS results',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://www.epa.gov/system/files/other-files/2023-08/ucmr5-occurrence-data.zip',
  datasetUrl: 'https://www.epa.gov/dwucmr/occurrence-data-unregulated-contaminant-monitoring-rule',
  vintage: { column: 'collected' },
  megabytes: 20,
  cadence: 'quarterly',
  staleAfterDays: 200,
  file: { format: 'table', delimiter: '\t', encoding: 'latin1', member: /UCMR5_All\.txt$/i },
  columns: mirrorColumns(pfasResults),
  keys: [['pwsId'], ['state']],
  keep: { Contaminant: /^(?!lithium$)/i },
  seen: {
    by: 'code',
    note: 'address as many public clients of 2026 use it, columns as a public file describes the package of 2026-07-13; not seen live by us',
  },
};

export default dataset;
