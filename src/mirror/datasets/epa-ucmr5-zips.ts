import { digits, id } from '../../fields/define.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'epa-ucmr5-zips',
  title: 'Fifth Unregulated Contaminant Monitoring Rule, ZIP codes served by each tested system',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://www.epa.gov/system/files/other-files/2023-08/ucmr5-occurrence-data.zip',
  datasetUrl: 'https://www.epa.gov/dwucmr/occurrence-data-unregulated-contaminant-monitoring-rule',
  vintage: 'as the package it comes in',
  megabytes: 20,
  cadence: 'quarterly',
  staleAfterDays: 200,
  file: { format: 'table', delimiter: '\t', encoding: 'latin1', member: /UCMR5_ZIPCodes\.txt$/i },
  columns: {
    pwsId: id('PWSID', { pad: 9, required: true }),
    zip: digits('ZIPCODE', 5, { required: true }),
  },
  keys: [['zip'], ['pwsId']],
  seen: { by: 'code', note: 'address and columns as public readers of the package use them; not seen live by us' },
} satisfies Dataset;
