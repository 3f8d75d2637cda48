import { findState } from '../geography/us-states.ts';
import { pointsAround } from '../geometry/geo.ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { countyFipsAt } from './embedded/polygons.ts';

/** Codes of the states that a circle touches by the embedded (generalized) boundaries, the state of the point first. */
export const statesAround = (point: GeoPoint, radiusMeters: number): readonly string[] => [
  ...new Set(
    pointsAround(point, radiusMeters).flatMap((at) => findState(countyFipsAt(at)?.slice(0, 2) ?? '')?.code ?? []),
  ),
];
