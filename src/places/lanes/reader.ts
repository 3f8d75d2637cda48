import { hasData, type Lookup, mapLookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerInfo } from '../../sources/drivers/arcgis-layer.ts';
import { opendatasoftFields } from '../../sources/drivers/opendatasoft.ts';
import { socrataColumns } from '../../sources/drivers/socrata.ts';
import { laneCard } from '../registry/cards.ts';
import { columnsRead } from '../registry/probe.ts';
import { type Lane, type LaneSource, sourcesOf } from '../schema/jurisdiction.ts';
import { entryColumns, type FieldEntry } from '../schema/lane-table.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { askLane, type LaneRow } from './ask.ts';
import type { Asking, LaneRows } from './asking.ts';
import { inParts } from './key-parts.ts';
import { withLayerColumns } from './layer-columns.ts';
import type { LaneQuery } from './plan.ts';
import { layerOf } from './readers/arcgis.ts';
import { ckanColumns } from './readers/ckan.ts';
import { planOf } from './table-plan.ts';

type Fallback = NonNullable<LaneSource['query']['fallbacks']>[number];

/** A source as it is without some of its columns: what reads them or asks by them is gone. */
function sourceWithout(source: LaneSource, { without, keyParts }: Fallback): LaneSource {
  const folded = new Set(without.map((column) => column.toLowerCase()));
  const lost = (column: string | undefined) => column !== undefined && folded.has(column.toLowerCase());
  const fields = Object.fromEntries(
    Object.entries<FieldEntry>(source.fields).filter(([, entry]) => !entryColumns(entry).some(lost)),
  );
  const {
    key,
    keyParts: parts,
    radius,
    polygon,
    addressField,
    addressParts,
    dateField,
    order,
    fallbacks: _,
    ...query
  } = source.query;
  // a layer lies where its shapes lie; tables have a column of positions, or two
  const placed =
    source.platform === 'arcgis' ||
    (radius?.column ? !lost(radius.column) : 'latitude' in fields && 'longitude' in fields);
  const partsLeft = keyParts ?? (parts?.some(({ field }) => lost(field)) ? undefined : parts);
  return {
    ...source,
    fields,
    query: {
      ...query,
      ...(key && !lost(key.field) && { key }),
      ...(partsLeft && { keyParts: partsLeft }),
      ...(radius && placed && { radius }),
      ...(polygon && !lost(polygon) && { polygon }),
      ...(addressField && !lost(addressField) && { addressField }),
      ...(addressParts && !Object.values(addressParts).some(lost) && { addressParts }),
      ...(dateField && !lost(dateField) && { dateField }),
      ...(order && !without.some((column) => order.includes(column)) && { order }),
    },
  };
}

export { recordOfRow } from './ask.ts';
export type { LaneRow, LaneRows, Miss, ParcelRow, ParcelRows } from './asking.ts';
export type { LaneQuery } from './plan.ts';

const maxParcels = 400;

/** Whether the source answered that it cannot be queried in this way. */
const isRefused = (lookup: Lookup<unknown>): boolean => lookup.state === 'unavailable' && lookup.refused === true;

async function askByParcels(sources: SourceAccess, variant: ConfiguredLane, query: LaneQuery): Promise<LaneRows> {
  const { jurisdiction, card, zone } = variant;
  const { point, radiusMeters, ...rest } = query;
  const parcels = sourcesOf(jurisdiction, 'parcel').find((source) => source.query.radius);
  const reason = `${card.name} refuses questions by position, and no parcels can be read around the point instead.`;
  if (!parcels || !point || radiusMeters === undefined) return { state: 'unavailable', source: card.name, reason };
  const lane = { jurisdiction, source: parcels, card: laneCard(jurisdiction, parcels), ...(zone && { zone }) };
  const around = await askLane(sources, lane, { point, radiusMeters, limit: maxParcels });
  if (!hasData(around)) return { state: 'unavailable', source: card.name, reason };
  const positions = new Map<string, GeoPoint | undefined>(
    around.data.flatMap((row) => (row.fields.parcelId === undefined ? [] : [[String(row.fields.parcelId), row.point]])),
  );
  const found = await inParts([...positions.keys()], card.name, (keys) => askLane(sources, variant, { ...rest, keys }));
  if (!hasData(found)) return found;
  const data = found.data.map((row) => {
    const at = positions.get(String(row.fields.parcelId ?? ''));
    return row.point || !at ? row : { ...row, point: at };
  });
  const said = [
    `${card.name} refuses questions by position: it was queried by the ${positions.size} tax parcels within ${radiusMeters} m.`,
    ...[around, found].flatMap((lookup) => ('reason' in lookup ? lookup.reason : [])),
  ];
  return { state: 'partial', data, citation: found.citation, reason: said.join(' ') };
}

