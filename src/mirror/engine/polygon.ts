import type { GeoPoint } from '../../kernel/subject.ts';

type Ring = readonly (readonly number[])[];
/** Rings of every part of a polygon or multipolygon; outer and inner rings alike (even-odd rule). */
export type Rings = readonly Float64Array[];

interface PolygonGeometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** Rings of a GeoJSON Polygon or MultiPolygon; none for any other geometry. */
export function ringsOf(geometry: unknown): Ring[] {
  const { type, coordinates } = (geometry ?? {}) as PolygonGeometry;
  if (type === 'Polygon') return coordinates as Ring[];
  if (type === 'MultiPolygon') return (coordinates as Ring[][]).flat();
  return [];
}

/** Compact form for a BLOB: count of rings, then per ring its length and lon/lat pairs. */
export function encodePolygon(rings: readonly Ring[]): Buffer {
  const numbers = [
    rings.length,
    ...rings.flatMap((ring) => [ring.length, ...ring.flatMap((at) => [at[0] ?? 0, at[1] ?? 0])]),
  ];
  return Buffer.from(Float64Array.from(numbers).buffer);
}

export function decodePolygon(blob: Uint8Array): Rings {
  const copy = new Uint8Array(blob);
  const numbers = new Float64Array(copy.buffer, 0, Math.floor(copy.byteLength / 8));
  const rings: Float64Array[] = [];
  let at = 1;
  for (let ring = 0; ring < (numbers[0] ?? 0); ring++) {
    const length = numbers[at] ?? 0;
    rings.push(numbers.subarray(at + 1, at + 1 + 2 * length));
    at += 1 + 2 * length;
  }
  return rings;
}

/** Even-odd ray cast over all rings. */
export function contains(rings: Rings, point: GeoPoint): boolean {
  let inside = false;
  for (const ring of rings) {
    const count = ring.length / 2;
    for (let i = 0, j = count - 1; i < count; j = i++) {
      const yi = ring[2 * i + 1] ?? 0;
      const yj = ring[2 * j + 1] ?? 0;
      if (yi > point.latitude === yj > point.latitude) continue;
      const xi = ring[2 * i] ?? 0;
      const xj = ring[2 * j] ?? 0;
      if (point.longitude < ((xj - xi) * (point.latitude - yi)) / (yj - yi) + xi) inside = !inside;
    }
  }
  return inside;
}
