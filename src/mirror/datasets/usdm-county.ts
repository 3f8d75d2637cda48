import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { computed } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { droughtMaps } from '../../sources/usdm/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'usdm-county',
  title: 'US Drought Monitor, percent of county area, cumulative',
  publisher: 'National Drought Mitigation Center with USDA and NOAA',
  sourceUrl:
    'https://usdmdataservices.unl.edu/api/CountyStatistics/GetDroughtSeverityStatisticsByAreaPercent?aoi=us&startdate=1/1/{part}&enddate=12/31/{part}&statisticsType=1',
  datasetUrl: 'https://droughtmonitor.unl.edu/DmData/DataDownload/ComprehensiveStatistics.aspx',
  licenseNote:
    'Public; credit the National Drought Mitigation Center at the University of Nebraska-Lincoln, USDA and NOAA',
  vintage: { column: 'date' },
  outside: ['AS', 'GU', 'MP', 'VI'],
  megabytes: 16,
  editions: { since: 2000, from: [0, '01-01'], by: [0, '01-10'] },
  cadence: 'weekly',
  staleAfterDays: 16,
  supersededAfterDays: 24,
  file: { format: 'table' },
  columns: {
    year: computed([['MapDate', 'mapDate']], z.string(), ([cell]) => dateOf(cell)?.slice(0, 4), { required: true }),
    ...mirrorColumns(droughtMaps),
  },
  keys: [['countyFips']],
  parts: { column: 'year', newest: 1 },
  seen: {
    by: 'code',
    note: 'columns as the service sends CSV; that it answers all counties of a year at once is not verified',
  },
};

export default dataset;
