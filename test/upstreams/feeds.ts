import { findState } from '../../src/geography/us-states.ts';
import type { GeoPoint } from '../../src/kernel/subject.ts';
import { cityKey } from '../../src/place/embedded/cities.ts';
import { geographyRows } from '../../src/place/embedded/geography.ts';
import type { Jurisdiction, LaneSource } from '../../src/places/schema/jurisdiction.ts';
import { fieldsOfLane } from '../../src/places/schema/lane-fields.ts';
import { entryColumns, type FieldEntry, unitOf } from '../../src/places/schema/lane-table.ts';
import { ckanTable } from './ckan.ts';
import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';
import { legistarClient } from './legistar.ts';
import { opendatasoftTable } from './opendatasoft.ts';
import { samplePlaces } from './places.ts';
import { cartoTable, datasetTable, layerTable, type PastDays, type Placed } from './tables.ts';
import type { TableRow } from './where.ts';

/** The street line that the rows of a place carry, where it has no sample address. */
export const feedStreet = '100 MAIN ST';
const parcelNumber = '0100020003000';
/** Half a side of the synthetic shapes: a lot, a district, a city. */
const lotMeters = 20;
/** Area of the synthetic lot, by unit. */
const lotAreas: Readonly<Record<string, number>> = { ft2: 17_222, acre: 0.3954, m2: 1600 };
const districtMeters = 400;
const cityMeters = 6000;
const shapes: Readonly<Record<string, number>> = {
  parcel: lotMeters,
  zoning: districtMeters,
  zoning_overlay: districtMeters,
  landmark: districtMeters,
};

type Entries = Readonly<Partial<Record<string, FieldEntry>>>;

interface Spot extends GeoPoint {
  readonly name: string;
  readonly county: string;
}

let spots: readonly Spot[] | undefined;
function allSpots(): readonly Spot[] {
  spots ??= geographyRows('places').map((line) => {
    const [name = '', state = '', county3 = '', latitude, longitude] = line.split('\t');
    const county = `${findState(state)?.fips ?? ''}${county3}`;
    return { name, county, latitude: Number(latitude), longitude: Number(longitude) };
  });
  return spots;
}

const sampleOf = ({ geoid, displayName }: Jurisdiction) =>
  Object.values(samplePlaces).find(
    ({ countyFips, city }) => geoid.county.includes(countyFips) && displayName.startsWith(`${city},`),
  );

/** The point of a city's sample place, else the middle of the city, or of some town of a county. */
export function pointOfPlace(place: Jurisdiction): GeoPoint {
  const { id, displayName, geoid } = place;
  const sample = sampleOf(place);
  if (sample) return { latitude: sample.latitude, longitude: sample.longitude };
  const there = allSpots().filter(({ county }) => geoid.county.includes(county));
  const key = cityKey(displayName.replace(/,.*$/, ''));
  const spot = there.find(({ name }) => cityKey(name) === key) ?? there[0];
  if (!spot) throw new Error(`no embedded town lies in ${id}`);
  return { latitude: spot.latitude, longitude: spot.longitude };
}

const usDate = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** The day of the fake world, and the street line of its rows. */
interface World extends PastDays {
  readonly street: string;
}

/** A day in the form in which the platform of a source, or its place file, says that it sends days. */
function dayFor({ platform, query }: LaneSource, past: PastDays): string | number {
  const day = past.daysAgo(20);
  switch (query.dateType ?? (platform === 'arcgis' ? 'epochMs' : 'iso')) {
    case 'epochMs':
      return past.epochDaysAgo(20);
    case 'yyyymmdd':
      return day.replaceAll('-', '');
    case 'text':
      return usDate(day);
    case 'iso':
      return platform === 'socrata' || platform === 'carto' ? past.floatingDaysAgo(20) : day;
    default:
      return day;
  }
}

