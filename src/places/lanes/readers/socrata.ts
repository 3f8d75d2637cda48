import { mapLookup } from '../../../kernel/lookup.ts';
import { esriPolygon } from '../../../sources/drivers/esri.ts';
import { querySocrata } from '../../../sources/drivers/socrata.ts';
import { columnsOfFields } from '../../schema/lane-table.ts';
import { circleOf, type Reader } from '../asking.ts';

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
