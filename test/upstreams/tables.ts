import { boxAround, distanceMeters } from '../../src/geometry/geo.ts';
import { type Box, boxOf, layerAnswer, layerQuestion } from './esri.ts';
import type { FakeUpstream, UpstreamReply } from './fake-upstream.ts';
import { matches, type TableRow } from './where.ts';

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** One synthetic row: where it lies, how far it reaches around that point (polygons), and its columns. */
export interface Placed {
  readonly at?: Position;
  /** Half of a square's side, in meters; 0 is a point. */
  readonly reachMeters?: number;
  /** Esri polyline, for lines; `at` and `reachMeters` then only decide who is near. */
  readonly line?: { readonly paths: readonly (readonly (readonly number[])[])[] };
  readonly columns: TableRow;
}

/** What a careless adapter would pass on: every row of every table carries it, requested or not. */
export const planted = {
  OWNER: 'JANE Q PLANTED',
  owner_name: 'JANE Q PLANTED',
  mail_address_full: '1 PLANTED LN',
  contact_1_name: 'JANE Q PLANTED',
  owner_s_phone__: '555-010-0199',
} as const;

/** Days counted back from the day of a fake upstream world, as sources write them. */
export interface PastDays {
  /** Calendar day so many days ago, YYYY-MM-DD. */
  daysAgo(days: number): string;
  /** The same as ArcGIS writes it. */
  epochDaysAgo(days: number): number;
  /** The same as Socrata writes it. */
  floatingDaysAgo(days: number): string;
}

export function daysBefore(now: Date): PastDays {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  return {
    daysAgo,
    epochDaysAgo: (days) => Date.parse(`${daysAgo(days)}T00:00:00Z`),
    floatingDaysAgo: (days) => `${daysAgo(days)}T00:00:00.000`,
  };
}

/** A position some meters east and north of another. */
export function offset(from: Position, east: number, north: number): Position {
  return {
    latitude: from.latitude + north / 111_195,
    longitude: from.longitude + east / (111_195 * Math.cos((from.latitude * Math.PI) / 180)),
  };
}

function ringAround(center: Position, reach: number) {
  const [west, south, east, north] = boxAround(center, reach);
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}

/** The same square as GeoJSON, as Socrata sends polygons. */
export const multiPolygon = (center: Position, reach: number) => ({
  type: 'MultiPolygon',
  coordinates: [[ringAround(center, reach)]],
});

function touches(row: Placed, point: Position, radius: number): boolean {
  if (!row.at) return false;
  const reach = row.reachMeters ?? 0;
  if (radius > 0) return distanceMeters(row.at, point) <= radius + reach;
  const [west, south, east, north] = boxAround(row.at, reach);
  return point.longitude >= west && point.longitude <= east && point.latitude >= south && point.latitude <= north;
}

/** Whether a row's own box meets the one that was requested. */
function meets(row: Placed, [west, south, east, north]: Box): boolean {
  if (!row.at) return false;
  const [w, s, e, n] = boxAround(row.at, row.reachMeters ?? 0);
  return w <= east && e >= west && s <= north && n >= south;
}

/** A line that runs west to east through a position, so many meters to either side. */
export function eastWest(center: Position, meters: number, columns: TableRow): Placed {
  const [west, east] = [offset(center, -meters, 0), offset(center, meters, 0)];
  const path = [west, east].map((end) => [end.longitude, end.latitude]);
  return { at: center, reachMeters: meters, line: { paths: [path] }, columns };
}

const geometryOf = (row: Placed) =>
  row.line ??
  (row.at &&
    (row.reachMeters ? { rings: [ringAround(row.at, row.reachMeters)] } : { x: row.at.longitude, y: row.at.latitude }));

interface Table {
  readonly cardId: string;
  /** The layer or dataset address, without scheme. */
  readonly endpoint: string;
  readonly name?: string;
  readonly rows: (past: PastDays) => readonly Placed[];
}

