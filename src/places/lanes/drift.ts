import { hasData, type Lookup, mapLookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { layerInfo } from '../../sources/drivers/arcgis-layer.ts';
import { opendatasoftFields } from '../../sources/drivers/opendatasoft.ts';
import { socrataColumns } from '../../sources/drivers/socrata.ts';
import { columnsRead } from '../registry/probe.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { askLane } from './ask.ts';
import type { LaneRow } from './asking.ts';
import type { LaneQuery } from './plan.ts';
import { layerOf } from './readers/arcgis.ts';
import { ckanColumns } from './readers/ckan.ts';
import { planOf } from './table-plan.ts';
import { sourceWithout } from './without.ts';

type Rows = Lookup<readonly LaneRow[]>;
type Names = Lookup<readonly string[]>;

interface Asked {
  readonly sources: SourceAccess;
  readonly configured: ConfiguredLane;
}

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
export async function askDespiteDrift(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
): Promise<Rows | undefined> {
  const { source, card } = configured;
  const names = await published[source.platform]?.({ sources, configured });
  if (!names || !hasData(names)) return undefined;
  const known = new Set(names.data.map((name) => name.toLowerCase()));
  const lost = columnsRead(source).filter((column) => !known.has(column.toLowerCase()));
  if (lost.length === 0) return undefined;
  const columns = `${card.name} no longer has the column${lost.length > 1 ? 's' : ''} ${lost.join(', ')}`;
  const needed: Rows = { state: 'unavailable', source: card.name, reason: `${columns}, by which it is queried.` };
  const variant = sourceWithout(source, { without: lost });
  const isBounded = query.since !== undefined || query.until !== undefined;
  if (isBounded && source.query.dateField !== variant.query.dateField) return needed;
  if (planOf(variant, query).by !== planOf(source, query).by || Object.keys(variant.fields).length === 0) return needed;
  const found = await askLane(sources, { ...configured, source: variant }, query);
  if (!hasData(found)) return found;
  const gone = Object.keys(source.fields).filter((name) => !(name in variant.fields));
  return partly(found, `${columns}; left out: ${gone.join(', ')}.`);
}
