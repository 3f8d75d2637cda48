import { type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import { queryOpendatasoft } from '../../../sources/drivers/opendatasoft.ts';
import type { Asking, LaneRow } from '../asking.ts';
import { columnsOfSource } from '../fields.ts';

/** Rows of an Opendatasoft dataset; the column of positions is asked for beside the fields. */
export async function readOpendatasoft(asking: Asking): Promise<Lookup<readonly LaneRow[]>> {
  const { sources, configured, query, plan, toRow } = asking;
  const { source, card } = configured;
  const column = source.query.radius?.column;
  const { point, radiusMeters } = plan;
  const found = await queryOpendatasoft(sources, card, {
    endpoint: source.endpoint,
    select: [...new Set([...columnsOfSource(source), ...(column ? [column] : [])])],
    conditions: plan.conditions ?? [],
    limit: query.limit ?? 200,
    ...(source.query.where && { where: source.query.where }),
    ...(column && point && radiusMeters !== undefined && { within: { column, point, radiusMeters } }),
    ...(source.query.order && { order: source.query.order }),
  });
  return mapLookup(found, (rows) => rows.map((attributes) => toRow({ attributes, asked: source.endpoint }, point)));
}