/** Fake upstream of one ArcGIS layer. An unknown column or condition is ArcGIS's error inside a 200. */
export function layerTable(table: Table): FakeUpstream {
  const [host = '', ...rest] = table.endpoint.split('/');
  const path = `/${rest.join('/')}`;
  return {
    cardId: table.cardId,
    hosts: [host],
    respond(request) {
      const all = table.rows(daysBefore(request.now));
      if (request.path === path) {
        const columns = Object.keys(all[0]?.columns ?? {});
        return { body: { name: table.name ?? table.cardId, fields: columns.map((name) => ({ name })) } };
      }
      if (request.path !== `${path}/query`) return undefined;
      const question = layerQuestion(request);
      const box = boxOf(question);
      try {
        const rows = all
          .filter((row) => !box || meets(row, box))
          .filter((row) => !question.point || touches(row, question.point, question.radiusMeters))
          .filter((row) => question.where === '' || question.where === '1=1' || matches(question.where, row.columns));
        const reply = layerAnswer(
          question,
          rows.map((row) => ({ attributes: { ...row.columns }, geometry: geometryOf(row) })),
        );
        return plantOwners(reply);
      } catch {
        return { body: { error: { code: 400, message: 'Failed to execute query.', details: [] } } };
      }
    },
  };
}

/** Some servers send more than was requested; this one always does. */
function plantOwners(reply: UpstreamReply): UpstreamReply {
  const body = reply.body as { features?: { attributes: Record<string, unknown> }[] };
  for (const feature of body.features ?? []) Object.assign(feature.attributes, planted);
  return reply;
}

const circlePattern = /(?:\s+AND\s+)?within_circle\((\w+), (-?[\d.]+), (-?[\d.]+), ([\d.]+)\)$/;

const heldPattern = /(?:\s+AND\s+)?intersects\(\w+, 'POINT \((-?[\d.]+) (-?[\d.]+)\)'\)$/;

/** Fake upstream of one Socrata dataset: no nulls, numbers as text, columns that were not queried for among the rest. */
export function datasetTable(table: Table): FakeUpstream {
  const [host = '', ...rest] = table.endpoint.split('/');
  const path = `/${rest.join('/')}`;
  return {
    cardId: table.cardId,
    hosts: [host],
    respond(request) {
      // columns as the portal lists them (`/api/views/<4x4>.json`, read so by RSocrata and sodapy)
      if (
        request.path === path.replace(/^\/resource\/([\w-]+)\.json$/, '/api/views/$1.json') &&
        request.path !== path
      ) {
        const names = Object.keys(table.rows(daysBefore(request.now))[0]?.columns ?? {});
        return { body: { columns: names.map((fieldName) => ({ fieldName })) } };
      }
      if (request.path !== path) return undefined;
      const { query } = request;
      const where = query.get('$where') ?? '';
      const circle = circlePattern.exec(where);
      const held = heldPattern.exec(where);
      const condition = where.replace(circlePattern, '').replace(heldPattern, '');
      const all = table.rows(daysBefore(request.now));
      try {
        const rows = all.filter((row) => {
          if (held && !touches(row, { latitude: Number(held[2]), longitude: Number(held[1]) }, 0)) return false;
          if (circle) {
            const center = { latitude: Number(circle[2]), longitude: Number(circle[3]) };
            if (!row.at || distanceMeters(row.at, center) > Number(circle[4])) return false;
          }
          return condition === '' || matches(condition, row.columns);
        });
        const select = (query.get('$select') ?? '').split(',').filter(Boolean);
        const known = all[0]?.columns ?? {};
        const group = query.get('$group');
        // SoQL's count: one row, its number as text (read so by Chicago/RSocrata and its copy dmpe/RSocrata)
        if (select.length === 1 && select[0] === 'count(*) as n') return { body: [{ n: String(rows.length) }] };
        if (group) return group in known ? { body: counted(rows, group) } : noSuchColumn;
        if (select.some((column) => !(column in known))) return noSuchColumn;
        const [by = '', direction] = (query.get('$order') ?? '').split(' ');
        const ordered = by === '' ? rows : rows.toSorted((a, b) => order(a.columns[by], b.columns[by]));
        if (direction === 'DESC') ordered.reverse();
        const first = Number(query.get('$offset') ?? 0);
        return {
          body: ordered.slice(first, first + Number(query.get('$limit') ?? 1000)).map((row) => ({
            ...Object.fromEntries(
              select.flatMap((column) => {
                const value = row.columns[column];
                if (value === null || value === undefined) return [];
                return [[column, typeof value === 'number' ? String(value) : value]];
              }),
            ),
            ...planted,
          })),
        };
      } catch {
        return noSuchColumn;
      }
    },
  };
}

