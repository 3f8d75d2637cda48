import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MappedShape } from '../../kernel/overlay.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { ringsOf } from '../drivers/esri.ts';
import { wrongShape } from './lookup.ts';

/** Rows of a layer as shapes on the ground; rows that say nothing are left out, and rows without an outline are a wrong shape. */
export function shapesOf<R extends { readonly geometry?: unknown }, T>(
  sources: SourceAccess,
  card: SourceCard,
  found: Lookup<readonly R[]>,
  read: (row: R) => T | undefined,
): Lookup<readonly MappedShape<T>[]> {
  const isWhole = !hasData(found) || found.data.every(({ geometry }) => ringsOf(geometry).length > 0);
  if (!isWhole) return wrongShape(sources, card);
  return mapLookup(found, (rows) =>
    rows.flatMap((row) => {
      const of = read(row);
      return of === undefined ? [] : [{ of, rings: ringsOf(row.geometry) }];
    }),
  );
}
