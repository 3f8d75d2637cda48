import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'usgs-landslides',
  title: 'Landslide inventories across the United States, version 3, points',
  publisher: 'US Geological Survey',
  sourceUrl: 'https://www.usgs.gov/programs/landslide-hazards',
  datasetUrl: 'https://doi.org/10.5066/P14AJF8I',
  licenseNote: 'US government compilation, public domain',
  byHand: 'US_Landslide_v3_csv.zip of the ScienceBase release',
  vintage: 'version 3 of February 2025',
  cadence: 'every few years',
  staleAfterDays: 1500,
  file: { format: 'table', member: /us_ls_v3_point\.csv$/i },
  columns: {
    USGS_ID: { from: 'USGS_ID', type: 'text' },
    Date_Min: { from: 'Date_Min', type: 'text' },
    Date_Max: { from: 'Date_Max', type: 'text' },
    Confidence: { from: 'Confidence', type: 'integer' },
    LS_Type: { from: 'LS_Type', type: 'text' },
    Inventory: { from: 'Inventory', type: 'text' },
    Lat_N: { from: 'Lat_N', type: 'real' },
    Lon_W: { from: 'Lon_W', type: 'real' },
  },
  point: { latitude: 'Lat_N', longitude: 'Lon_W' },
  keys: [['USGS_ID']],
  limits: ['Places without an inventory have no rows, which says nothing about slopes.'],
  verifiedAt: null,
  verification:
    'US_Landslide_v3_csv.zip of the ScienceBase release, whose file address is not known to us; columns as public clients read them, file not read by us',
};

export default dataset;
