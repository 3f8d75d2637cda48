import { numberOf } from '../../fields/numbers.ts';
import { cellsOf } from '../../fields/table.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { querySocrata } from '../../sources/drivers/socrata.ts';
import { wrongShape } from '../../sources/shared/lookup.ts';
import type { Lane, LaneField } from '../schema/jurisdiction.ts';
import { columnsOfField, laneTable } from '../schema/lane-table.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { type LaneQuery, planQuery } from './plan.ts';

/** How many rows carry one value of a published name; `value` is absent where the source leaves it open. */
export interface LaneCount {
  readonly value?: string;
  readonly rows: number;
}

const most = 50;

/**
 * Counts the rows of a configured source by one published name, at the source. `not_covered` where the platform does not
 * count, or the source does not take the question.
 */
export async function countLane<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
  by: LaneField<L>,
  filters: NonNullable<LaneQuery<L>['filters']>,
): Promise<Lookup<readonly LaneCount[]>> {
  const { source, card } = configured;
  const field = laneTable(source).fields[by];
  const [column] = columnsOfField(source, by);
  const plan = planQuery(source, { filters });
  if (!field || column === undefined || plan.by === 'refused' || source.platform !== 'socrata') {
    return { state: 'not_covered', source: card.name, reason: `${card.name} cannot be counted by ${by}.` };
  }
  const found = await querySocrata(sources, card, {
    endpoint: source.endpoint,
    select: [column, 'count(*) as n'],
    where: plan.where.join(' AND '),
    group: column,
    limit: most,
  });
  if (hasData(found) && found.data.some(({ n }) => numberOf(n) === undefined)) return wrongShape(sources, card);
  const counts = mapLookup(found, (rows) =>
    rows.flatMap((row): LaneCount[] => {
      const value = field.read(cellsOf(field, row), {}, by);
      const n = numberOf(row.n);
      return n === undefined ? [] : [{ ...(value !== undefined && { value: String(value) }), rows: n }];
    }),
  );
  return hasData(counts) && counts.data.length === 0 ? noneOf(counts) : counts;
}
