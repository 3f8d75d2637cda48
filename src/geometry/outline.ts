import type { GeoPoint } from '../kernel/subject.ts';
import { type Bbox, boundsOf, metersPerDegree } from './geo.ts';

type Position = readonly [number, number];
/** Rings of an outline: positions are [longitude, latitude] in degrees. */
export type Rings = readonly (readonly Position[])[];

/** WGS 84. */
const semiMajorMeters = 6_378_137;
const eccentricitySquared = 0.006_694_379_990_141_317;
const eccentricity = Math.sqrt(eccentricitySquared);

/** Northing of the cylindrical equal-area projection of the ellipsoid, in meters (Snyder 1987, equations 3-12 and 10-15). */
function northing(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const along = eccentricity * sine;
  const q =
    (1 - eccentricitySquared) * (sine / (1 - along * along) - Math.log((1 - along) / (1 + along)) / (2 * eccentricity));
  return (semiMajorMeters * q) / 2;
}

const easting = (longitude: number) => (semiMajorMeters * longitude * Math.PI) / 180;

/** Signed area of a ring in square meters, counted from its own first corner so that no digits are lost. */
function ringArea(ring: readonly Position[]): number {
  const [first] = ring;
  if (!first) return 0;
  const [east, north] = [easting(first[0]), northing(first[1])];
  const flat = ring.map(([x, y]) => [easting(x) - east, northing(y) - north] as const);
  let twice = 0;
  for (let index = 0; index < flat.length; index++) {
    const [ax, ay] = flat[index] ?? [0, 0];
    const [bx, by] = flat[(index + 1) % flat.length] ?? [0, 0];
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}

/**
 * Area of an outline in square meters on the ellipsoid, whatever the projection of its layer. `rings` are
 * [longitude, latitude] in degrees, outer ones and holes turning opposite ways, as Esri and GeoJSON write them.
 */
export const outlineArea = (rings: Rings): number => Math.abs(rings.reduce((sum, ring) => sum + ringArea(ring), 0));

/** Whether an outline holds a point; a hole of it does not. */
export function holdsPoint(rings: readonly (readonly (readonly number[])[])[], { longitude, latitude }: GeoPoint) {
  let isInside = false;
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index++) {
      const [ax = 0, ay = 0] = ring[index] ?? [];
      const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
      if (ay > latitude === by > latitude) continue;
      if (longitude < ((bx - ax) * (latitude - ay)) / (by - ay) + ax) isInside = !isInside;
    }
  }
  return isInside;
}

/** The box that holds an outline and so many meters around it. */
export function boxOfOutline(rings: Rings, aroundMeters: number): Bbox {
  const [west, south, east, north] = boundsOf(rings.flat());
  const dLat = aroundMeters / metersPerDegree;
  const dLon = dLat / Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
  const rounded = (degrees: number) => Number(degrees.toFixed(6));
  return [rounded(west - dLon), rounded(south - dLat), rounded(east + dLon), rounded(north + dLat)];
}
