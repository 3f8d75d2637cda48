import { countyKey } from '../../geography/county-name.ts';
import type { MirrorCell } from '../../kernel/ports/mirror.ts';
import type { Dataset, RawRow } from '../engine/dataset.ts';

/** The published header numbers its columns ("51. 5.1 - FUGITIVE AIR"), and the numbers move between editions. */
const names = new Map<string, string>();
function cell(raw: RawRow, column: string): unknown {
  const known = names.get(column);
  if (known !== undefined && known in raw) return raw[known];
  const found = Object.keys(raw).find((name) => name.replace(/^\d+\.\s+/, '') === column);
  if (found !== undefined) names.set(column, found);
  return found === undefined ? undefined : raw[found];
}

const text = (column: string) => ({
  type: 'text' as const,
  value: (raw: RawRow): MirrorCell => String(cell(raw, column) ?? '').trim() || null,
});

/** Sum of the named columns; null where none of them has a number. */
const pounds = (...columns: readonly string[]) => ({
  type: 'real' as const,
  value: (raw: RawRow): MirrorCell => {
    const values = columns.map((column) =>
      String(cell(raw, column) ?? '')
        .replace(/,/g, '')
        .trim(),
    );
    const known = values.filter((value) => value !== '' && Number.isFinite(Number(value)));
    return known.length === 0 ? null : known.reduce((sum, value) => sum + Number(value), 0);
  },
});

const dataset: Dataset = {
  id: 'epa-tri-basic',
  title: 'Toxics Release Inventory, basic data file, United States',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/{part}_US/csv',
  datasetUrl:
    'https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  megabytes: 65,
  editions: {
    since: 1987,
    from: { years: 1, day: '10-15' },
    by: { years: 2, day: '01-15' },
  },
  cadence: 'once a year, complete in autumn, for the calendar year before',
  staleAfterDays: 500,
  supersededAfterDays: 760,
  file: { format: 'table', expects: ['1. YEAR', '2. TRIFD', 'YEAR', 'TRIFD'] },
  columns: {
    year: text('YEAR'),
    facilityId: text('TRIFD'),
    facility: text('FACILITY NAME'),
    city: text('CITY'),
    state: text('ST'),
    county: { type: 'text', value: (raw) => countyKey(String(cell(raw, 'COUNTY') ?? '')) },
    chemical: text('CHEMICAL'),
    formType: text('FORM TYPE'),
    unit: { type: 'text', value: (raw) => (/^gram/i.test(String(cell(raw, 'UNIT OF MEASURE'))) ? 'grams' : 'pounds') },
    air: pounds('5.1 - FUGITIVE AIR', '5.2 - STACK AIR'),
    water: pounds('5.3 - WATER'),
    underground: pounds('5.4 - UNDERGROUND', '5.4.1 - UNDERGROUND CL I', '5.4.2 - UNDERGROUND C II-V'),
    onSite: pounds('ON-SITE RELEASE TOTAL'),
    offSite: pounds('OFF-SITE RELEASE TOTAL'),
    latitude: { type: 'real', value: (raw) => Number(cell(raw, 'LATITUDE')) || null },
    longitude: { type: 'real', value: (raw) => Number(cell(raw, 'LONGITUDE')) || null },
  },
  point: { latitude: 'latitude', longitude: 'longitude' },
  keys: [['state', 'county']],
  keep: (raw) => cell(raw, 'TRIFD') !== undefined,
  parts: { column: 'year', newest: 1 },
  limits: ['Facilities above reporting thresholds only. Dioxins are in grams, everything else in pounds.'],
  seen: { by: 'code', note: 'address and columns from several public clients of 2025 and 2026; not seen live' },
};

export default dataset;
