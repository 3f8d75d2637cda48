import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import type { Airport } from './client.ts';

export const airportMirror = 'faa-airports';

/** Airports of the mirrored file within a distance, nearest first. */
export function mirroredAirports(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly Airport[]> {
  return mapLookup(mirror.near(airportMirror, point, radiusMeters), (rows) =>
    rows.flatMap((row) => {
      const name = textOf(row.name, 100);
      const [ident, city] = [textOf(row.ident, 60), textOf(row.city, 60)];
      return name ? [{ name, ...(ident && { ident }), ...(city && { city }), distanceMeters: row.distanceMeters }] : [];
    }),
  );
}
