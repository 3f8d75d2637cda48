import type { Column, Dataset, RawRow } from '../engine/dataset.ts';

/** Tuesday of the map (YYYY-MM-DD) out of "20260915" or an ISO moment. */
function mapDate(raw: RawRow): string | undefined {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(String(raw.MapDate ?? raw.mapDate ?? '').trim());
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined;
}

const percent = (from: readonly string[]): Column => ({ from, type: 'real' });

const dataset: Dataset = {
  id: 'usdm-county',
  title: 'US Drought Monitor, percent of county area, cumulative',
  publisher: 'National Drought Mitigation Center with USDA and NOAA',
  sourceUrl:
    'https://usdmdataservices.unl.edu/api/CountyStatistics/GetDroughtSeverityStatisticsByAreaPercent?aoi=us&startdate=1/1/{part}&enddate=12/31/{part}&statisticsType=1',
  datasetUrl: 'https://droughtmonitor.unl.edu/DmData/DataDownload/ComprehensiveStatistics.aspx',
  licenseNote:
    'Public; credit the National Drought Mitigation Center at the University of Nebraska-Lincoln, USDA and NOAA',
  vintage: { column: 'mapDate' },
  outside: ['AS', 'GU', 'MP', 'VI'],
  megabytes: 16,
  editions: {
    since: 2000,
    from: { years: 0, day: '01-01' },
    by: { years: 0, day: '01-10' },
  },
  cadence: 'weekly',
  staleAfterDays: 16,
  supersededAfterDays: 24,
  file: { format: 'table', expects: ['MapDate'] },
  columns: {
    year: { type: 'text', value: (raw) => mapDate(raw)?.slice(0, 4) },
    mapDate: { type: 'text', value: mapDate },
    countyFips: { from: ['FIPS', 'fips'], type: 'text', pad: 5 },
    county: { from: ['County', 'county'], type: 'text' },
    none: percent(['None', 'none']),
    d0: percent(['D0', 'd0']),
    d1: percent(['D1', 'd1']),
    d2: percent(['D2', 'd2']),
    d3: percent(['D3', 'd3']),
    d4: percent(['D4', 'd4']),
  },
  keys: [['countyFips']],
  parts: { column: 'year', newest: 1 },
  limits: ['Percent of the county area on a weekly map; says nothing about one parcel or well.'],
  seen: {
    by: 'code',
    note: 'columns as the service sends CSV; that it answers all counties of a year at once is not verified',
  },
};

export default dataset;
