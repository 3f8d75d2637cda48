import { either, table } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { firstOfEach, nearestLayerRows } from '../shared/table-rows.ts';

export const highways = table('ntad-highways', {
  /** Sign as the publisher writes it, for example I40 or U1; else the local name. */
  route: either(['SIGN1', 'LNAME'], { maxLength: 60, otherwise: 'unnamed route' }),
});

/** National Highway System routes within a distance, nearest first, each route once. */
export const highwaysNear = async (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  firstOfEach(await nearestLayerRows(sources, highways, { point, radiusMeters, limit: 500 }), ({ route }) => route);