/** The first of a source's other ways of being queried that it does not refuse; undefined where there is none. */
async function askOtherwise(sources: SourceAccess, configured: ConfiguredLane, query: LaneQuery) {
  for (const fallback of configured.source.query.fallbacks ?? []) {
    const variant: ConfiguredLane = { ...configured, source: sourceWithout(configured.source, fallback) };
    const around = query.radiusMeters !== undefined && !variant.source.query.radius;
    const found = await (around ? askByParcels : askLane)(sources, variant, query);
    if (!isRefused(found) && found.state !== 'not_covered') return found;
  }
  return undefined;
}

type Names = Lookup<readonly string[]>;

type Asked = Pick<Asking, 'sources' | 'configured'>;

async function arcgisNames(queried: Asked): Promise<Names> {
  const layer = await layerOf(queried);
  if (layer && !hasData(layer)) return layer;
  const { source, card } = queried.configured;
  const url = layer?.data.url ?? source.endpoint;
  return mapLookup(await layerInfo(queried.sources, card, url), ({ columns }) => columns.map(({ name }) => name));
}

/** Where a platform itself says which columns a dataset has. */
const published: Readonly<Partial<Record<LaneSource['platform'], (queried: Asked) => Promise<Names>>>> = {
  arcgis: arcgisNames,
  socrata: ({ sources, configured }) => socrataColumns(sources, configured.card, configured.source.endpoint),
  ckan: async (queried) => mapLookup(await ckanColumns(queried), (all) => all.map(({ id }) => id)),
  opendatasoft: ({ sources, configured }) => opendatasoftFields(sources, configured.card, configured.source.endpoint),
};

/**
 * Asks a source that refused a question once more, where its own metadata says that it has lost columns: without the
 * fields that read them, and `partial`. `unavailable`, naming the columns, where the question cannot be put without them.
 * Undefined where the metadata cannot be read or the source has all its columns.
 */
async function askDespiteDrift(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
): Promise<LaneRows | undefined> {
  const { source, card } = configured;
  const names = await published[source.platform]?.({ sources, configured });
  if (!names || !hasData(names)) return undefined;
  const known = new Set(names.data.map((name) => name.toLowerCase()));
  const lost = columnsRead(source).filter((column) => !known.has(column.toLowerCase()));
  if (lost.length === 0) return undefined;
  const columns = `${card.name} no longer has the column${lost.length > 1 ? 's' : ''} ${lost.join(', ')}`;
  const needed: LaneRows = { state: 'unavailable', source: card.name, reason: `${columns}, by which it is queried.` };
  const variant = sourceWithout(source, { without: lost });
  const isBounded = query.since !== undefined || query.until !== undefined;
  if (isBounded && source.query.dateField !== variant.query.dateField) return needed;
  if (planOf(variant, query).by !== planOf(source, query).by || Object.keys(variant.fields).length === 0) return needed;
  const found = await askLane(sources, { ...configured, source: variant }, query);
  if (!hasData(found)) return found;
  const gone = Object.keys(source.fields).filter((name) => !(name in variant.fields));
  return partly(found, `${columns}; left out: ${gone.join(', ')}.`, 'columns');
}

/**
 * Asks one configured source of a lane, as {@link askLane} says, by the columns that its layer has where they are not
 * certain. Where the source refuses the question because it lacks a column, the questions that its registry entry names
 * for that case are queried in turn, and then the one without the columns that its own metadata no longer lists.
 */
export async function readLane<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
  query: LaneQuery<L>,
): Promise<LaneRows<L>> {
  const known = await withLayerColumns(sources, configured);
  const found = 'lane' in known ? await askLane(sources, known.lane, query) : known.miss;
  const answered = isRefused(found)
    ? ((await askOtherwise(sources, configured, query)) ?? (await askDespiteDrift(sources, configured, query)) ?? found)
    : found;
  const missing = 'missing' in known ? known.missing : undefined;
  // a row has the names of its source and so of its lane
  return (missing && hasData(answered) ? partly(answered, missing, 'failed') : answered) as Lookup<
    readonly LaneRow<L>[]
  >;
}
