import { mapLookup } from '../../../kernel/lookup.ts';
import { queryOpendatasoft } from '../../../sources/drivers/opendatasoft.ts';
import { columnsOfFields } from '../../schema/lane-table.ts';
import { circleOf, type Reader } from '../asking.ts';

/** Rows of an Opendatasoft dataset; the column of positions is queried beside the fields. */
export const readOpendatasoft: Reader = async ({ sources, configured, query, plan }) => {
  const { source, card } = configured;
  const column = source.query.radius?.column;
  const found = await queryOpendatasoft(sources, card, {
    endpoint: source.endpoint,
    select: [...new Set([...columnsOfFields(source), ...(column ? [column] : [])])],
    conditions: plan.conditions ?? [],
    limit: query.limit ?? 200,
    ...(source.query.where && { where: source.query.where }),
    ...circleOf(plan, column),
    ...(source.query.order && { order: source.query.order }),
  });
  return mapLookup(found, (rows) => rows.map((attributes) => ({ attributes, queried: source.endpoint })));
};
