import type { Readable } from 'node:stream';
import { legendOf } from '../../../fields/legends.ts';
import type { RawRow } from '../../../fields/scope.ts';
import type { Batch } from './batch.ts';
import type { Named } from './header.ts';

/** Opens one table of a feed, by its name without ending; undefined where the feed has no such table. */
export type OpenTable = (table: string) => Promise<Readable | undefined>;
export type ReadTable = (content: Readable, dataset: Named) => AsyncGenerator<Batch>;

/** Kinds of vehicle by `route_type` of the GTFS reference, with the hundreds of the extended list. */
const modes = legendOf('gtfs', 'route_type');

const header = [
  'stop_id',
  'stop_name',
  'stop_lat',
  'stop_lon',
  'stop_routes',
  'stop_modes',
  'wheelchair_boarding',
  'feed_edition',
];
const station = '1';
/** `wheelchair_boarding`: 0 and nothing mean that it is not known. */
const access: Readonly<Record<string, string>> = { '1': 'yes', '2': 'no' };
const batchRows = 5000;

interface Route {
  readonly name: string;
  readonly mode: string | undefined;
}

/** A line at a stop: what several tables of a feed say together. */
interface Stop {
  readonly raw: RawRow;
  readonly routes: Set<string>;
}

const text = (value: unknown): string => String(value ?? '').trim();
const isoDay = (value: string) => value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

/**
 * The rows of one table, a batch at a time, with the columns `needed` and `optional` alone; throws where it lacks one of
 * `needed`.
 */
async function* tableRows(
  open: OpenTable,
  read: ReadTable,
  table: string,
  needed: readonly string[],
  optional: readonly string[] = [],
): AsyncGenerator<readonly RawRow[]> {
  const content = await open(table);
  if (!content) throw new Error(`the feed has no ${table}.txt`);
  for await (const { header: names, rows } of read(content, { file: { format: 'table' }, columns: {} })) {
    const lacking = needed.filter((name) => !names.includes(name));
    if (lacking.length > 0) throw new Error(`${table}.txt has no column ${lacking.join(', ')}`);
    const kept = [...needed, ...optional].map((name) => [name, names.indexOf(name)] as const);
    yield rows.map((row) => {
      const raw: Record<string, unknown> = {};
      for (const [name, at] of kept) raw[name] = at < 0 ? undefined : row[at];
      return raw;
    });
  }
}

/** Edition of a feed: the version or first day that it states of itself; nothing where it has no such table. */
async function editionOf(open: OpenTable, read: ReadTable): Promise<string> {
  try {
    const columns = ['feed_start_date', 'feed_version'];
    for await (const [row] of tableRows(open, read, 'feed_info', ['feed_publisher_name'], columns)) {
      if (row) return isoDay(text(row.feed_start_date)) || text(row.feed_version) || 'not stated';
    }
  } catch {
    // the table is optional
  }
  return 'not stated';
}

async function routesOf(open: OpenTable, read: ReadTable): Promise<ReadonlyMap<string, Route>> {
  const routes = new Map<string, Route>();
  const names = ['route_short_name', 'route_long_name'];
  for await (const rows of tableRows(open, read, 'routes', ['route_id', 'route_type'], names)) {
    for (const row of rows) {
      const name = text(row.route_short_name) || text(row.route_long_name);
      if (name) routes.set(text(row.route_id), { name, mode: modes[text(row.route_type)] });
    }
  }
  return routes;
}

/** Stops with the routes that stop there: platforms count for their station, and a stop without a service is none. */
async function stopsOf(open: OpenTable, read: ReadTable): Promise<readonly Stop[]> {
  const routeOfTrip = new Map<string, string>();
  for await (const rows of tableRows(open, read, 'trips', ['trip_id', 'route_id'])) {
    for (const row of rows) routeOfTrip.set(text(row.trip_id), text(row.route_id));
  }
  const stops = new Map<string, Stop>();
  const more = ['location_type', 'parent_station', 'wheelchair_boarding'];
  for await (const rows of tableRows(open, read, 'stops', ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'], more)) {
    for (const raw of rows) stops.set(text(raw.stop_id), { raw, routes: new Set() });
  }
  const holder = (id: string): Stop | undefined => {
    const own = stops.get(id);
    const parent = own && stops.get(text(own.raw.parent_station));
    return parent && text(parent.raw.location_type) === station ? parent : own;
  };
  for await (const rows of tableRows(open, read, 'stop_times', ['trip_id', 'stop_id'])) {
    for (const row of rows) {
      const route = routeOfTrip.get(text(row.trip_id));
      if (route !== undefined) holder(text(row.stop_id))?.routes.add(route);
    }
  }
  return [...stops.values()].filter(({ routes }) => routes.size > 0);
}

/**
 * Stops of a static GTFS feed, a row each, with the names of the routes that stop there (`A; B`) and their kinds of
 * vehicle: read out of stops, routes, trips and stop_times. Throws where a table or a column that is needed is missing.
 */
export async function* gtfsBatches(open: OpenTable, read: ReadTable): AsyncGenerator<Batch> {
  const edition = await editionOf(open, read);
  const routes = await routesOf(open, read);
  const stops = await stopsOf(open, read);
  const sorted = (values: Iterable<string | undefined>) =>
    [...new Set([...values].flatMap((value) => value ?? []))]
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .join('; ');
  const rows = stops.map(({ raw, routes: ids }) => {
    const own = [...ids].flatMap((id) => routes.get(id) ?? []);
    const [names, kinds] = [sorted(own.map(({ name }) => name)), sorted(own.map(({ mode }) => mode))];
    const { stop_id: id, stop_name: name, stop_lat: latitude, stop_lon: longitude } = raw;
    return [id, name, latitude, longitude, names, kinds, access[text(raw.wheelchair_boarding)] ?? '', edition];
  });
  for (let at = 0; at < rows.length; at += batchRows) yield { header, rows: rows.slice(at, at + batchRows) };
}
