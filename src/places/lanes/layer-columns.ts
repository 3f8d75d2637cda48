import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { type LayerColumn, type LayerInfo, layerInfo } from '../../sources/drivers/arcgis-layer.ts';
import { refused } from '../../sources/shared/lookup.ts';
import type { FieldSpec, Lane, LaneSource } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { fieldColumns } from './fields.ts';

type ColumnOf = (column: string) => LayerColumn | undefined;

const lastPart = (column: string) => column.split('.').at(-1) ?? column;

/** Finds a column in any spelling; a layer that is a join puts the name of a table before it. */
function columnFinder({ columns }: LayerInfo): ColumnOf {
  const exact = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  const short = new Map<string, LayerColumn[]>();
  for (const column of columns) {
    const name = lastPart(column.name).toLowerCase();
    short.set(name, [...(short.get(name) ?? []), column]);
  }
  return (wanted) => {
    const known = exact.get(wanted.toLowerCase());
    if (known) return known;
    const alike = short.get(lastPart(wanted).toLowerCase()) ?? [];
    return alike.length === 1 ? alike[0] : undefined;
  };
}

/**
 * A field as the layer can give it: in its spelling, with the names of its codes; undefined where the layer lacks it. Of
 * several columns the first (the house number of an address) and one more have to be there.
 */
function fieldOf(spec: FieldSpec, columnOf: ColumnOf): FieldSpec | undefined {
  const wanted = fieldColumns(spec);
  const there = wanted.map(columnOf);
  const [first, ...more] = there.filter((column) => column !== undefined);
  if (!first || there[0] === undefined || (wanted.length > 1 && more.length === 0)) return undefined;
  const given = typeof spec === 'string' ? { field: spec } : spec;
  const isText = !('type' in given) || given.type === undefined || given.type === 'text';
  return {
    ...given,
    field: wanted.length === 1 ? first.name : [first, ...more].map(({ name }) => name),
    ...(wanted.length === 1 && isText && first.legend && !('legend' in given) && { legend: { ...first.legend } }),
  };
}

/** The columns by which a source is asked, as the layer can be asked by them. */
function queryOf({ key, addressField, ...query }: LaneSource['query'], columnOf: ColumnOf): LaneSource['query'] {
  const byKey = key && columnOf(key.field);
  const byAddress = addressField === undefined ? undefined : columnOf(addressField);
  return {
    ...query,
    ...(key && byKey && { key: { ...key, field: byKey.name, ...(byKey.isNumber && { type: 'number' as const }) } }),
    ...(byAddress?.isText && { addressField: byAddress.name }),
  };
}

/**
 * A source as its layer can be asked, where its columns were never seen by this project (`columnsFromLayer`): one unknown
 * column makes the server refuse the whole question, so the layer's own list is read first, once in days. A layer without
 * the column of the parcel's number is `unavailable`, one whose rows are no areas `not_covered`. One that failed on two
 * days on which it was looked at is `unavailable` since then, and not asked.
 */
export async function withLayerColumns<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
): Promise<{ readonly lane: ConfiguredLane<L> } | { readonly miss: Lookup<never> }> {
  const { source, card } = configured;
  if (source.failing) {
    const reason = `${card.name} has been unavailable since ${source.failing.since}: ${source.failing.why}`;
    return { miss: { state: 'unavailable', source: card.name, reason } };
  }
  if (!source.columnsFromLayer) return { lane: configured };
  const read = await layerInfo(sources, card, source.endpoint);
  if (!hasData(read)) return { miss: read };
  const layer = read.data;
  if (source.query.point && !layer.isPolygons) {
    const reason = `The rows of ${card.name} are points or a table, no outlines.`;
    return { miss: { state: 'not_covered', source: card.name, reason } };
  }
  const columnOf = columnFinder(layer);
  const entries = Object.entries<FieldSpec>(source.fields as Readonly<Record<string, FieldSpec>>).flatMap(
    ([name, spec]) => {
      const field = fieldOf(spec, columnOf);
      return field === undefined ? [] : [[name, field] as const];
    },
  );
  const fields: LaneSource['fields'] = Object.fromEntries(entries);
  const { key } = source.query;
  if (key && !columnOf(key.field)) {
    const reason = `${card.name} no longer has the column ${key.field}, which held the number of the parcel.`;
    return { miss: refused(sources, card, reason) };
  }
  const { columnsFromLayer: _read, ...known } = source;
  const asked = { ...known, fields, query: queryOf(source.query, columnOf) } as LaneSource<L>;
  return { lane: { ...configured, source: asked, ...(layer.editedOn && { editedOn: layer.editedOn }) } };
}