/** Rows counted by one column, as `select <column>, count(*) as n` with a group answers: numbers are text. */
function counted(rows: readonly Placed[], by: string) {
  const groups = new Map<unknown, number>();
  for (const { columns } of rows) groups.set(columns[by], (groups.get(columns[by]) ?? 0) + 1);
  return [...groups].map(([value, n]) => ({ ...(value !== null && { [by]: value }), n: String(n), ...planted }));
}

interface CartoTable extends Table {
  /** Name of the table; tables of one account share the endpoint. */
  readonly table: string;
}

const sqlPattern = /^SELECT (.+) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY (\w+)( DESC)?)?(?: LIMIT (\d+))?$/;
const withinPattern =
  /(?:\s*AND\s*)?ST_DWithin\((\w+)::geography,ST_SetSRID\(ST_MakePoint\((-?[\d.]+),(-?[\d.]+)\),4326\)::geography,([\d.]+)\)$/;

/** Fake upstream of one table of a Carto SQL service. A question about another table is not its own. */
export function cartoTable(source: CartoTable): FakeUpstream {
  const [host = '', ...rest] = source.endpoint.split('/');
  return {
    cardId: source.cardId,
    hosts: [host],
    respond(request) {
      if (request.path !== `/${rest.join('/')}`) return undefined;
      const [, select = '', name, where = '', by, down, limit] = sqlPattern.exec(request.query.get('q') ?? '') ?? [];
      if (name !== source.table) return undefined;
      const circle = withinPattern.exec(where);
      const condition = where.replace(withinPattern, '');
      const all = source.rows(daysBefore(request.now));
      const known = all[0]?.columns ?? {};
      const columns = select.split(', ').filter((column) => !/ AS /.test(column));
      if (columns.some((column) => !(column in known))) return cartoError;
      try {
        const rows = all
          .filter(({ at }) => {
            if (!circle) return true;
            const center = { longitude: Number(circle[2]), latitude: Number(circle[3]) };
            return at !== undefined && distanceMeters(at, center) <= Number(circle[4]);
          })
          .filter(({ columns: row }) => condition === '' || matches(condition, row))
          .toSorted((a, b) => (by ? order(a.columns[by], b.columns[by]) * (down ? -1 : 1) : 0))
          .slice(0, Number(limit ?? all.length));
        // a select of one row, in the frame that CartoDB's own pages show; carto2gpd counts a table by it
        if (select === 'count(*) AS n') return { body: { rows: [{ n: rows.length }], total_rows: 1, fields: {} } };
        const shown = rows.map((row) => ({
          ...Object.fromEntries(columns.map((column) => [column, row.columns[column] ?? null])),
          lane_latitude: row.at?.latitude ?? null,
          lane_longitude: row.at?.longitude ?? null,
          ...planted,
        }));
        return { body: { rows: shown, total_rows: shown.length, fields: {} } };
      } catch {
        return cartoError;
      }
    },
  };
}

const cartoError: UpstreamReply = { status: 400, body: { error: ['syntax error'] } };

const order = (a: unknown, b: unknown) => String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
const noSuchColumn: UpstreamReply = {
  status: 400,
  body: { message: 'Query coordinator error: query.soql.no-such-column', errorCode: 'query.soql.no-such-column' },
};
