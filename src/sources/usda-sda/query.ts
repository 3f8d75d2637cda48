import { z } from 'zod';
import type { Fields, Table } from '../../fields/table.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import { formQuery } from '../shared/query.ts';
import { tableRows } from '../shared/table-rows.ts';

const card = sourceCard('usda-sda');

/** The columns of a table as SQL: each is written as `expression AS name`. */
export const selected = ({ columns }: Pick<Table, 'columns'>): string => columns.join(', ');

const nameIn = (column: string) => column.slice(column.lastIndexOf(' AS ') + 4);

/** Nothing found is an empty object; anything else without a table is no answer. */
const Reply = z.union([z.looseObject({ Table: z.array(z.array(z.string().nullable())) }), z.strictObject({})]);

/**
 * The rows of one query to the tabular service of Soil Data Access, as the field table whose columns it selects publishes
 * them. The first row of a reply names the columns; a reply that lacks one of them is `unavailable`, and one without rows
 * is `empty`.
 */
export async function askSda<F extends Fields>(sources: SourceAccess, query: string, table: Table<F>) {
  const request = formQuery(card.endpoint, { query, format: 'JSON+COLUMNNAME' });
  const lookup = await getJson(sources, card, request, Reply, {
    isEmpty: (reply) => !('Table' in reply) || reply.Table.length < 2,
  });
  if (!hasData(lookup)) return lookup;
  const [names = [], ...rows] = 'Table' in lookup.data ? lookup.data.Table : [];
  const places = table.columns.map((column) => [column, names.indexOf(nameIn(column))] as const);
  if (places.some(([, at]) => at < 0)) return wrongShape(sources, card);
  return tableRows(
    sources,
    card,
    table,
    { ...lookup, data: rows },
    {
      columnsOf: (row) => Object.fromEntries(places.map(([column, at]) => [column, row[at]])),
      map: (row) => row,
    },
  );
}

/** The key of a map unit as it may stand in a query: digits alone. */
export function mapUnitKeyOf(text: string): string {
  if (!/^\d{1,12}$/.test(text)) throw new TypeError('a map unit key is a number');
  return text;
}
