import { nearestPerName } from '../../geometry/lines.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import card from './card.ts';

interface Highway {
  /** Sign as the publisher writes it, for example I40 or U1; else the local name. */
  readonly route: string;
  readonly distanceMeters: number;
}

/** National Highway System routes within a distance, nearest first, each route once. */
export async function highwaysNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly Highway[]>> {
  const found = await queryLayer(sources, card, {
    point,
    radiusMeters,
    outFields: ['SIGN1', 'LNAME'],
    geometry: true,
    limit: 500,
  });
  return mapLookup(found, (rows) =>
    nearestPerName(
      rows,
      (row) => textOf(row.attributes.SIGN1, 60) ?? textOf(row.attributes.LNAME, 60) ?? 'unnamed route',
      point,
    ).map(({ name, distanceMeters }) => ({ route: name, distanceMeters })),
  );
}
