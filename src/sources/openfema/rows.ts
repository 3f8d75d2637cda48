import type { Fields, RowOf, Table } from '../../fields/table.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { type OpenFemaQuery, queryOpenFema } from '../drivers/openfema.ts';
import { plainRows, type SourceTable } from '../shared/table-rows.ts';

const card = sourceCard('openfema');

/** Records of one set as a field table publishes them, and how many match as the service counts them. */
export async function openFemaRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  query: Omit<OpenFemaQuery, 'select'>,
): Promise<Lookup<{ readonly rows: readonly RowOf<Table<F>>[]; readonly count: number | undefined }>> {
  const found = await queryOpenFema(sources, card, { ...query, select: table.columns });
  const listed = mapLookup(found, ({ rows }) => rows);
  const read = plainRows(sources, table, listed);
  return mapLookup(read, (rows) => ({ rows, count: hasData(found) ? found.data.count : undefined }));
}
