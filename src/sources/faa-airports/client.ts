import { distanceMeters } from '../../geometry/geo.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { pointOf, queryLayer } from '../drivers/arcgis.ts';
import card from './card.ts';

export interface Airport {
  readonly name: string;
  readonly ident?: string;
  readonly icao?: string;
  readonly city?: string;
  readonly distanceMeters: number;
}

/** Airports (TYPE_CODE AD) whose reference point lies within a distance, nearest first. */
export async function airportsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly Airport[]>> {
  const found = await queryLayer(sources, card, {
    point,
    radiusMeters,
    where: "TYPE_CODE = 'AD'",
    outFields: ['IDENT', 'ICAO_ID', 'NAME', 'SERVCITY'],
    geometry: true,
    limit: 200,
  });
  return mapLookup(found, (rows) =>
    rows
      .flatMap(({ attributes, geometry }) => {
        const at = pointOf(geometry);
        const name = textOf(attributes.NAME, 100);
        if (!at || !name) return [];
        const [ident, icao, city] = ['IDENT', 'ICAO_ID', 'SERVCITY'].map((field) => textOf(attributes[field], 60));
        return [
          {
            name,
            ...(ident && { ident }),
            ...(icao && { icao }),
            ...(city && { city }),
            distanceMeters: Math.round(distanceMeters(point, at)),
          },
        ];
      })
      .sort((a, b) => a.distanceMeters - b.distanceMeters || a.name.localeCompare(b.name, 'en')),
  );
}
