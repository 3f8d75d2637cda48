import type { LaneField, LaneSource } from '../../schema/jurisdiction.ts';
import type { FieldEntry } from '../../schema/lane-table.ts';
import { seenOfLine } from '../seen-cells.ts';
import type { LayerColumns } from './columns.ts';

/** The parts of a cell that are divided by blanks. */
export const listOf = (cell: string) => cell.split(' ').filter((part) => part !== '');

/** What the collectors of the layers put beside them, as far as it changes how a layer is queried. */
export const flagsOf = ({ flags }: LayerColumns): ReadonlySet<string> => new Set(listOf(flags));

/** A layer that somebody else than its publisher offers, or whose publisher is not certain. */
const secondHand = [
  'third_party_host',
  'private_host',
  'vendor_host',
  'university_host',
  'publisher_not_confirmed',
  'city_copy',
  'partial_city_copy',
  'agency_copy',
];
const noAddressSearch = ['no_where_search', 'like_times_out', 'number_after_street', 'inner_spaces_in_address'];

function siteAddressOf(row: LayerColumns, flags: ReadonlySet<string>): FieldEntry | undefined {
  if (row.site_address !== '')
    return flags.has('number_after_street') ? { column: row.site_address, format: 'numberLast' } : row.site_address;
  const parts = [...listOf(row.house_number), ...listOf(row.street)];
  return row.house_number !== '' && row.street !== '' ? { column: parts } : undefined;
}

const fieldCells = {
  municipality: 'city',
  propertyClass: 'use_code',
  landUse: 'use_text',
  yearBuilt: 'year_built',
  landValue: 'land_value',
  buildingValue: 'building_value',
  totalValue: 'total_value',
  lotArea: 'lot_area',
  lastSaleDate: 'last_sale_date',
  lastSalePrice: 'last_sale_price',
  saleCode: 'sale_code',
  deedDate: 'deed_date',
  recordYear: 'record_year',
} as const satisfies Partial<Record<LaneField<'parcel'>, keyof LayerColumns>>;

/** What a line says of a column beside its name. */
function saidOf(row: LayerColumns, name: keyof typeof fieldCells) {
  switch (name) {
    case 'landValue':
    case 'buildingValue':
    case 'totalValue':
      return { means: row.value_kind || 'unknown', ...(row.value_percent && { percent: row.value_percent }) };
    case 'lotArea':
      return row.lot_area_unit ? { unit: row.lot_area_unit } : {};
    case 'deedDate':
      return { means: row.deed_date_means || 'deed' };
    default:
      return {};
  }
}

function fieldsOf(row: LayerColumns): LaneSource<'parcel'>['fields'] {
  const siteAddress = siteAddressOf(row, flagsOf(row));
  const names = Object.keys(fieldCells) as (keyof typeof fieldCells)[];
  const named = names.flatMap((name) => {
    const column = row[fieldCells[name]];
    return column === '' ? [] : [[name, { column, ...saidOf(row, name) }] as const];
  });
  const [id = row.parcel_id, ...more] = listOf(row.record_id);
  return {
    recordId: more.length === 0 ? id : { column: [id, ...more], join: '-' },
    parcelId: row.parcel_id,
    ...(siteAddress && { siteAddress }),
    ...Object.fromEntries(named),
  };
}

function queryOf(row: LayerColumns): LaneSource['query'] {
  const flags = flagsOf(row);
  const searchable = row.site_address !== '' && !noAddressSearch.some((flag) => flags.has(flag));
  return {
    point: true,
    key: { field: row.parcel_id },
    ...(searchable && { addressField: row.site_address }),
    ...(row.where && { where: row.where }),
    ...(row.reach_meters && { reachMeters: Number(row.reach_meters) }),
    ...(flags.has('no_distance') && { byBox: true as const }),
    ...(flags.has('stalls_with_resultRecordCount') && { uncounted: true as const }),
  };
}

const licenseWords: Readonly<Record<LayerColumns['commercial_use'], string>> = {
  yes: 'Terms allow commercial use',
  no: 'Terms forbid commercial use: answered free of charge only',
  disputed: 'Whether the terms allow commercial use is disputed: answered free of charge only',
  unknown: 'No license text was seen',
};

/** Name and address of the license in a cell; the name is empty where the cell has none. */
export function licenseIn(cell: string) {
  const url = /https:\/\/\S+/.exec(cell)?.[0];
  return { named: cell.replace(/https?:\/\/\S+/, '').trim(), url: url && URL.canParse(url) ? url : undefined };
}

function licenseOf({ license, commercial_use: use }: LayerColumns): LaneSource['license'] {
  const { named, url } = licenseIn(license);
  const note = use === 'unknown' && license !== '' ? 'The terms were not read' : licenseWords[use];
  return {
    note: named === '' ? note : `${named}; ${note.charAt(0).toLowerCase()}${note.slice(1)}`,
    ...(url && { url }),
    ...((use === 'no' || use === 'disputed') && {
      commercialUse: use === 'no' ? ('forbidden' as const) : ('disputed' as const),
    }),
  };
}

const frozenOf = (flags: ReadonlySet<string>): string | undefined => {
  const vintage = [...flags].map((flag) => /^vintage_(\d{4})$/.exec(flag)?.[1]).find((year) => year !== undefined);
  return vintage && `The layer is of ${vintage} and has not been renewed since.`;
};

export const lastSaleNote = 'The last sale is as recorded; whether it was at market was not checked.';

/** A line of the table as a source of the parcel lane. `id` names its card, `place` is the name of its area. */
export function layerSource(row: LayerColumns, id: string, place: string): LaneSource<'parcel'> {
  const flags = flagsOf(row);
  const frozen = frozenOf(flags);
  const without = listOf(row.missing_counties);
  return {
    cardId: id,
    name: `${place} parcels`,
    lane: 'parcel',
    category: 'parcel',
    platform: row.platform,
    endpoint: row.url,
    resolve: { by: 'none' },
    query: queryOf(row),
    fields: fieldsOf(row),
    columnsFromLayer: true,
    ...(row.coverage !== 'complete' && {
      coverage: { without, ...(row.coverage === 'unknown' && { uncounted: true as const }) },
    }),
    locationPrecision: 'exact',
    limits: { notes: row.last_sale_date || row.last_sale_price ? [lastSaleNote] : [] },
    freshness: { cadence: 'not stated', ...(frozen && { frozen }) },
    publisher: place,
    ...(secondHand.some((flag) => flags.has(flag)) && { authority: 'secondary' as const }),
    landingUrl: row.website || row.url,
    license: licenseOf(row),
    seen: seenOfLine(row),
  };
}
