import type { Dataset } from '../engine/dataset.ts';

const rent = (bedrooms: number) => ({ from: [`fmr_${bedrooms}`, `fmr${bedrooms}`], type: 'integer' as const });

const dataset: Dataset = {
  id: 'hud-fmr',
  title: 'Fair Market Rents by county and New England town',
  publisher: 'US Department of Housing and Urban Development',
  sourceUrl: 'https://www.huduser.gov/portal/datasets/fmr/fmr{part}/FY{yy}_FMRs.xlsx',
  alsoAt: [
    'https://www.huduser.gov/portal/datasets/fmr/fmr{part}/FY{yy}_FMRs_revised.xlsx',
    'https://www.huduser.gov/portal/datasets/fmr/fmr{part}/FMR{part}_final_revised.xlsx',
  ],
  datasetUrl: 'https://www.huduser.gov/portal/datasets/fmr.html',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  megabytes: 0.6,
  editions: {
    since: 2022,
    from: { years: -1, day: '08-15' },
    by: { years: -1, day: '10-01' },
  },
  cadence: 'each fiscal year, in force from 1 October',
  staleAfterDays: 400,
  file: { format: 'table' },
  columns: {
    year: { type: 'text', value: () => null },
    countyFips: {
      type: 'text',
      value: (raw) =>
        String(raw.fips ?? raw.fips2010 ?? '')
          .padStart(10, '0')
          .slice(0, 5),
    },
    county: { from: ['countyname', 'county_name'], type: 'text' },
    town: { from: ['county_town_name', 'town_name'], type: 'text' },
    state: { from: ['stusps', 'state_alpha'], type: 'text' },
    areaName: { from: ['hud_area_name', 'areaname'], type: 'text' },
    metro: { from: 'metro', type: 'text' },
    rent0: rent(0),
    rent1: rent(1),
    rent2: rent(2),
    rent3: rent(3),
    rent4: rent(4),
  },
  keys: [['countyFips', 'year']],
  keep: (raw) => /^\d{9,10}$/.test(String(raw.fips ?? raw.fips2010 ?? '')),
  parts: { column: 'year', newest: 1 },
  shipped: [
    {
      file: 'hud-fmr-2024.csv.gz',
      edition: '2024',
      part: '2024',
      retrievedAt: '2023-12-06T00:00:00.000Z',
      rows: 4764,
    },
    {
      file: 'hud-fmr-2026.csv.gz',
      edition: '2026',
      part: '2026',
      retrievedAt: '2026-04-09T00:00:00.000Z',
      rows: 4764,
    },
  ],
  limits: [
    'Gross rent (with utilities) at the 40th percentile of recent movers; an estimate for programs, not a market price.',
  ],
  seen: {
    by: 'code',
    note: 'columns from the file of FY2024; addresses of FY2022 to FY2026 as several public clients use them; one of them reports that the site refuses some scripts; not seen live by us',
  },
};

export default dataset;
