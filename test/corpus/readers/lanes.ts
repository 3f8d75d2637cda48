import { positionOf } from '../../../src/fields/define.ts';
import { timeZoneAt } from '../../../src/geography/time-zone.ts';
import type { GeoPoint } from '../../../src/kernel/subject.ts';
import { locationOf } from '../../../src/places/lanes/asking.ts';
import { mattersSince } from '../../../src/places/lanes/matters.ts';
import { type LaneQuery, readLane } from '../../../src/places/lanes/reader.ts';
import { layerOf } from '../../../src/places/lanes/readers/arcgis.ts';
import { planOf } from '../../../src/places/lanes/table-plan.ts';
import { laneCard } from '../../../src/places/registry/cards.ts';
import { shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { columnsRead } from '../../../src/places/registry/probe.ts';
import type { Jurisdiction, LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import { laneTable } from '../../../src/places/schema/lane-table.ts';
import type { ConfiguredLane } from '../../../src/places/schema/port.ts';
import { centroidOf } from '../../../src/sources/drivers/esri.ts';
import { sampleRows } from '../../../src/sources/sentinel/shape.ts';
import { type Elsewhere, recordedAccess } from '../access.ts';
import { inFormOf } from '../forms.ts';
import { bodyOf, identityOf, isLayerPage, type Question, type Recording } from '../recording.ts';
import { pointOf, type Reader, readingOf } from './reader.ts';

/** A source of a place as the registry configures it. */
export const configuredOf = (jurisdiction: Jurisdiction, source: LaneSource): ConfiguredLane => ({
  jurisdiction,
  source,
  card: laneCard(jurisdiction, source),
});

function identityOfSource({ platform, endpoint, table, resolve }: LaneSource): string {
  if (platform === 'carto') return `sql ${new URL(endpoint).host} ${table}`;
  // the number of a table changes, its package does not: of one portal, the table of a recording can be any
  return resolve.by === 'ckan-package' ? `ckan ${new URL(endpoint).host} any` : identityOf(endpoint);
}

/** The lane of a place file whose card has the id. */
export function configuredLane(cardId: string): ConfiguredLane {
  for (const place of shippedPlaces.all()) {
    const source = place.sources.find((one) => one.cardId === cardId);
    if (source) return configuredOf(place, source);
  }
  throw new Error(`no lane ${cardId}`);
}

/** Every configured lane by what its address is an address of: place files first, then the rows of the layer table. */
function everyLane(): ReadonlyMap<string, readonly ConfiguredLane[]> {
  const all = [...shippedPlaces.all(), ...shippedLayers.everyPlace()].flatMap((place) =>
    place.sources.map((source) => configuredOf(place, source)),
  );
  const byIdentity = new Map<string, ConfiguredLane[]>();
  for (const lane of all) {
    const identity = identityOfSource(lane.source);
    byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), lane]);
  }
  return byIdentity;
}

/** Columns of a table or layer that say no more than that the lane's columns are there. */
const described = (source: LaneSource) => ({
  name: source.name,
  geometryType: 'esriGeometryPolygon',
  fields: columnsRead(source).map((name) => ({ name, type: 'esriFieldTypeString' })),
});

/** What a platform says beside its rows: which columns there are, which table is current, how many rows match. */
function metadataOf({ source }: ConfiguredLane, recording: Recording): Elsewhere {
  const table = identityOf(recording.url).split(' ').at(-1);
  const fields = columnsRead(source).map((id) => ({ id, type: 'text' }));
  return (url) => {
    const { pathname, searchParams } = url;
    if (isLayerPage(url)) return described(source);
    if (searchParams.get('returnCountOnly') === 'true') return { count: 0 };
    if (pathname.endsWith('/package_show')) {
      return { success: true, result: { resources: [{ id: table, datastore_active: true }] } };
    }
    if (pathname.endsWith('/datastore_search') && searchParams.get('limit') === '0') {
      return { success: true, result: { fields } };
    }
    return undefined;
  };
}

