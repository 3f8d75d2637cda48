import type { GeoPoint } from '../../src/kernel/subject.ts';
import type { Jurisdiction, LaneSource } from '../../src/places/schema/jurisdiction.ts';
import { columnsOfFields } from '../../src/places/schema/lane-table.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import { feedRow, pointOfPlace } from './feeds.ts';
import { samplePlaces } from './places.ts';
import { daysBefore, offset } from './tables.ts';
import { workbook } from './workbook.ts';
import { zipOf } from './zip.ts';

const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`;
const table = (rows: readonly (readonly unknown[])[]) =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** Where the feed of a place has its stops: at a sample place that it reaches, else at the place's own point. */
export const pointOfFeed = (place: Jurisdiction): GeoPoint =>
  Object.values(samplePlaces).find(({ countyFips }) => place.geoid.county.includes(countyFips)) ?? pointOfPlace(place);

/**
 * A feed of three stops: two platforms of a station and a stop by the street, two lines. Tables and columns are those that
 * the GTFS reference requires; an entrance, which no line serves, and a stop without a service stand among them.
 */
function schedule(at: GeoPoint): Uint8Array {
  const stop = (id: string, name: string, east: number, type: string, parent: string, wheelchair: string) => {
    const { latitude, longitude } = offset(at, east, 0);
    return [id, name, latitude, longitude, type, parent, wheelchair];
  };
  return zipOf({
    'feed_info.txt': bytes(
      table([
        ['feed_publisher_name', 'feed_publisher_url', 'feed_lang', 'feed_start_date'],
        ['Synthetic Transit', 'https://example.gov', 'en', '20261001'],
      ]),
    ),
    'routes.txt': bytes(
      table([
        ['route_id', 'route_short_name', 'route_long_name', 'route_type'],
        ['r1', '7', 'Synthetic South', '3'],
        ['r2', '', 'Synthetic Line', '1'],
      ]),
    ),
    'trips.txt': bytes(
      table([
        ['route_id', 'service_id', 'trip_id'],
        ['r1', 's', 't1'],
        ['r2', 's', 't2'],
      ]),
    ),
    'stops.txt': bytes(
      table([
        ['stop_id', 'stop_name', 'stop_lat', 'stop_lon', 'location_type', 'parent_station', 'wheelchair_boarding'],
        stop('station', 'SYNTHETIC STATION', 120, '1', '', '1'),
        stop('p1', 'SYNTHETIC STATION PLATFORM 1', 118, '0', 'station', '1'),
        stop('p2', 'SYNTHETIC STATION PLATFORM 2', 122, '0', 'station', '1'),
        stop('door', 'SYNTHETIC STATION ENTRANCE', 110, '2', 'station', '1'),
        stop('street', 'SYNTHETIC ST AT FEED AVE', 60, '', '', '0'),
        stop('unused', 'SYNTHETIC UNUSED STOP', 5, '', '', ''),
      ]),
    ),
    'stop_times.txt': bytes(
      table([
        ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'],
        ['t1', '08:00:00', '08:00:00', 'street', '1'],
        ['t1', '08:05:00', '08:05:00', 'p1', '2'],
        ['t2', '08:00:00', '08:00:00', 'p2', '1'],
      ]),
    ),
  });
}

/** The columns of a file by the place file itself, and beside them what a careless reader would keep. */
function tableOf(source: LaneSource, place: Jurisdiction, now: Date): readonly (readonly unknown[])[] {
  const row = feedRow(source, place, daysBefore(now));
  const mapped = columnsOfFields(source);
  const named = source.file?.header ?? [...new Set([...mapped, ...Object.keys(row), 'OwnerName'])];
  const cells = named.map((column) => (column === 'OwnerName' ? 'JANE Q PLANTED' : (row[column] ?? '')));
  return source.file?.header ? [cells] : [named, cells];
}

/** The file of a place's source (`csv`, `gtfs`), made of its own entry: one record at the place's own point. */
export function placeFile(
  place: Jurisdiction,
  source: LaneSource,
  now: Date,
): { name: string; content: string | Uint8Array } {
  if (source.platform === 'gtfs') return { name: `${source.cardId}.zip`, content: schedule(pointOfFeed(place)) };
  const rows = tableOf(source, place, now);
  if (source.file?.sheet !== undefined) {
    const text = rows.map((row) => row.map((one) => (typeof one === 'number' ? one : String(one ?? ''))));
    const name = typeof source.file.sheet === 'string' ? source.file.sheet : 'Sheet1';
    return { name: `${source.cardId}.bin`, content: workbook({ [name]: text }) };
  }
  const delimiter = source.file?.delimiter ?? ',';
  const content = rows.map((row) => row.map(cell).join(delimiter)).join('\n');
  if (source.file?.member === undefined) return { name: `${source.cardId}.csv`, content: `${content}\n` };
  const member = source.file.member.replace(/[\\^$]/g, '');
  return { name: `${source.cardId}.zip`, content: zipOf({ [member]: bytes(`${content}\n`) }) };
}

/** Fake upstream that gives the whole file of a source. */
export function fileUpstream(place: Jurisdiction, source: LaneSource): FakeUpstream {
  const url = (now: Date) => new URL(source.endpoint.replaceAll('(year)', String(now.getUTCFullYear())));
  return {
    cardId: source.cardId,
    hosts: [new URL(source.endpoint).host],
    respond({ path, now }) {
      if (decodeURIComponent(path) !== decodeURIComponent(url(now).pathname)) return undefined;
      const { content } = placeFile(place, source, now);
      return { body: content, headers: { 'content-type': 'application/octet-stream' } };
    },
  };
}
