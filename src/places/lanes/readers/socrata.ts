import { positionOf } from '../../../fields/define.ts';
import { mapLookup } from '../../../kernel/lookup.ts';
import { queryCarto } from '../../../sources/drivers/carto.ts';
import { esriPolygon } from '../../../sources/drivers/esri.ts';
import { queryOpendatasoft } from '../../../sources/drivers/opendatasoft.ts';
import { querySocrata } from '../../../sources/drivers/socrata.ts';
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

/** Rows of a Socrata dataset; the column of positions or outlines is queried beside the fields. */
export const readSocrata: Reader = async ({ sources, configured, query, plan }) => {
  const { source, card } = configured;
  const { polygon, radius, order } = source.query;
  const column = radius?.column;
  const { point, where } = plan;
  const found = await querySocrata(sources, card, {
    endpoint: source.endpoint,
    select: [...columnsOfFields(source), ...(column ? [column] : []), ...(polygon && query.geometry ? [polygon] : [])],
    limit: query.limit ?? 200,
    ...(where.length > 0 && { where: where.join(' AND ') }),
    ...circleOf(plan, column),
    ...(plan.by === 'point' && polygon && point && { at: { column: polygon, point } }),
    ...(order && { order }),
  });
  return mapLookup(found, (rows) =>
    rows.map((attributes) => ({
      attributes,
      geometry: polygon ? esriPolygon(attributes[polygon]) : undefined,
      queried: source.endpoint,
    })),
  );
};
