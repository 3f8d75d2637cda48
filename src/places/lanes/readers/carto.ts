import { positionOf } from '../../../fields/define.ts';
import { mapLookup } from '../../../kernel/lookup.ts';
import { queryCarto } from '../../../sources/drivers/carto.ts';
import { columnsOfFields } from '../../schema/lane-table.ts';
import { circleOf, type Reader } from '../asking.ts';

/** Rows of a table of a Carto service, with the position that the service makes of its column of geometries. */
export const readCarto: Reader = async ({ sources, configured, query, plan }) => {
  const { source, card } = configured;
  const { radius, order } = source.query;
  const column = radius?.column;
  const { where } = plan;
  const found = await queryCarto(sources, card, {
    sqlUrl: source.endpoint,
    table: source.table ?? '',
    select: [
      ...columnsOfFields(source),
      ...(column ? [`ST_Y(${column}) AS lane_latitude`, `ST_X(${column}) AS lane_longitude`] : []),
    ],
    limit: query.limit ?? 200,
    ...(where.length > 0 && { where: where.join(' AND ') }),
    ...circleOf(plan, column),
    ...(order && { order }),
  });
  return mapLookup(found, (rows) =>
    rows.map(({ lane_latitude: latitude, lane_longitude: longitude, ...attributes }) => ({
      attributes,
      point: positionOf([latitude, longitude]),
      queried: source.endpoint,
    })),
  );
};
