import type { Dataset, RawRow } from '../engine/dataset.ts';

/** Identifier of one program in "AIR:NC0000003718301234, RCRAINFO:NCD000123456". */
function idOf(raw: RawRow, program: string): string | null {
  const list = String(raw.PGM_SYS_ACRNMS ?? '');
  return new RegExp(`(?:^|,\\s*)${program}:([^,]+)`).exec(list)?.[1]?.trim() ?? null;
}

const states =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy as gu mp pr vi';

const dataset: Dataset = {
  id: 'epa-frs-facilities',
  title: 'Facility Registry Service, state single files',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://ordsext.epa.gov/FLA/www3/state_files/state_single_{part}.zip',
  datasetUrl: 'https://www.epa.gov/frs/epa-state-single-file-csv-download',
  licenseNote: 'US government work, public domain',
  vintage: 'undated file, see the day it was retrieved',
  megabytes: 20,
  cadence: 'monthly',
  staleAfterDays: 120,
  file: { format: 'table', encoding: 'latin1', member: /\.csv$/i },
  columns: {
    state: { type: 'text', value: () => null },
    registryId: { from: 'REGISTRY_ID', type: 'text' },
    name: { from: 'PRIMARY_NAME', type: 'text' },
    address: { from: 'LOCATION_ADDRESS', type: 'text' },
    city: { from: 'CITY_NAME', type: 'text' },
    zip: { type: 'text', value: (raw) => String(raw.POSTAL_CODE ?? '').slice(0, 5) || null },
    countyFips: { from: 'FIPS_CODE', type: 'text', pad: 5 },
    interests: { from: 'INTEREST_TYPES', type: 'text' },
    rcraId: { type: 'text', value: (raw) => idOf(raw, 'RCRAINFO') },
    acresId: { type: 'text', value: (raw) => idOf(raw, 'ACRES') },
    isRcra: { type: 'integer', value: (raw) => (idOf(raw, 'RCRAINFO') ? 1 : 0) },
    isAcres: { type: 'integer', value: (raw) => (idOf(raw, 'ACRES') ? 1 : 0) },
    latitude: { from: 'LATITUDE83', type: 'real' },
    longitude: { from: 'LONGITUDE83', type: 'real' },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['countyFips', 'isRcra'], ['zip', 'isRcra'], ['state']],
  keep: (raw) => idOf(raw, 'RCRAINFO') !== null || idOf(raw, 'ACRES') !== null,
  parts: { column: 'state', whole: states.split(' ') },
  limits: ['A registry entry says that a program knows the facility, not what it does today.'],
  seen: {
    by: 'code',
    note: 'columns and address pattern by state as four public clients of 2026 use them; not seen live by us',
  },
};

export default dataset;
