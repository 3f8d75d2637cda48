import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { columnFinder } from '../../sources/drivers/about.ts';
import { type LayerColumn, layerInfo } from '../../sources/drivers/arcgis-layer.ts';
import { refused } from '../../sources/shared/lookup.ts';
import type { Lane, LaneSource } from '../schema/jurisdiction.ts';
import { fieldsOfLane } from '../schema/lane-fields.ts';
import { entryColumns, type FieldEntry } from '../schema/lane-table.ts';
import type { ConfiguredLane } from '../schema/port.ts';

type ColumnOf = (wanted: string) => LayerColumn | undefined;

const isFromLayer = (entry: FieldEntry | undefined) => typeof entry === 'object' && entry.legend === 'layer';

/**
 * A field as the layer can give it: in its spelling, with the words for its codes; undefined where the layer lacks it. Of
 * several columns the first (the house number of an address) and one more have to be there.
 */
function entryOf(entry: FieldEntry, isText: boolean, columnOf: ColumnOf): FieldEntry | undefined {
  const wanted = entryColumns(entry);
  const there = wanted.map(columnOf);
  const [first, ...more] = there.filter((column) => column !== undefined);
  if (!first || there[0] === undefined || (wanted.length > 1 && more.length === 0)) return undefined;
  const given = typeof entry === 'object' ? entry : {};
  if (wanted.length > 1) return { ...given, column: [first, ...more].map(({ name }) => name) };
  const isCode = isFromLayer(entry) || (isText && !('legend' in given) && !('format' in given));
  return { ...given, column: first.name, ...(isCode && first.legend && { legend: { ...first.legend } }) };
}

function queryOf({ key, addressField, ...query }: LaneSource['query'], columnOf: ColumnOf): LaneSource['query'] {
  const byKey = key && columnOf(key.field);
  const byAddress = addressField === undefined ? undefined : columnOf(addressField);
  return {
    ...query,
    ...(key && byKey && { key: { ...key, field: byKey.name, ...(byKey.isNumber && { type: 'number' as const }) } }),
    ...(byAddress?.kind === 'text' && { addressField: byAddress.name }),
  };
}

interface AsTheLayerIs<L extends Lane> {
  readonly lane: ConfiguredLane<L>;
  /** Set where the words for its codes could not be read. */
  readonly missing?: string;
}

const withoutWords = 'The names of its codes could not be read; codes are shown as they are.';

/**
 * A source as its layer can be queried. Where its columns were never seen by this project (`columnsFromLayer`) the layer's
 * own list is read first, once in days: one unknown column makes the server refuse the whole query. A layer without the
 * column of the parcel's number is `unavailable`, one whose rows are no areas `not_covered`; where only words for codes
 * come from the layer, they are missing without it. A source that failed on two days on which it was looked at is
 * `unavailable` since then, and not queried.
 */
export async function withLayerColumns<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
): Promise<AsTheLayerIs<L> | { readonly miss: Lookup<never> }> {
  const { source, card } = configured;
  if (source.failing) {
    const reason = `${card.name} has been unavailable since ${source.failing.since}: ${source.failing.why}`;
    return { miss: { state: 'unavailable', source: card.name, reason } };
  }
  const entries = Object.entries<FieldEntry>(source.fields as Readonly<Record<string, FieldEntry>>);
  if (!source.columnsFromLayer && !entries.some(([, entry]) => isFromLayer(entry))) return { lane: configured };
  const read = await layerInfo(sources, card, source.endpoint);
  if (!hasData(read)) return source.columnsFromLayer ? { miss: read } : { lane: configured, missing: withoutWords };
  const layer = read.data;
  if (source.query.point && layer.shape !== 'polygon') {
    const reason = `The rows of ${card.name} are points or a table, no outlines.`;
    return { miss: { state: 'not_covered', source: card.name, reason } };
  }
  const columnOf = columnFinder(layer.columns);
  const { key } = source.query;
  if (key && !columnOf(key.field)) {
    const reason = `${card.name} no longer has the column ${key.field}, which held the number of the parcel.`;
    return { miss: refused(sources, card, reason) };
  }
  const said = fieldsOfLane(source.lane);
  const fields = Object.fromEntries(
    entries.flatMap(([name, entry]) => {
      const field = entryOf(entry, said[name]?.type === 'text' || said[name]?.type === 'code', columnOf);
      return field === undefined ? [] : [[name, field] as const];
    }),
  );
  const { columnsFromLayer: _read, ...known } = source;
  const queried = { ...known, fields, query: queryOf(source.query, columnOf) } as LaneSource<L>;
  return { lane: { ...configured, source: queried, ...(layer.editedOn && { editedOn: layer.editedOn }) } };
}
