import { code, day, id, number, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

export const pfasResults = table('epa-ucmr5', {
  pwsId: id('PWSID', { pad: 9, required: true }),
  system: text('PWSName'),
  state: id('State'),
  collected: day('CollectionDate', { means: 'collected' }),
  contaminant: text('Contaminant', { required: true }),
  reportingLevel: number('MRL'),
  unit: text('Units'),
  sign: code('AnalyticalResultsSign', {
    description: '= detected, < below the reporting level: then there is no value, and it is not zero',
  }),
  value: number('AnalyticalResultValue'),
});

const dataset: Dataset = {
  id: 'epa-ucmr5',
  title: 'Fifth Unregulated Contaminant Monitoring Rule, PFAS results',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://www.epa.gov/system/files/other-files/2023-08/ucmr5-occurrence-data.zip',
  datasetUrl: 'https://www.epa.gov/dwucmr/occurrence-data-unregulated-contaminant-monitoring-rule',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'collected' },
  megabytes: 20,
  cadence: 'quarterly',
  staleAfterDays: 200,
  file: { format: 'table', delimiter: '\t', encoding: 'latin1', member: /UCMR5_All\.txt$/i },
  columns: mirrorColumns(pfasResults),
  keys: [['pwsId'], ['state']],
  keep: { Contaminant: /^(?!lithium$)/i },
  limits: ['Systems that serve 3,300 people or fewer were mostly not tested; absent is not clean.'],
  seen: {
    by: 'code',
    note: 'address as many public clients of 2026 use it, columns as a public file describes the package of 2026-07-13; not seen live by us',
  },
};

export default dataset;
