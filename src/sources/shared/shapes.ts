import type { Fields, RowOf, Table } from '../../fields/table.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { sourceCard } from '../cards.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { ringsOf } from '../drivers/esri.ts';
import { wrongShape } from './lookup.ts';
import { readRows } from './read-rows.ts';
import { type SourceTable, type TableQuery, tableRows } from './table-rows.ts';

/**
 * Rows of a layer as shapes on the ground. Rows without an outline are a wrong shape; rows that `read` gives nothing for
 * make the rest `partial`, since shares of some of the shapes say less than is mapped.
 */
export function shapesOf<R extends { readonly geometry?: unknown }, T>(
  sources: SourceAccess,
  card: SourceCard,
  found: Lookup<readonly R[]>,
  read: (row: R) => T | undefined,
): Lookup<readonly MappedShape<T>[]> {
  const isWhole = !hasData(found) || found.data.every(({ geometry }) => ringsOf(geometry).length > 0);
  if (!isWhole) return wrongShape(sources, card);
  return readRows(sources, card, found, (row) => {
    const of = read(row);
    return of === undefined ? undefined : { of, rings: ringsOf(row.geometry) };
  });
}

/** Areas of an ArcGIS layer, each with its outline and its row as a field table publishes it. */
export async function shapeRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  { zone, ...query }: Omit<TableQuery, 'geometry'>,
): Promise<Lookup<readonly MappedShape<RowOf<Table<F>>>[]>> {
  const found = await queryLayer(sources, sourceCard(table.id), { ...query, outFields: table.columns, geometry: true });
  const outlined = shapesOf(sources, sourceCard(table.id), found, (row) => row);
  return tableRows(sources, sourceCard(table.id), table, outlined, {
    columnsOf: ({ of }) => of.attributes,
    map: (of, { rings }) => ({ of, rings }),
    zone,
  });
}
