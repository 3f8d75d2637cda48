import type { LayerColumns } from '../../src/places/registry/layers/columns.ts';
import { layerQuestion } from './esri.ts';
import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';
import { type GridLot, lotsAround, ringOf } from './parcel-grid.ts';
import { matches } from './where.ts';

/**
 * What layers were seen to do instead of answering: a wall that asks for a token (code 499, Texas and Florida 2026), a
 * page in place of JSON (the former host of Montana), rows that are points, a number's column that is gone (Pinal County
 * 2026), units of one building on one outline, lots on both sides of a street, and nothing where a layer lacks a county.
 */
export type LayerTrap =
  | 'token'
  | 'page'
  | 'points'
  | 'no_number'
  | 'no_address'
  | 'stacked'
  | 'two_near'
  | 'nothing'
  | 'no_point_query';

export interface LayerWorld extends FakeUpstream {
  /** Columns of persons that were requested. */
  readonly personsAsked: readonly string[];
}

/** Columns that real layers have beside those that are read. */
const persons = { OWNER_NAME: 'JANE Q PLANTED', MAIL_ADDR: '1 PLANTED LN', OWNER_PHONE: '555-010-0199' } as const;
const valueColumns = ['land_value', 'building_value', 'total_value', 'last_sale_price'] as const;
const partsOf = (cell: string) => cell.split(' ').filter((part) => part !== '');
const pathOf = (url: string) => new URL(url).pathname;

/** A street name over the columns that a layer has for it: direction, name, kind, direction behind. */
function streetCells(columns: readonly string[]): Record<string, string> {
  const words = columns.length === 1 ? ['ELM ST'] : columns.length === 2 ? ['ELM', 'ST'] : ['', 'ELM', 'ST'];
  return Object.fromEntries(columns.map((column, at) => [column, words[at] ?? '']));
}

/** The cells of a lot under the columns of a line of the table. */
function cellsOf(row: LayerColumns, lot: GridLot, unit?: number): Record<string, string | number> {
  const cells: Record<string, string | number> = { OBJECTID: lot.houseNumber, ...persons };
  const put = (column: string, value: string | number) => {
    if (column !== '') cells[column] = value;
  };
  put(row.parcel_id, unit === undefined ? lot.number : `${lot.number}-${unit}`);
  const isNumberLast = row.flags.split(' ').includes('number_after_street');
  put(row.site_address, isNumberLast ? `ELM ST ${lot.houseNumber}` : `${lot.houseNumber} ELM ST`);
  partsOf(row.house_number).forEach((column, at) => {
    put(column, at === 0 ? lot.houseNumber : '');
  });
  Object.assign(cells, streetCells(partsOf(row.street)));
  put(row.city, 'SPRINGFIELD');
  put(row.use_code, '101');
  put(row.use_text, 'SINGLE FAMILY');
  put(row.year_built, 1987);
  for (const name of valueColumns) put(row[name], 250_000);
  put(row.lot_area, row.lot_area_unit === 'acre' ? 0.4 : 17_350);
  put(row.last_sale_date, Date.UTC(2019, 5, 3));
  put(row.record_year, 2026);
  return cells;
}

/** The columns that a layer has today, with a cell each. */
function columnsOf(row: LayerColumns, trap: LayerTrap | undefined): Record<string, string | number> {
  const all = cellsOf(row, { number: '1', houseNumber: 1, box: [0, 0, 1, 1] });
  const gone = trap === 'no_number' ? row.parcel_id : trap === 'no_address' ? row.site_address : undefined;
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== gone));
}

function metadataOf(row: LayerColumns, trap: LayerTrap | undefined): UpstreamReply {
  const sample = columnsOf(row, trap);
  const names = Object.keys(sample);
  const isDate = (name: string) => name === row.last_sale_date;
  const typeOf = (name: string) =>
    name === 'OBJECTID' ? 'OID' : isDate(name) ? 'Date' : typeof sample[name] === 'number' ? 'Double' : 'String';
  return {
    body: {
      name: 'Parcels',
      type: 'Feature Layer',
      geometryType: trap === 'points' ? 'esriGeometryPoint' : 'esriGeometryPolygon',
      fields: names.map((name) => ({
        name,
        type: `esriFieldType${typeOf(name)}`,
        ...(name === row.use_code && {
          domain: { type: 'codedValue', name: 'use', codedValues: [{ name: 'One family dwelling', code: '101' }] },
        }),
      })),
      editingInfo: { lastEditDate: Date.UTC(2026, 9, 30), dataLastEditDate: Date.UTC(2026, 9, 29) },
    },
  };
}

