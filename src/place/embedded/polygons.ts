import Flatbush from 'flatbush';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Bbox, boundsOf, boxAround } from '../../geometry/geo.ts';
import { distanceToOutline } from '../../geometry/lines.ts';
import { holdsPoint } from '../../geometry/outline.ts';
import { once } from '../../kernel/memoize.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { geographyRows } from './geography.ts';

function load() {
  const topology = JSON.parse(geographyRows('counties').join('')) as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  const { features } = feature(topology, topology.objects.counties);
  const names = new Map<string, string>();
  const parts: { fips: string; rings: (readonly (readonly number[])[])[] }[] = [];
  for (const { id, properties, geometry } of features) {
    const fips = String(id);
    names.set(fips, properties.name);
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    for (const rings of polygons) parts.push({ fips, rings });
  }
  const index = new Flatbush(parts.length);
  for (const { rings } of parts) {
    index.add(...boundsOf(rings[0] ?? []));
  }
  index.finish();
  return { index, parts, names };
}

const polygons = once(load);

const offshoreDegrees = 0.2;

/**
 * FIPS code of the county that holds a point, by generalised boundaries; just offshore or just outside a
 * generalised line the nearest county within 0.2 degrees. Undefined elsewhere.
 */
export function countyFipsAt(point: GeoPoint): string | undefined {
  const { index, parts } = polygons();
  const { latitude, longitude } = point;
  for (const at of index.search(longitude, latitude, longitude, latitude)) {
    const part = parts[at];
    if (part && holdsPoint(part.rings, point)) return part.fips;
  }
  let nearest: string | undefined;
  let least = offshoreDegrees ** 2;
  const squeeze = Math.cos((latitude * Math.PI) / 180);
  for (const at of index.search(
    longitude - offshoreDegrees,
    latitude - offshoreDegrees,
    longitude + offshoreDegrees,
    latitude + offshoreDegrees,
  )) {
    const part = parts[at];
    for (const [lon = 0, lat = 0] of part?.rings[0] ?? []) {
      const away = ((lon - longitude) * squeeze) ** 2 + (lat - latitude) ** 2;
      if (away < least) [least, nearest] = [away, part?.fips];
    }
  }
  return nearest;
}

/** Within this distance of another county the outlines, which are simplified and of 2017, decide nothing alone. */
export const lineMeters = 1000;

/** Other counties whose generalized outline is within a distance of a point, nearest first. */
export function countiesNear(point: GeoPoint, meters: number): readonly string[] {
  const { index, parts } = polygons();
  const own = countyFipsAt(point);
  const near = new Map<string, number>();
  for (const at of index.search(...boxAround(point, meters))) {
    const part = parts[at];
    const away = part && part.fips !== own ? distanceToOutline(point, { rings: part.rings }) : undefined;
    if (part && away !== undefined && away <= Math.min(meters, near.get(part.fips) ?? meters))
      near.set(part.fips, away);
  }
  return [...near].toSorted(([, a], [, b]) => a - b).map(([fips]) => fips);
}

/** Names of all counties by FIPS code, without "County". */
export function countyNames(): ReadonlyMap<string, string> {
  return polygons().names;
}

/** West, south, east, north of a county (5-digit code) or of a whole state (2 digits); undefined for a code it does not know. */
export function boxOfArea(code: string): Bbox | undefined {
  const outlines = polygons().parts.flatMap(({ fips, rings }) => (fips.startsWith(code) ? (rings[0] ?? []) : []));
  // the end of the Aleutians lies beyond the date line
  const box = boundsOf(outlines.filter(([longitude = 0]) => longitude < 0));
  return box[0] < box[2] ? box : undefined;
}
