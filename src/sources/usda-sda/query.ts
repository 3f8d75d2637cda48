import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** One row of an answer, by the names that the query gave to its columns; every value is text. */
export type SdaRow = Readonly<Record<string, string | null | undefined>>;

/** A column of a query: the SQL expression, and the name that it gets. */
export type SdaColumn = readonly [expression: string, name: string];

/** The list of columns as SQL. */
export const selected = (columns: readonly SdaColumn[]): string =>
  columns.map(([expression, name]) => `${expression} AS ${name}`).join(', ');

/** Nothing found is an empty object; anything else without a table is no answer. */
const Reply = z.union([z.looseObject({ Table: z.array(z.array(z.string().nullable())) }), z.strictObject({})]);

/**
 * Puts one query to the tabular service of Soil Data Access. Its first row names the columns; an answer that lacks one
 * of those asked for is `unavailable`, and one without rows is `empty`.
 */
export async function askSda(
  sources: SourceAccess,
  query: string,
  columns: readonly SdaColumn[],
): Promise<Lookup<readonly SdaRow[]>> {
  const body = new URLSearchParams({ query, format: 'JSON+COLUMNNAME' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const request = { url: card.endpoint, method: 'POST', idempotent: true, headers, body } as const;
  const lookup = await getJson(sources, card, request, Reply, {
    isEmpty: (reply) => !('Table' in reply) || reply.Table.length < 2,
  });
  if (!hasData(lookup)) return lookup;
  const [names = [], ...rows] = 'Table' in lookup.data ? lookup.data.Table : [];
  if (!columns.every(([, name]) => names.includes(name))) return wrongShape(sources, card);
  const data = rows.map((row) => Object.fromEntries(names.map((name, index) => [name ?? '', row[index]])));
  return { ...lookup, data };
}

/** The key of a map unit as it may stand in a query: digits alone. */
export function mapUnitKeyOf(text: string): string {
  if (!/^\d{1,12}$/.test(text)) throw new TypeError('a map unit key is a number');
  return text;
}
