import { mirrorColumns } from '../../fields/table.ts';
import { seats } from '../../sources/congress-legislators/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'congress-legislators',
  title: 'Members of the United States Congress',
  publisher: 'The unitedstates project, from Congress and its Clerk',
  sourceUrl: 'https://unitedstates.github.io/congress-legislators/legislators-current.json',
  alsoAt: ['https://theunitedstates.io/congress-legislators/legislators-current.json'],
  datasetUrl: 'https://github.com/unitedstates/congress-legislators',
  licenseNote: 'Public domain (CC0)',
  vintage: { column: 'termStarts' },
  megabytes: 2,
  cadence: 'within days of a change, by volunteers',
  staleAfterDays: 30,
  file: { format: 'json' },
  columns: mirrorColumns(seats),
  keys: [['state', 'chamber']],
  seen: {
    by: 'recording',
    note: 'shape from a copy of June 2026; several public clients read the address; not called by us',
  },
} satisfies Dataset;
