import { distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { pointOf, queryLayer, sqlText } from '../drivers/arcgis.ts';
import card from './card.ts';

export interface RecoveryCenter {
  readonly name: string;
  readonly street?: string;
  readonly city?: string;
  readonly zip?: string;
  readonly disasterNumber?: string;
  readonly distanceMeters?: number;
}

/** Open recovery centers around a point, nearest first, or of a whole state. */
export async function recoveryCenters(
  sources: SourceAccess,
  where: { readonly point: GeoPoint; readonly radiusMeters: number } | { readonly stateCode: string },
): Promise<Lookup<readonly RecoveryCenter[]>> {
  const point = 'point' in where ? where.point : undefined;
  const found = await queryLayer(sources, card, {
    ...('point' in where ? where : { where: `state = ${sqlText(where.stateCode)}` }),
    outFields: ['drc_name', 'street_1', 'city', 'zip', 'primary_disaster'],
    geometry: true,
    limit: 100,
  });
  return mapLookup(found, (rows) =>
    rows
      .map(({ attributes, geometry }) => {
        const at = pointOf(geometry);
        return defined({
          name: textOf(attributes.drc_name, 100) ?? 'not named',
          street: textOf(attributes.street_1, 100),
          city: textOf(attributes.city, 60),
          zip: textOf(attributes.zip, 10),
          disasterNumber: textOf(attributes.primary_disaster, 10),
          distanceMeters: point && at ? Math.round(distanceMeters(point, at)) : undefined,
        });
      })
      .toSorted((a, b) => (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0)),
  );
}
