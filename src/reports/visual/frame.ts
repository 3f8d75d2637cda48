import type { Bbox } from '../../geometry/geo.ts';
import { drawnRings } from '../../geometry/simplify.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { visualConstants } from './schema.ts';

export type Position = readonly [longitude: number, latitude: number];
export type Ring = readonly Position[];

const earthRadius = 6_378_137;
const { width, height } = visualConstants;
/** A lot smaller than this still shows its surroundings. */
const leastHalfHeightMeters = 60;

/** What the picture shows: a box in Web Mercator meters with the picture's own proportions. */
export interface Frame {
  /** xmin, ymin, xmax, ymax. */
  readonly box: readonly [number, number, number, number];
  readonly bbox: Bbox;
  /** Meters on the ground per picture pixel, at the center. */
  readonly metersPerPixel: number;
  /** Picture position of a WGS84 position. */
  pixel(position: Position): readonly [number, number];
}

const mercator = ([longitude, latitude]: Position): readonly [number, number] => [
  (earthRadius * longitude * Math.PI) / 180,
  earthRadius * Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)),
];

const geographic = (x: number, y: number): Position => [
  (x / earthRadius) * (180 / Math.PI),
  (2 * Math.atan(Math.exp(y / earthRadius)) - Math.PI / 2) * (180 / Math.PI),
];

function frameAround(centerX: number, centerY: number, halfHeight: number): Frame {
  const halfWidth = (halfHeight * width) / height;
  const box = [centerX - halfWidth, centerY - halfHeight, centerX + halfWidth, centerY + halfHeight] as const;
  const [west, south] = geographic(box[0], box[1]);
  const [east, north] = geographic(box[2], box[3]);
  const stretch = Math.cosh(centerY / earthRadius);
  return {
    box,
    bbox: [west, south, east, north],
    metersPerPixel: (2 * halfHeight) / height / stretch,
    pixel(position) {
      const [x, y] = mercator(position);
      return [((x - box[0]) / (box[2] - box[0])) * width, ((box[3] - y) / (box[3] - box[1])) * height];
    },
  };
}

/** The frame that shows a circle whole. */
export function frameOfCircle(center: GeoPoint, radiusMeters: number): Frame {
  const [x, y] = mercator([center.longitude, center.latitude]);
  return frameAround(x, y, radiusMeters * 1.12 * Math.cosh(y / earthRadius));
}

/** The frame that shows an outline with its surroundings. */
export function frameOfRings(rings: readonly Ring[]): Frame {
  const all = rings.flat().map(mercator);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const centerY = (south + north) / 2;
  const half = Math.max((north - south) / 2, ((east - west) / 2) * (height / width)) * 1.6;
  return frameAround(
    (west + east) / 2,
    centerY,
    Math.max(half, leastHalfHeightMeters * Math.cosh(centerY / earthRadius)),
  );
}

const near = (value: number) => Number(value.toFixed(7));

const count = (some: readonly Ring[]) => some.reduce((sum, ring) => sum + ring.length, 0);

/**
 * The outline as it is drawn and hashed: seven decimals, closed rings, at most 320 vertices in all.
 * `simplified` where vertices had to go; undefined where there is no area to draw.
 */
export function drawnOutline(
  rings: readonly Ring[],
): { readonly rings: readonly Ring[]; readonly vertexCount: number; readonly simplified: boolean } | undefined {
  const closed = rings.flatMap((ring): Ring[] => {
    const rounded = ring
      .map(([x, y]): Position => [near(x), near(y)])
      .filter((position, index, all) => index === 0 || position.join() !== all[index - 1]?.join());
    const [first] = rounded;
    const last = rounded[rounded.length - 1];
    if (!first || !last) return [];
    const whole = first.join() === last.join() ? rounded : [...rounded, first];
    return whole.length >= visualConstants.minVertices ? [whole] : [];
  });
  if (closed.length === 0) return undefined;
  const drawn = drawnRings(closed, visualConstants.maxVertices);
  const vertexCount = count(drawn);
  return vertexCount >= visualConstants.minVertices && vertexCount <= visualConstants.maxVertices
    ? { rings: drawn, vertexCount, simplified: vertexCount < count(closed) }
    : undefined;
}
