import { distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { pointOf, queryLayer } from '../drivers/arcgis.ts';
import card from './card.ts';

export interface RailCrossing {
  readonly id?: string;
  readonly street?: string;
  /** Reporting mark of the railroad. */
  readonly railroad?: string;
  /** Whether road and rail meet at grade, in the words of the inventory. */
  readonly position?: string;
  /** Public or private, in the words of the inventory. */
  readonly crossingType?: string;
  readonly distanceMeters: number;
}

/** Road and rail crossings of the inventory within a distance, nearest first. Rows without a position make the list partial. */
export async function crossingsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly RailCrossing[]>> {
  const found = await queryLayer(sources, card, {
    point,
    radiusMeters,
    outFields: ['CROSSING', 'STREET', 'RAILROAD', 'POSXING', 'TYPEXING'],
    geometry: true,
    limit: 500,
  });
  if (!hasData(found)) return found;
  const data = found.data
    .flatMap(({ attributes, geometry }): RailCrossing[] => {
      const at = pointOf(geometry);
      if (!at) return [];
      return [
        defined({
          id: textOf(attributes.CROSSING, 20),
          street: textOf(attributes.STREET, 80),
          railroad: textOf(attributes.RAILROAD, 20),
          position: textOf(attributes.POSXING, 40),
          crossingType: textOf(attributes.TYPEXING, 40),
          distanceMeters: Math.round(distanceMeters(point, at)),
        }),
      ];
    })
    .sort((a, b) => a.distanceMeters - b.distanceMeters);
  const lost = found.data.length - data.length;
  if (lost === 0) return { ...found, data };
  const partial = { ...found, state: 'partial' as const, data, reason: `${lost} crossings came without a position` };
  return data.length === 0 ? noneOf(partial) : partial;
}
