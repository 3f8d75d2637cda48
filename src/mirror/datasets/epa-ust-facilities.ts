import { text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { tankFacilities } from '../../sources/epa-ust-finder/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'epa-ust-facilities',
  title: 'UST Finder, facilities, export of the feature layer',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://www.epa.gov/ust/ust-finder',
  datasetUrl: 'https://www.epa.gov/ust/ust-finder',
  byHand: 'the export of the facilities',
  vintage: 'state data mostly of 2018 to 2021, layer last edited in December 2024',
  cadence: 'rarely',
  staleAfterDays: 1500,
  file: { format: 'table' },
  columns: { ...mirrorColumns(tankFacilities), state: text('State') },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['state']],
  seen: {
    by: 'code',
    note: 'columns of the layer; EPA links its export on the page, whose file address is not known to us',
  },
} satisfies Dataset;
