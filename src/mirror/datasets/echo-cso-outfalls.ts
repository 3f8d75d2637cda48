import { z } from 'zod';
import { computed, id, point, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

/** Permitted combined sewer outfalls that are open (not CLS). */
export const outfalls = table('echo-cso-outfalls', {
  permitId: id('NPDES_ID', { required: true }),
  facility: text('FACILITY_NAME', { maxLength: 100, otherwise: 'name not stated' }),
  city: text('FACILITY_CITY'),
  state: text(['PERMITTING_STATE', 'STATE_CODE']),
  /** With treatment before discharge (TCS), or without (CSO). */
  treated: computed(['PF_CHARACTER'], z.boolean(), isTreated, { required: true }),
  at: point('PF_LAT', 'PF_LON'),
});

function isTreated([cell]: readonly unknown[]): boolean | undefined {
  const characters = String(cell ?? '')
    .toUpperCase()
    .split('|')
    .map((part) => part.trim());
  const isOutfall = characters.includes('CSO') || characters.includes('TCS');
  return characters.includes('CLS') || !isOutfall ? undefined : characters.includes('TCS');
}

export default {
  id: 'echo-cso-outfalls',
  title: 'National Combined Sewer Overflow Inventory, permitted outfalls',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://echo.epa.gov/files/echodownloads/ALL_CSO_downloads.zip',
  datasetUrl: 'https://echo.epa.gov/tools/data-downloads/cso-inventory-summary',
  vintage: 'undated file, see the day it was retrieved',
  megabytes: 0.3,
  cadence: 'weekly',
  staleAfterDays: 60,
  file: { format: 'table', member: /cso_downloads\.csv$/i },
  columns: mirrorColumns(outfalls),
  keys: [['permitId']],
  seen: { by: 'code', note: 'address and columns as public readers use the file of August 2026; not seen live by us' },
} satisfies Dataset;
