import { type Bbox, boxAround } from '../../geometry/geo.ts';
import type { GeoPoint } from '../../kernel/subject.ts';

const perDegree = 50;
const rowStride = 100_000;
const latIndex = (latitude: number) => Math.floor((latitude + 90) * perDegree);
const lonIndex = (longitude: number) => Math.floor((longitude + 180) * perDegree);

/** Number of the 0.02-degree cell that holds a point: an integer that an ordinary index can range over. */
export function cellOf(point: GeoPoint): number {
  return latIndex(point.latitude) * rowStride + lonIndex(point.longitude);
}

/** Cell ranges (inclusive), one per row of cells, that cover a circle. */
export function cellRanges(point: GeoPoint, radiusMeters: number): { box: Bbox; ranges: [number, number][] } {
  const box = boxAround(point, radiusMeters);
  const [west, south, east, north] = box;
  const ranges: [number, number][] = [];
  for (let row = latIndex(south); row <= latIndex(north); row++) {
    ranges.push([row * rowStride + lonIndex(west), row * rowStride + lonIndex(east)]);
  }
  return { box, ranges };
}
