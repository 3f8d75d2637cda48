import { z } from 'zod';
import type { Fields, RowOf, Table } from '../../fields/table.ts';
import { hasData, type Lookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { cutAt } from '../drivers/rows.ts';
import { getJson } from './lookup.ts';
import { plainRows, type SourceTable } from './table-rows.ts';

/** Root of Envirofacts' data service; rows are numbered from 1 and both ends count. */
export const dmap = 'https://data.epa.gov/dmapservice';

const Rows = z.array(z.record(z.string(), z.unknown()));

/**
 * Rows of a table of Envirofacts as a field table publishes them. More rows than `limit` is `partial`.
 *
 * @param path table and filter, for example `sems.envirofacts_site/fk_ref_state_code/equals/NC`
 */
export async function envirofactsRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  path: string,
  limit: number,
): Promise<Lookup<readonly RowOf<Table<F>>[]>> {
  // one row more than wanted tells whether the list is complete
  const url = `${dmap}/${path}/1:${limit + 1}/json`;
  const found = await getJson(sources, sourceCard(table.id), { url }, Rows, { isEmpty: (rows) => rows.length === 0 });
  const isCut = hasData(found) && found.data.length > limit;
  return plainRows(
    sources,
    table,
    isCut ? partly({ ...found, data: found.data.slice(0, limit) }, cutAt(limit)) : found,
  );
}
