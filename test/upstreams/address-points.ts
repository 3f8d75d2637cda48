import { distanceMeters } from '../../src/geometry/geo.ts';
import type { GeoPoint } from '../../src/kernel/subject.ts';
import type { AddressColumns } from '../../src/places/registry/addresses/columns.ts';
import { layerQuestion } from './esri.ts';
import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';
import { samplePlaceNear, samplePlaces } from './places.ts';
import { matches } from './where.ts';

/**
 * What layers were seen to do instead of answering as hoped. A wall that asks for a token (code 499, Texas and Florida
 * 2026); a page in place of JSON (the former host of Montana); outlines under an address layer's name (Boulder County's
 * folder PARCELS); a column that is gone; a number that is compared with numbers alone; no function in a condition and
 * gaps in the street line (NC OneMap, as a public client measured it in 2026); numbers that the layer lacks.
 */
export type AddressTrap = 'token' | 'page' | 'outlines' | 'gone' | 'number_typed' | 'gaps' | 'missing';

/** A house with its point; several with one address are units or buildings apart. */
export interface FakeHouse {
  readonly number: number;
  /** Direction, name and kind of the street. */
  readonly street: readonly [string, string, string];
  readonly unit?: string;
  readonly city: string;
  readonly zip: string;
  readonly point: GeoPoint;
}

export interface AddressWorld extends FakeUpstream {
  /** Columns of persons that were requested. */
  readonly personsAsked: readonly string[];
  /** Conditions that were put, oldest first. */
  readonly conditions: readonly string[];
}

export interface AddressWorldOptions {
  /** The houses around a point; around none: all that the layer has. */
  readonly housesAt?: (point: GeoPoint | undefined) => readonly FakeHouse[];
  readonly trapOf?: (row: AddressColumns) => AddressTrap | undefined;
}

const persons = { OWNER_NAME: 'JANE Q PLANTED', MAIL_ADDR: '1 PLANTED LN', OWNER_PHONE: '555-010-0199' } as const;
const metersPerDegree = 111_195;
const partsOf = (cell: string) => cell.split(' ').filter((part) => part !== '');
const refused: UpstreamReply = {
  body: { error: { code: 400, message: 'Failed to execute query.', details: ["'where' parameter is invalid"] } },
};

/** A point so many meters north of another one. */
export const north = ({ latitude, longitude }: GeoPoint, meters: number): GeoPoint => ({
  latitude: latitude + meters / metersPerDegree,
  longitude,
});

/** Even numbers of Elm Street, 18 m off the street, each 12 m farther along; and one house of another street. */
export function elmStreet(point: GeoPoint | undefined): readonly FakeHouse[] {
  const start = point ?? { latitude: 40, longitude: -100 };
  const house = { city: 'SPRINGFIELD', zip: '12345' };
  const along = [100, 102, 104, 106].map((number, at) => ({
    ...house,
    number,
    street: ['', 'ELM', 'ST'] as const,
    point: north({ latitude: start.latitude, longitude: start.longitude + at * 0.0001 }, 18),
  }));
  return [...along, { ...house, number: 104, street: ['', 'OAK', 'AVE'] as const, point: north(start, -60) }];
}

/** The sample places themselves, each a house where the geocoder puts it. */
export function sampleHouses(point: GeoPoint | undefined): readonly FakeHouse[] {
  const near = point && samplePlaceNear(point.latitude, point.longitude);
  const places = near ? [near] : point ? [] : Object.values(samplePlaces);
  return places.map(({ matched, city, zip, latitude, longitude }) => {
    const [number = '', ...words] = (matched.split(',')[0] ?? '').split(' ');
    const [direction = '', name = '', kind = ''] = words.length === 3 ? words : ['', ...words];
    return {
      number: Number(number),
      street: [direction, name, kind] as const,
      city: city.toUpperCase(),
      zip,
      point: { latitude, longitude },
    };
  });
}

/** A street over the columns that a layer has for it, in their order. */
function streetCells(columns: readonly string[], street: FakeHouse['street']): Record<string, string> {
  const words = [...street];
  const cells = columns.length < words.length ? [words.splice(0, words.length - columns.length + 1).join(' ')] : [];
  return Object.fromEntries(columns.map((column, at) => [column, [...cells, ...words][at]?.trim() ?? '']));
}

