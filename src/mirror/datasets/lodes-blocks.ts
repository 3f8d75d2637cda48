import type { Dataset, RawRow } from '../engine/dataset.ts';
import workplace, { lodesStates } from './lodes-workplace.ts';

const geocode = (raw: RawRow) => String(raw.tabblk2020 ?? '').padStart(15, '0');

const dataset: Dataset = {
  id: 'lodes-blocks',
  title: 'Positions of census blocks (LODES 8, geography crosswalk)',
  publisher: workplace.publisher,
  sourceUrl: 'https://lehd.ces.census.gov/data/lodes/LODES8/{part}/{part}_xwalk.csv.gz',
  datasetUrl: workplace.datasetUrl,
  licenseNote: 'US government work, public domain',
  vintage: '2020 blocks',
  megabytes: 8,
  cadence: 'with each release of LODES',
  staleAfterDays: 800,
  file: { format: 'table' },
  columns: {
    state: { type: 'text', value: () => null },
    block: { type: 'text', value: geocode },
    tract: { type: 'text', value: (raw) => geocode(raw).slice(0, 11) },
    latitude: { from: 'blklatdd', type: 'real' },
    longitude: { from: 'blklondd', type: 'real' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [],
  keep: (raw) => /^\d{14,15}$/.test(String(raw.tabblk2020 ?? '')),
  parts: { column: 'state', whole: lodesStates },
  limits: ['A block is counted by one internal point: it lies wholly inside a circle or wholly outside.'],
  seen: {
    by: 'code',
    note: 'address and columns from the LODES 8 layout as quoted in public notes; not seen live by us',
  },
};

export default dataset;
