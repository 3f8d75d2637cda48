import { mirrorColumns } from '../../fields/table.ts';
import { landslides } from '../../sources/usgs-landslides/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'usgs-landslides',
  title: 'Landslide inventories across the United States, version 3, points',
  publisher: 'US Geological Survey',
  sourceUrl: 'https://www.sciencebase.gov/catalog/item/671eef1fd34ed0f827ea9f12?format=json',
  listed: String.raw`US_Landslide_v3_csv\.zip`,
  datasetUrl: 'https://doi.org/10.5066/P14AJF8I',
  licenseNote: 'US government compilation, public domain',
  vintage: 'version 3 of February 2025',
  megabytes: 23,
  cadence: 'every few years',
  staleAfterDays: 1500,
  file: { format: 'table', member: /us_ls_v3_point\.csv$/i },
  columns: mirrorColumns(landslides),
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['id']],
  seen: {
    by: 'code',
    note: 'item of the ScienceBase release, its list of files, size and columns as three public clients use them; file not read by us',
  },
};

export default dataset;