/** The cells of a house under the columns of a line of the table. */
function cellsOf(row: AddressColumns, house: FakeHouse, trap?: AddressTrap): Record<string, unknown> {
  const cells: Record<string, unknown> = { OBJECTID: house.number, ...persons };
  const put = (column: string, value: unknown) => {
    if (column !== '') cells[column] = value;
  };
  Object.assign(cells, streetCells(partsOf(row.street), house.street));
  const gap = trap === 'gaps' ? '  ' : ' ';
  put(row.line, [String(house.number), ...house.street.filter(Boolean)].join(gap));
  put(row.number_prefix, null);
  put(row.number_suffix, null);
  put(row.number, trap === 'number_typed' ? house.number : String(house.number));
  for (const column of partsOf(row.unit)) put(column, house.unit ?? null);
  put(row.city, house.city);
  put(row.postcode, house.zip);
  if (trap === 'gone') delete cells[row.number || row.line];
  return cells;
}

const plainNames = (cells: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(cells).map(([name, value]) => [name.replaceAll('.', '_'), value]));

function geometryOf({ latitude: y, longitude: x }: GeoPoint, trap: AddressTrap | undefined) {
  if (trap !== 'outlines') return { x, y };
  const size = 0.0002;
  return {
    rings: [
      [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
        [x, y],
      ],
    ],
  };
}

/**
 * The published layers of address points as one fake upstream: rows are built from the layer's line of the table. As
 * ArcGIS does, an unknown column refuses the whole question (error 400 inside a 200); columns of persons are there and
 * never have to be requested. Shape: developers.arcgis.com/rest, "Query (Feature Service/Layer)".
 */
export function addressPoints(
  rows: readonly AddressColumns[],
  { housesAt = elmStreet, trapOf = () => undefined }: AddressWorldOptions = {},
): AddressWorld {
  const byAddress = new Map(rows.map((row) => [row.url.toLowerCase(), row]));
  const personsAsked: string[] = [];
  const conditions: string[] = [];

  function answerOf(request: UpstreamRequest, row: AddressColumns, trap: AddressTrap | undefined): UpstreamReply {
    const { params, where, point, radiusMeters } = layerQuestion(request);
    const columns = (params.get('outFields') ?? '').split(',').filter(Boolean);
    conditions.push(where);
    personsAsked.push(...columns.filter((column) => column in persons || column === '*'));
    const isText = trap === 'number_typed' && row.number !== '' && /(?:=|IN \() ?'/.test(where);
    const known = cellsOf(
      row,
      { number: 1, street: ['', '', ''], city: '', zip: '', point: { latitude: 0, longitude: 0 } },
      trap,
    );
    if (isText || columns.some((column) => !(column in known))) return refused;
    const condition = where.replaceAll('.', '_');
    const features = (trap === 'missing' ? [] : housesAt(point))
      .filter((house) => !point || distanceMeters(house.point, point) <= radiusMeters)
      .map((house) => ({ house, cells: cellsOf(row, house, trap) }))
      .filter(({ cells }) => matches(condition, plainNames(cells)))
      .map(({ house, cells }) => ({
        // some servers send more than was requested
        attributes: { ...Object.fromEntries(columns.map((column) => [column, cells[column]])), ...persons },
        geometry: geometryOf(house.point, trap),
      }));
    return { body: { fields: columns.map((name) => ({ name })), features } };
  }

  return {
    cardId: 'address-points',
    hosts: [...new Set(rows.map(({ url }) => new URL(url).host.toLowerCase()))],
    personsAsked,
    conditions,
    respond(request) {
      const row = byAddress.get(`https://${request.host}${request.path.replace(/\/query$/, '')}`.toLowerCase());
      if (!row || !request.path.endsWith('/query')) return undefined;
      const trap = trapOf(row);
      if (trap === 'token') return { body: { error: { code: 499, message: 'Token Required', details: [] } } };
      if (trap === 'page') return { body: '<!DOCTYPE html><html><body>The service has moved.</body></html>' };
      try {
        return answerOf(request, row, trap);
      } catch {
        return refused;
      }
    },
  };
}