const refusedQuestion: UpstreamReply = {
  body: { error: { code: 400, message: 'Failed to execute query.', details: ["'outFields' parameter is invalid"] } },
};

/** Both sides of the street at the same distance: the lots around, and their mirror images south of the point. */
const mirrored = ([west, south, east, north]: GridLot['box'], latitude: number): GridLot['box'] => [
  west,
  2 * latitude - north,
  east,
  2 * latitude - south,
];

function lotsOf(request: UpstreamRequest, trap: LayerTrap | undefined): readonly GridLot[] {
  const { point, radiusMeters, params } = layerQuestion(request);
  const [west = 0, south = 0, east = 0, north = 0] = (params.get('geometry') ?? '').split(',').map(Number);
  const isBox = params.get('geometryType') === 'esriGeometryEnvelope';
  const center = isBox ? { latitude: (south + north) / 2, longitude: (west + east) / 2 } : point;
  if (!center || trap === 'nothing' || (trap === 'no_point_query' && radiusMeters === 0)) return [];
  const lots = lotsAround(center, isBox ? ((north - south) / 2) * 111_195 : radiusMeters);
  if (trap !== 'two_near') return lots;
  return lots.flatMap((lot) => [lot, { ...lot, number: `S${lot.number}`, box: mirrored(lot.box, center.latitude) }]);
}

/** A condition as the fake reads it: without that of the table's line, and with plain names of columns. */
function conditionOf(where: string, row: LayerColumns): string {
  const own = row.where === '' ? where : where.replace(` AND ${row.where}`, '').replace(row.where, '1=1');
  return own.replaceAll('.', '_');
}

const plainNames = (cells: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(cells).map(([name, value]) => [name.replaceAll('.', '_'), value]));

/**
 * The published parcel layers as one fake upstream: what a layer says of itself and its rows are built from its line of
 * the table, and its lots lie in a grid around any point. As ArcGIS does, an unknown column refuses the whole question
 * (error 400 inside a 200); columns of persons are there and never have to be requested.
 * Shapes: developers.arcgis.com/rest, "Layer (Feature Service)" and "Query (Feature Service/Layer)".
 */
export function parcelLayers(
  rows: readonly LayerColumns[],
  trapOf: (row: LayerColumns) => LayerTrap | undefined = () => undefined,
): LayerWorld {
  const byAddress = new Map<string, LayerColumns[]>();
  for (const row of rows) {
    const address = `${new URL(row.url).host}${pathOf(row.url)}`.toLowerCase();
    byAddress.set(address, [...(byAddress.get(address) ?? []), row]);
  }
  const personsAsked: string[] = [];

  function answerOf(request: UpstreamRequest, row: LayerColumns): UpstreamReply {
    const trap = trapOf(row);
    const { params, where } = layerQuestion(request);
    const columns = (params.get('outFields') ?? '').split(',').filter(Boolean);
    personsAsked.push(...columns.filter((column) => column in persons || column === '*'));
    const cells = lotsOf(request, trap).flatMap((lot) =>
      (trap === 'stacked' ? [1, 2, 3] : [undefined]).map((unit) => ({ lot, cells: cellsOf(row, lot, unit) })),
    );
    const known = columnsOf(row, trap);
    if (columns.some((column) => !(column in known))) return refusedQuestion;
    const condition = conditionOf(where, row);
    return {
      body: {
        fields: columns.map((name) => ({ name })),
        features: cells
          .filter((one) => condition === '1=1' || matches(condition, plainNames(one.cells)))
          .map(({ lot, cells: attributes }) => ({
            // some servers send more than was requested
            attributes: { ...Object.fromEntries(columns.map((column) => [column, attributes[column]])), ...persons },
            ...(params.get('returnGeometry') === 'true' && { geometry: { rings: [ringOf(lot.box)] } }),
          })),
      },
    };
  }

  return {
    cardId: 'parcel-layers',
    hosts: [...new Set(rows.map(({ url }) => new URL(url).host.toLowerCase()))],
    personsAsked,
    respond(request) {
      const path = request.path.replace(/\/query$/, '');
      const here = byAddress.get(`${request.host}${path}`.toLowerCase());
      const { where } = layerQuestion(request);
      const row = here?.find((one) => one.where !== '' && where.includes(one.where)) ?? here?.[0];
      if (!row) return undefined;
      const trap = trapOf(row);
      if (trap === 'token') return { body: { error: { code: 499, message: 'Token Required', details: [] } } };
      if (trap === 'page') return { body: '<!DOCTYPE html><html><body>The service has moved.</body></html>' };
      try {
        return path === request.path ? metadataOf(row, trap) : answerOf(request, row);
      } catch {
        return refusedQuestion;
      }
    },
  };
}
