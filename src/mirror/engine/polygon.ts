type Ring = readonly (readonly number[])[];

/** Rings of a GeoJSON Polygon or MultiPolygon; none for any other geometry. */
export function ringsOf(geometry: unknown): Ring[] {
  const { type, coordinates } = (geometry ?? {}) as { readonly type: string; readonly coordinates: unknown };
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

/** The rings of every part of an encoded polygon; outer and inner rings alike (even-odd rule). */
export function decodePolygon(blob: Uint8Array): readonly Ring[] {
  const copy = new Uint8Array(blob);
  const numbers = new Float64Array(copy.buffer, 0, Math.floor(copy.byteLength / 8));
  let at = 1;
  return Array.from({ length: numbers[0] ?? 0 }, () => {
    const begin = at + 1;
    const length = numbers[at] ?? 0;
    at = begin + 2 * length;
    return Array.from({ length }, (_, corner) => [
      numbers[begin + 2 * corner] ?? 0,
      numbers[begin + 2 * corner + 1] ?? 0,
    ]);
  });
}
