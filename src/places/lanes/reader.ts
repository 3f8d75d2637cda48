import { hasData, type Lookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { askLane, type LaneRow } from './ask.ts';
import { askDespiteDrift } from './drift.ts';
import { askOtherwise, isRefused } from './fallback.ts';
import { withLayerColumns } from './layer-columns.ts';
import type { LaneQuery } from './plan.ts';

export { type LaneRow, recordOfRow } from './ask.ts';
export type { LaneQuery } from './plan.ts';

/**
 * Asks one configured source of a lane, as {@link askLane} says, by the columns that its layer has where they are not
 * certain. Where the source refuses the question because it lacks a column, the questions that its registry entry names
 * for that case are queried in turn, and then the one without the columns that its own metadata no longer lists.
 */
export async function readLane<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
  query: LaneQuery<L>,
): Promise<Lookup<readonly LaneRow<L>[]>> {
  const known = await withLayerColumns(sources, configured);
  const found = 'lane' in known ? await askLane(sources, known.lane, query) : known.miss;
  const answered = isRefused(found)
    ? ((await askOtherwise(sources, configured, query)) ?? (await askDespiteDrift(sources, configured, query)) ?? found)
    : found;
  const missing = 'missing' in known ? known.missing : undefined;
  // a row has the names of its source and so of its lane
  return (missing && hasData(answered) ? partly(answered, missing, 'failed') : answered) as Lookup<
    readonly LaneRow<L>[]
  >;
}
