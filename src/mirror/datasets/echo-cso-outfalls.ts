import type { Dataset } from '../engine/dataset.ts';

const characters = (raw: Readonly<Record<string, unknown>>) =>
  String(raw.PF_CHARACTER ?? '')
    .toUpperCase()
    .split('|')
    .map((part) => part.trim());

const dataset: Dataset = {
  id: 'echo-cso-outfalls',
  title: 'National Combined Sewer Overflow Inventory, permitted outfalls',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://echo.epa.gov/files/echodownloads/ALL_CSO_downloads.zip',
  datasetUrl: 'https://echo.epa.gov/tools/data-downloads/cso-inventory-summary',
  licenseNote: 'US government work, public domain',
  vintage: 'undated file, see the day it was retrieved',
  megabytes: 0.3,
  cadence: 'weekly',
  staleAfterDays: 60,
  file: { format: 'table', member: /cso_downloads\.csv$/i, expects: ['PF_CHARACTER'] },
  columns: {
    permitId: { from: 'NPDES_ID', type: 'text' },
    facility: { from: 'FACILITY_NAME', type: 'text' },
    city: { from: 'FACILITY_CITY', type: 'text' },
    state: { from: ['PERMITTING_STATE', 'STATE_CODE'], type: 'text' },
    /** Outfall with treatment before discharge (TCS), or without (CSO). */
    treated: { type: 'integer', value: (raw) => (characters(raw).includes('TCS') ? 1 : 0) },
    latitude: { from: 'PF_LAT', type: 'real' },
    longitude: { from: 'PF_LON', type: 'real' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['permitId']],
  // CLS: the outfall has been closed
  keep: (raw) => {
    const is = characters(raw);
    return !is.includes('CLS') && (is.includes('CSO') || is.includes('TCS'));
  },
  limits: ['An outfall where an overflow may happen, not an event; closed outfalls are left out.'],
  seen: { by: 'code', note: 'address and columns as public readers use the file of August 2026; not seen live by us' },
};

export default dataset;
