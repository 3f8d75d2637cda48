import type { MappedShape } from '../../geometry/overlay.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { ringsOf } from '../drivers/esri.ts';
import { wrongShape } from './lookup.ts';
import { readRows } from './read-rows.ts';

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
