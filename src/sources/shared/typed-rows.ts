import type { z } from 'zod';
import { compiledWhenOften } from '../../kernel/compiled.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { wrongShape } from './lookup.ts';

/**
 * Rows of a platform driver as rows of one documented shape. A row of another shape makes the whole `unavailable`:
 * a source that changed is not a source that has nothing.
 */
export function typedRows<T, U>(
  sources: SourceAccess,
  card: SourceCard,
  lookup: Lookup<readonly { readonly attributes: unknown }[]>,
  schema: z.ZodType<T>,
  map: (row: T) => U | undefined,
): Lookup<readonly U[]> {
  if (!hasData(lookup)) return lookup;
  const rows: U[] = [];
  for (const { attributes } of lookup.data) {
    const parsed = compiledWhenOften(schema).safeParse(attributes);
    if (!parsed.success) return wrongShape(sources, card);
    const mapped = map(parsed.data);
    if (mapped !== undefined) rows.push(mapped);
  }
  if (rows.length === 0) return noneOf(lookup);
  return { ...lookup, data: rows };
}
