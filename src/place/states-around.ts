import { findState } from '../geography/us-states.ts';
import { boxAround } from '../geometry/geo.ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { countyFipsAt } from './embedded/polygons.ts';

const bearings = 16;

/** Codes of the states that a circle touches by the embedded (generalized) boundaries, the state of the point first. */
export function statesAround(point: GeoPoint, radiusMeters: number): readonly string[] {
  const rings = [radiusMeters / 2, radiusMeters].map((radius) => boxAround(point, radius));
  const points = rings.flatMap(([, , east, north]) =>
    Array.from({ length: bearings }, (_, at) => {
      const angle = (2 * Math.PI * at) / bearings;
      return {
        latitude: point.latitude + (north - point.latitude) * Math.cos(angle),
        longitude: point.longitude + (east - point.longitude) * Math.sin(angle),
      };
    }),
  );
  const codes = [point, ...points].flatMap((at) => findState(countyFipsAt(at)?.slice(0, 2) ?? '')?.code ?? []);
  return [...new Set(codes)];
}
