type Ring = readonly (readonly [number, number])[];

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 2 &&
  value.every((part) => typeof part === 'number' && Number.isFinite(part)) &&
  Math.abs(value[0] as number) <= 180 &&
  Math.abs(value[1] as number) <= 90;

const isList = (value: unknown, least: number, each: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length >= least && value.every(each);

const turn = (ring: Ring) =>
  ring.reduce((sum, [x, y], index) => {
    const [nx, ny] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * ny - nx * y;
  }, 0);

/** A closed ring of four positions and more; outer ones run counterclockwise (3.1.6). */
const isRing = (value: unknown, at: number): boolean => {
  if (!isList(value, 4, isPosition)) return false;
  const ring = value as Ring;
  const closed = ring[0]?.join() === ring[ring.length - 1]?.join();
  return closed && turn(ring) !== 0 && turn(ring) > 0 === (at === 0);
};
const isPolygon = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((ring, at) => isRing(ring, at));
const isLine = (value: unknown): boolean => isList(value, 2, isPosition);

const shapes: Readonly<Record<string, (coordinates: unknown) => boolean>> = {
  Point: isPosition,
  MultiPoint: (value) => isList(value, 0, isPosition),
  LineString: isLine,
  MultiLineString: (value) => isList(value, 0, isLine),
  Polygon: isPolygon,
  MultiPolygon: (value) => isList(value, 0, isPolygon),
};

/** What a FeatureCollection has against RFC 7946, sections 3.1 to 3.3 and 4 (no `crs`). */
export function faultsOf(value: unknown): readonly string[] {
  const { type, features, ...others } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return ['no FeatureCollection'];
  const faults = 'crs' in others ? ['a coordinate system of its own'] : [];
  features.forEach((feature: Readonly<Record<string, unknown>>, index) => {
    const { geometry, properties } = feature;
    if (feature.type !== 'Feature') faults.push(`${index}: no Feature`);
    if (!('properties' in feature) || typeof properties !== 'object') faults.push(`${index}: no properties`);
    if (!('geometry' in feature)) faults.push(`${index}: no geometry, not even null`);
    if (geometry === null || geometry === undefined) return;
    const { type: shape, coordinates } = geometry as { type: string; coordinates: unknown };
    if (!shapes[shape]?.(coordinates)) faults.push(`${index}: ${shape}`);
  });
  return faults;
}
