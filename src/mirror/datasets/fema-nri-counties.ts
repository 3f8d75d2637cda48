import { digits, money, number, text } from '../../fields/define.ts';
import { nriHazards } from '../../sources/fema-nri/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'fema-nri-counties',
  title: 'National Risk Index, counties: annualized frequencies and expected annual losses',
  publisher: 'Federal Emergency Management Agency',
  sourceUrl: 'https://www.fema.gov/about/reports-and-data/openfema/nri/v120/NRI_Table_Counties.zip',
  datasetUrl: 'https://www.fema.gov/about/openfema/data-sets/national-risk-index-data',
  licenseNote: 'US government work, public domain; not endorsed by FEMA',
  vintage: { column: 'version' },
  megabytes: 25,
  cadence: 'about once a year',
  staleAfterDays: 730,
  file: { format: 'table', member: /NRI_Table_Counties\.csv$/i },
  columns: {
    countyFips: digits('STCOFIPS', 5, { required: true }),
    version: text('NRI_VER'),
    // composite figures and their classes stay out of the copy
    ...Object.fromEntries(
      Object.keys(nriHazards).flatMap((code) => [
        [`${code}_AFREQ`, number(`${code}_AFREQ`, { unit: 'events per year' })],
        [`${code}_EALT`, money(`${code}_EALT`, { zero: 'real' })],
      ]),
    ),
  },
  keys: [['countyFips']],
  seen: {
    by: 'code',
    note: 'address, size and columns as many public clients of version 1.20 use them (2026); one of them reports HTTP 403 to scripts; not fetched by us',
  },
};

export default dataset;
