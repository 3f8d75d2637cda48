import { id, joinedDigits, money, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

export const loanLimits = table('fhfa-loan-limits', {
  countyFips: joinedDigits(
    [
      ['FIPS State Code', 2],
      ['FIPS County Code', 3],
    ],
    { required: true },
  ),
  county: text('County Name'),
  state: text('State'),
  cbsa: id('CBSA Number'),
  oneUnit: money('One-Unit Limit', { required: true }),
  twoUnit: money('Two-Unit Limit', { required: true }),
  threeUnit: money('Three-Unit Limit', { required: true }),
  fourUnit: money('Four-Unit Limit', { required: true }),
});

export default {
  id: 'fhfa-loan-limits',
  title: 'Conforming loan limit values, full county list',
  publisher: 'Federal Housing Finance Agency',
  // the list of a year is linked from the page that citations name, under one of two folders
  sourceUrl: 'https://www.fhfa.gov/data/conforming-loan-limit-cll-values',
  listed: String.raw`fullcountyloanlimitlist{year}_hera-based_final_flat\.xlsx`,
  alsoAt: [
    'https://www.fhfa.gov/document/d/cll/fullcountyloanlimitlist{year}_hera-based_final_flat.xlsx',
    'https://www.fhfa.gov/document/data/fullcountyloanlimitlist{year}_hera-based_final_flat.xlsx',
  ],
  datasetUrl: 'https://www.fhfa.gov/data/conforming-loan-limit-cll-values',
  vintage: '{year}',
  megabytes: 0.3,
  // the list of a year is out in late November and in force from January: until then the older one answers
  editions: { since: 2025, from: [0, '01-01'], by: [0, '01-01'] },
  cadence: 'announced each year in late November for the year that follows',
  staleAfterDays: 400,
  supersededAfterDays: 0,
  file: { format: 'table' },
  columns: mirrorColumns(loanLimits),
  keys: [['countyFips']],
  shipped: [{ file: 'fhfa-loan-limits.csv.gz', edition: '2026', retrievedAt: '2025-12-06T00:00:00.000Z', rows: 3235 }],
  seen: {
    by: 'recording',
    note: 'columns from the published file of 2026 (3,235 rows); its two addresses as six public clients use them; that the page links it was not seen by us',
  },
} satisfies Dataset;