/** Where the first recorded row with a position lies: a source whose rows are bounded here is queried there. */
export function pointIn(source: LaneSource, recording: Recording): GeoPoint | undefined {
  const { features = [] } = bodyOf(recording) as { readonly features?: readonly { readonly geometry?: unknown }[] };
  const located = features.map(({ geometry }) => centroidOf(geometry)).find((point) => point !== undefined);
  if (located) return located;
  const table = laneTable(source);
  for (const row of sampleRows(bodyOf(recording))) {
    const values = table.read(row);
    const column = source.query.radius?.column;
    const point = positionOf([values?.latitude, values?.longitude]) ?? (column ? locationOf(row[column]) : undefined);
    if (point) return point;
  }
  return undefined;
}

/** Where the first geometry of a recorded layer lies, in degrees. */
function middleOf(recording: Recording): GeoPoint | undefined {
  const { features } = bodyOf(recording) as { readonly features?: unknown };
  if (!Array.isArray(features)) return undefined;
  return features.map(({ geometry }: { readonly geometry?: unknown }) => centroidOf(geometry)).find(Boolean);
}

/** A recording can hold rows of a whole city. */
const cityMeters = 50_000;

/** The first question that a source takes: nothing in it narrows what is recorded. */
function queryFor(source: LaneSource, recording: Recording, question: Question): LaneQuery | undefined {
  const around = question.point ? undefined : middleOf(recording);
  const point = pointIn(source, recording) ?? around ?? pointOf(question);
  const shared = { limit: 500, geometry: true };
  const ways: readonly LaneQuery[] = [
    { key: question.key ?? '1000010001', ...shared },
    { address: '1 MAIN ST', ...shared },
    { point, ...shared },
    { point, radiusMeters: question.radiusMeters ?? cityMeters, ...shared },
  ];
  return ways.find((way) => planOf(source, way).by !== 'refused');
}

/** A recording in the form of a lane's platform, the lane where its rows lie, and access that answers with it. */
export function answeringLane(lane: ConfiguredLane, recorded: Recording) {
  const recording = inFormOf(lane.source.platform, recorded);
  const point = pointIn(lane.source, recording);
  const zone = point && timeZoneAt(point);
  const configured = { ...lane, ...(zone !== undefined && { zone }) };
  return { recording, configured, access: recordedAccess(recording, metadataOf(lane, recording)) };
}

/** Reads a recording by one configured lane. */
export function laneReader(lane: ConfiguredLane): Reader {
  const { source } = lane;
  return {
    name: source.cardId,
    async read(recorded, question) {
      const { recording, configured, access } = answeringLane(lane, recorded);
      if (source.lane === 'legislation') {
        const legislation = configured as ConfiguredLane<'legislation'>;
        return readingOf(await mattersSince(access, legislation, '1900-01-01'));
      }
      const query = queryFor(source, recording, question);
      if (!query) throw new Error(`${source.cardId} takes no question of the corpus`);
      const found = readingOf(await readLane(access, configured, query));
      const rows = found.rows.map((row) => ({
        ...row,
        ...('fields' in row && typeof row.fields === 'object' ? row.fields : {}),
      }));
      return { ...found, rows };
    },
  };
}

/** The newest layer or service of a source whose address names the list of them. */
const newestReader = (configured: ConfiguredLane): Reader => ({
  name: `newest layer of ${configured.source.cardId}`,
  async read(recording) {
    const found = await layerOf({ sources: recordedAccess(recording), configured });
    return found ? readingOf(found) : { state: 'not_covered', rows: [] };
  },
});

/** The readers of configured lanes, found by the address of a recording. */
export function laneReaders(): (url: URL) => readonly Reader[] {
  const lanes = everyLane();
  return (url) => {
    const identity = identityOf(url);
    const portal = identity.startsWith('ckan ') ? lanes.get(`ckan ${url.host} any`) : undefined;
    return (lanes.get(identity) ?? portal ?? []).map((lane) =>
      lane.source.resolve.by.startsWith('newest') ? newestReader(lane) : laneReader(lane),
    );
  };
}
