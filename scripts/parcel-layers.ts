/**
 * Writes data/layers/parcels.csv, one row per published parcel layer, from the collected facts beside the repository
 * (../shared/facts/layers). Where they are absent nothing is done: the table itself is kept in the repository.
 * `--check` compares instead of writing.
 */
import { join } from 'node:path';
import { rowNumber } from '../src/places/registry/check.ts';
import { type LayerCells, layerColumns } from '../src/places/registry/layers/columns.ts';
import { coverageOf } from './layers/coverage.ts';
import {
  citation,
  columns,
  layerUrl,
  type Places,
  parcelRows,
  placesOf,
  type Row,
  root,
  single,
  tableOf,
  verificationOf,
  writeTable,
} from './layers/facts.ts';
import { siteOf } from './layers/site.ts';
import { valuesOf } from './layers/values.ts';

const target = join(root, 'data/layers/parcels.csv');

/** What keeps a layer out, by the words that its collectors put beside it. */
const leftOut = new Set([
  'table_no_geometry',
  'points',
  'points_layer',
  'table_of_locations',
  'outfields_star_only',
  'no_pid_seen',
  'wrong_place',
  'ignores_spatial_filter',
  'ignores_wgs84_input',
  'ignores_wgs84_input_disputed',
  'blocks_non_browser_agents',
  'refuses_non_browser_agents',
]);
/** Layers of a part of their area: what they lack, others may have. */
const parts = new Set(['partial_city_copy', 'residential_improved_only', 'half_state_west', 'half_state_east']);

const flagsOf = (row: Row) => (row.flags ?? '').split(/[; ]+/).filter((flag) => flag !== '');
const isDead = (flag: string) => flag.startsWith('dead_') || leftOut.has(flag);

const units: Readonly<Record<string, string>> = { acres: 'acre', 'acres (text)': 'acre', sqft: 'ft2' };

function areaOf(row: Row): Partial<LayerCells> {
  const unit = units[row.lot_area_unit ?? ''];
  const column = single(row.lot_area);
  return unit && column ? { lot_area: column, lot_area_unit: unit } : {};
}

function commercialUse(row: Row): string {
  if (flagsOf(row).some((flag) => flag === 'licence_conflict' || flag === 'licence_disputed')) return 'disputed';
  return /^(yes|no)\b/.exec(row.commercial_use ?? '')?.[1] ?? 'unknown';
}

function nameOf(row: Row, { counties, cities }: Places): string | undefined {
  const { geoid = '', level } = row;
  if (level === 'state') return row.state;
  if (level === 'place') return cities.get(geoid)?.name;
  const known = counties.get(geoid.slice(0, 2))?.get(geoid);
  // planning regions of Connecticut are in no list of counties
  return known ?? (/^091[1-9]0$/.test(geoid) ? `${row.name} Planning Region` : undefined);
}

/** The columns of the site address; none where they may be those of a person's mail. */
function addressOf(row: Row): Partial<LayerCells> {
  if (flagsOf(row).includes('site_or_owner_address_to_confirm')) return {};
  const whole = single(row.site_address);
  const own = { site_address: whole, city: single(row.city) };
  if (whole !== '') return own;
  const parts = { house_number: columns(row.number), street: columns(row.street) };
  if (parts.house_number !== '' && parts.street !== '') return { ...own, ...parts };
  return { ...own, ...parts, ...siteOf(row) };
}

/** The columns of what a parcel is used for, worth and was sold for. */
const factsOf = (row: Row): Partial<LayerCells> => ({
  use_code: single(row.use_code),
  use_text: single(row.use_text),
  year_built: single(row.year_built),
  ...valuesOf(row),
  record_year: single(row.tax_year),
});

function termsOf({ licence = '', website = '', ...row }: Row): Partial<LayerCells> {
  return {
    license: /^(public|unknown)\b/i.test(licence) ? '' : licence,
    commercial_use: commercialUse(row),
    website: /^https:\/\/\S+$/.test(website) ? website : '',
  };
}

function coverageOfRow(row: Row, { counties }: Places): Partial<LayerCells> {
  const state = counties.get((row.geoid ?? '').slice(0, 2)) ?? new Map<string, string>();
  const { coverage, missing } = coverageOf(row.missing_counties ?? '', row.level === 'state', state);
  const isPart = flagsOf(row).some((flag) => parts.has(flag));
  return { coverage: isPart ? 'unknown' : coverage, missing_counties: missing.join(' ') };
}

/** One row of the table; undefined for a layer that cannot be queried, or whose place is not certain. */
function layerOf(row: Row, places: Places): LayerCells | undefined {
  const flags = flagsOf(row);
  const name = nameOf(row, places);
  const [pid, url] = [single(row.pid), layerUrl(row)];
  if (flags.some(isDead) || !name || pid === '' || rowNumber(pid) || url === '') return undefined;
  const {
    geoid = '',
    level = '',
    state = '',
    rank = '',
    platform = '',
    scope_where: where = '',
    as_of: seen_on = '',
  } = row;
  return {
    ...{ geoid, level, state, name, rank, platform, url, parcel_id: pid, where, seen_on },
    counties: level === 'place' ? (places.cities.get(geoid)?.counties ?? '') : '',
    ...addressOf(row),
    ...factsOf(row),
    ...areaOf(row),
    ...coverageOfRow(row, places),
    ...termsOf(row),
    reach_meters: flags.includes('needs_66m_reach') ? '66' : '',
    flags: flags.join(' '),
    seen_by: verificationOf[row.verification ?? ''] ?? 'none',
    seen_in: citation(row.citation ?? ''),
  };
}

function table(): string {
  const places = placesOf();
  const seen = new Set<string>();
  const rows = parcelRows()
    .flatMap((row) => layerOf(row, places) ?? [])
    .filter(({ geoid, url, where }) => {
      const lane = [geoid, url.toLowerCase(), where].join(' ');
      return !seen.has(lane) && seen.add(lane);
    })
    .toSorted((a, b) => a.geoid.slice(0, 2).localeCompare(b.geoid.slice(0, 2)) || order(a) - order(b));
  return tableOf(layerColumns, rows);
}

/** State layers first, then by code, then by rank. */
const order = ({ geoid, rank }: LayerCells) =>
  Number(geoid.padEnd(7, '0')) * 100 * (geoid.length === 2 ? 0 : 1) + Number(rank);

writeTable(target, 'data/layers/parcels.csv', 'scripts/parcel-layers.ts', table);
