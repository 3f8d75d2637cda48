import { z } from 'zod';
import { computed, id, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';
import type { Dataset } from '../engine/dataset.ts';

/** A utility in one of the counties in which it has equipment or customers. */
export const countyUtilities = table('eia-861-territories', {
  year: text('Data Year'),
  eiaId: id('Utility Number'),
  utility: text('Utility Name', { required: true }),
  state: id('State', { pattern: z.string().regex(/^[A-Z]{2}$/), required: true }),
  county: text('County', { required: true }),
  countyKey: computed(['County'], z.string(), ([cell]) => countyKey(String(cell ?? ''))),
});

export default {
  id: 'eia-861-territories',
  title: 'Form EIA-861 service territory, counties by utility',
  publisher: 'US Energy Information Administration',
  sourceUrl: 'https://www.eia.gov/electricity/data/eia861/zip/f861{year}.zip',
  alsoAt: ['https://www.eia.gov/electricity/data/eia861/archive/zip/f861{year}.zip'],
  datasetUrl: 'https://www.eia.gov/electricity/data/eia861/',
  vintage: { column: 'year' },
  megabytes: 4.6,
  editions: { since: 2012, from: [1, '10-01'], by: [1, '11-15'] },
  cadence: 'yearly, in October',
  staleAfterDays: 500,
  supersededAfterDays: 700,
  file: {
    format: 'table',
    member: /Service_Territory_\d{4}\.xlsx$/i,
    sheet: 'Counties_States',
  },
  columns: mirrorColumns(countyUtilities),
  keys: [['state', 'countyKey'], ['eiaId']],
  seen: {
    by: 'code',
    note: 'address, sheet and columns as a public reader checked them on 2026-07-17; several clients read older years under archive; not seen live by us',
  },
} satisfies Dataset;