/** A value of the kind that the lane declares for a field. */
function valueFor(name: string, entry: FieldEntry, source: LaneSource, past: World): unknown {
  const { legend, format } = { legend: undefined, format: undefined, ...(typeof entry === 'object' && entry) };
  if (/address/i.test(name)) return past.street;
  if (format === 'digits' || ['parcelId', 'accountId', 'mapNumber'].includes(name)) return parcelNumber;
  switch (fieldsOfLane(source.lane)[name]?.type) {
    case 'url':
      return 'https://records.example/1';
    case 'day':
      return dayFor(source, past);
    case 'year':
      return 1987;
    case 'flag':
      return 'Y';
    case 'area':
      return lotAreas[unitOf(source, name) ?? 'ft2'];
    case 'text':
    case 'code':
    case 'id':
      return Object.keys(typeof legend === 'object' ? legend : {})[0] ?? `SYNTHETIC ${name}`.slice(0, 30);
    default:
      return 1200;
  }
}

/** What the lane's own condition asks of a row: `A = 'x' AND B <= 1`. */
function conditioned(where: string | undefined, past: PastDays): TableRow {
  const pairs = [...(where ?? '').matchAll(/(\w+) (=|<=|<>|IS NOT) ('([^']*)'|[\w.]+)/g)];
  return Object.fromEntries(
    pairs.map(([, column = '', operator, literal = '', text]) => {
      if (literal === 'CURRENT_TIMESTAMP' || operator === 'IS NOT') return [column, past.epochDaysAgo(20)];
      if (operator === '<>') return [column, `other than ${text}`];
      return [column, text ?? Number(literal)];
    }),
  );
}

/** One row with every column that the source reads or is queried by. */
function rowOf(source: LaneSource, at: GeoPoint, past: World): TableRow {
  const { key, addressField, addressParts, radius, dateField } = source.query;
  const row: Record<string, unknown> = { ...conditioned(source.query.where, past) };
  const put = (column: string, value: unknown) => {
    if (!(column in row)) row[column] = value;
  };
  if (addressParts) {
    const [number, ...street] = past.street.split(' ');
    put(addressParts.number, number);
    put(addressParts.street, street.join(' '));
    if (addressParts.direction) put(addressParts.direction, null);
  }
  for (const name of ['parcelId', 'accountId', 'mapNumber', 'siteAddress', 'address']) {
    const entry = (source.fields as Entries)[name];
    const [first, ...rest] = entry === undefined ? [] : entryColumns(entry);
    if (entry !== undefined && first) put(first, valueFor(name, entry, source, past));
    for (const column of rest) put(column, null);
  }
  // a column that several fields read has a value of the stricter kind
  const isText = (name: string) => Number(['text', 'code', 'id'].includes(fieldsOfLane(source.lane)[name]?.type ?? ''));
  const entries = Object.entries<FieldEntry>(source.fields).toSorted(([a], [b]) => isText(a) - isText(b));
  for (const [name, entry] of entries) {
    const place = name === 'latitude' ? at.latitude : name === 'longitude' ? at.longitude : undefined;
    for (const column of entryColumns(entry)) put(column, place ?? valueFor(name, entry, source, past));
  }
  if (key) put(key.field, parcelNumber);
  if (addressField) put(addressField, past.street);
  if (dateField) put(dateField, past.epochDaysAgo(20));
  if (radius?.column && source.platform === 'socrata') {
    put(radius.column, { type: 'Point', coordinates: [at.longitude, at.latitude] });
  }
  return row;
}

const streetOf = (place: Jurisdiction) => sampleOf(place)?.matched.split(',')[0] ?? feedStreet;

/** The record of a source at its place's own point, by the place file itself. */
export const feedRow = (source: LaneSource, place: Jurisdiction, past: PastDays): TableRow =>
  rowOf(source, pointOfPlace(place), { ...past, street: streetOf(place) });

const yearlyNames = (source: LaneSource, now: Date) => {
  const pattern = source.resolve.by === 'newest-service-by-name' ? source.resolve.pattern : '';
  return [0, 1].map((back) => {
    const year = now.getUTCFullYear() - back;
    return pattern.replace(/[$^]/g, '').replace('20\\d\\d', `${year}`).replace('20\\d{6}', `${year}0719`);
  });
};
const isYearly = ({ resolve }: LaneSource) => resolve.by === 'newest-service-by-name';

/** A layer whose service carries its year, in a folder that also lists the services of last year and of its neighbors. */
function yearlyLayer(
  source: LaneSource,
  neighbors: readonly LaneSource[],
  rest: Omit<Parameters<typeof layerTable>[0], 'endpoint'>,
): FakeUpstream {
  const layer = source.resolve.by === 'newest-service-by-name' ? source.resolve.layer : 0;
  const folder = source.endpoint.replace('https://', '');
  return {
    cardId: source.cardId,
    hosts: [folder.split('/')[0] ?? ''],
    respond(request: UpstreamRequest): UpstreamReply | undefined {
      if (`${request.host}${request.path}` === folder) {
        const names = neighbors
          .filter(({ endpoint }) => endpoint === source.endpoint)
          .flatMap((one) => yearlyNames(one, request.now));
        const services = [...names.toReversed(), 'Other_1999'].map((name) => ({ name, type: 'FeatureServer' }));
        return { body: { services } };
      }
      const endpoint = `${folder}/${yearlyNames(source, request.now)[0]}/FeatureServer/${layer}`;
      return layerTable({ ...rest, endpoint }).respond(request);
    },
  };
}

function ckanUpstream({ cardId, endpoint, resolve }: LaneSource, rows: (past: PastDays) => readonly Placed[]) {
  const url = new URL(endpoint);
  // the number of a table that is found by its package is made of the package's name
  const made = Buffer.from(cardId).toString('hex').padEnd(32, '0').slice(0, 32);
  const resourceId =
    url.searchParams.get('resource_id') ?? made.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return ckanTable({
    cardId,
    host: url.host,
    resourceId,
    rows,
    ...(resolve.by === 'ckan-package' && { package: { id: resolve.package, name: nameFor(resolve.pattern) } }),
  });
}

/** A name that a pattern of names fits. */
const nameFor = (pattern = 'Synthetic') => pattern.replace(/[\^$]/g, '').replace(/\.\*/g, ' ');

function upstreamOf(
  source: LaneSource,
  neighbors: readonly LaneSource[],
  at: GeoPoint,
  street: string,
): FakeUpstream | undefined {
  const { cardId, endpoint, lane, platform, table = '' } = source;
  const reachMeters = shapes[lane] ?? 0;
  const rows = (past: PastDays) => [{ at, reachMeters, columns: rowOf(source, at, { ...past, street }) }];
  const address = endpoint.replace('https://', '');
  if (isYearly(source)) return yearlyLayer(source, neighbors, { cardId, rows });
  if (platform === 'arcgis') return layerTable({ cardId, endpoint: address, rows });
  if (platform === 'socrata') return datasetTable({ cardId, endpoint: address, rows });
  if (platform === 'ckan') return ckanUpstream(source, rows);
  if (platform === 'opendatasoft') {
    const position = source.query.radius?.column;
    return opendatasoftTable({ cardId, endpoint: address, rows, ...(position && { position }) });
  }
  if (platform === 'carto') return cartoTable({ cardId, endpoint: address, table, rows });
  const client = /^https:\/\/webapi\.legistar\.com\/v1\/(\w+)\//.exec(endpoint)?.[1];
  return client === undefined
    ? undefined
    : legistarClient(cardId, client, [{ file: 'SYN-1', title: 'SYNTHETIC zoning ordinance', days: 20 }]);
}

/**
 * Fake upstreams of a place's sources and of its boundary layer, made from the place file itself: one record at the
 * place's own point, with every mapped column in its declared type. A column that the file does not name is refused as
 * the platforms refuse it; columns about people are sent, and never requested.
 */
export function feedUpstreams(place: Jurisdiction): readonly FakeUpstream[] {
  const at = pointOfPlace(place);
  const sources = place.sources as readonly LaneSource[];
  const street = streetOf(place);
  const check = place.boundaryCheck;
  const boundary =
    check && 'url' in check
      ? layerTable({
          cardId: `${place.id}-boundary`,
          endpoint: check.url.replace('https://', ''),
          rows: () => [{ at, reachMeters: cityMeters, columns: { [check.field]: [check.equals].flat()[0] } }],
        })
      : undefined;
  return [boundary, ...sources.map((source) => upstreamOf(source, sources.filter(isYearly), at, street))].flatMap(
    (one) => one ?? [],
  );
}
