import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { inParts } from './key-parts.ts';
import { type LaneQuery, type LaneRows, readLane } from './reader.ts';

/** Reads the rows of many identifiers, a part at a time; `limit` counts per part. */
export function readByKeys<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
  keys: readonly string[],
  query: Pick<LaneQuery, 'since' | 'until' | 'limit'> = {},
): Promise<LaneRows<L>> {
  return inParts(keys, configured.card.name, (part) => readLane(sources, configured, { ...query, keys: part }));
}
