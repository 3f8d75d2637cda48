import { count, id, number, text } from '../../../src/fields/define.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';

/** A small dataset with a key, a position whose columns have other names, and an edition in a column. */
export const sites: Dataset = {
  id: 'sites',
  title: 'Test sites',
  publisher: 'Test agency',
  sourceUrl: 'https://example.gov/sites.csv',
  datasetUrl: 'https://example.gov/sites',
  licenseNote: 'public domain',
  vintage: { column: 'year' },
  cadence: 'yearly',
  staleAfterDays: 30,
  file: { format: 'table', member: /sites\.csv$/ },
  columns: {
    id: id(['id', 'ID'], { pad: 5, required: true }),
    name: text('name'),
    year: count('year'),
    lat: number('lat', { missingValues: [77.7777] }),
    lon: number('lon'),
  },
  point: { latitude: 'lat', longitude: 'lon' },
  keys: [['id'], ['name', 'year']],

  seen: { by: 'none', note: 'test' },
};
