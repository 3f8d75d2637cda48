import { holdsPoint } from '../../geometry/outline.ts';
import { csvText } from '../csv.ts';
import type { DistanceData, MapArea, MapData, MapMark } from './schema.ts';

type Position = readonly [number, number];
type Ring = readonly Position[];

type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

interface Feature {
  readonly type: 'Feature';
  /** Null where a record has no position. */
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}

/** Twice the signed area in square degrees: positive where the ring runs counterclockwise. */
const turn = (ring: Ring): number =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);

const turned = (ring: Ring, counterclockwise: boolean): Ring =>
  turn(ring) > 0 === counterclockwise ? ring : ring.toReversed();

/** Whether a ring lies in another one: the middle of its first edge does. */
function liesIn(ring: Ring, other: Ring): boolean {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = ring;
  return holdsPoint([other], { longitude: (ax + bx) / 2, latitude: (ay + by) / 2 });
}

/** Rings of any order and turn as polygons: outer ones counterclockwise with their holes clockwise (RFC 7946, 3.1.6). */
export function polygonsOf(rings: readonly Ring[]): readonly (readonly Ring[])[] {
  const depth = (ring: Ring) => rings.filter((other) => other !== ring && liesIn(ring, other)).length;
  const outer = rings.filter((ring) => depth(ring) % 2 === 0);
  return outer.map((ring) => [
    turned(ring, true),
    ...rings
      .filter((hole) => hole !== ring && depth(hole) === depth(ring) + 1 && liesIn(hole, ring))
      .map((hole) => turned(hole, false)),
  ]);
}

const defined = (fields: Readonly<Record<string, string | number | boolean | undefined>>): Feature['properties'] =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );

const fields: Readonly<Record<string, (mark: MapMark) => string | number | boolean | undefined>> = {
  number: ({ number }) => number,
  type: ({ type }) => type,
  label: ({ label }) => label,
  title: ({ title }) => title,
  status: ({ status }) => status,
  date: ({ date }) => date,
  onParcel: ({ onParcel }) => onParcel,
  distanceMeters: ({ distanceMeters }) => distanceMeters,
  direction: ({ direction }) => direction,
  notPlaced: ({ unplaced }) => unplaced,
  source: ({ citation }) => citation.sourceName,
  sourceUrl: ({ citation }) => citation.sourceUrl,
  recordId: ({ citation }) => citation.recordId,
  recordUrl: ({ citation }) => citation.recordUrl,
  fetchedAt: ({ citation }) => citation.fetchedAt,
};

const fieldsOf = (mark: MapMark) => Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of(mark)]));

const featureOfMark = (mark: MapMark): Feature => ({
  type: 'Feature',
  geometry: mark.position ? { type: 'Point', coordinates: [mark.position.longitude, mark.position.latitude] } : null,
  properties: defined({ kind: 'record', ...fieldsOf(mark) }),
});

function featureOfArea({ kind, name, rings, scope, layer }: MapArea, { layers }: MapData): Feature {
  const citation = layers[layer]?.citation;
  return {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: polygonsOf(rings) },
    properties: defined({
      kind,
      name,
      ...(scope === 'mile' && { generalized: true }),
      cutToTheMap: kind !== 'parcel',
      source: citation?.sourceName,
      sourceUrl: citation?.sourceUrl,
      fetchedAt: citation?.fetchedAt,
    }),
  };
}

const marksOf = (map: MapData | undefined, distances: DistanceData | undefined): readonly MapMark[] => [
  ...(map?.marks ?? []),
  ...(distances?.unplaced ?? []),
];

/**
 * Positions and areas of a report as one GeoJSON FeatureCollection (RFC 7946): the place, numbered and other records,
 * records without a position with a null geometry, the parcel, lots, flood and wetland areas, roads. WGS84.
 */
export function geojsonOf(map: MapData | undefined, distances: DistanceData | undefined): object {
  const roads = (map?.roads ?? []).map(({ class: roadClass, name, lines, layer }): Feature => {
    const citation = map?.layers[layer]?.citation;
    return {
      type: 'Feature',
      geometry: { type: 'MultiLineString', coordinates: lines },
      properties: defined({
        kind: 'road',
        roadClass,
        name,
        source: citation?.sourceName,
        fetchedAt: citation?.fetchedAt,
      }),
    };
  });
  const center = map && [
    {
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [map.center.longitude, map.center.latitude] as const },
      properties: { kind: 'place', label: map.centerLabel },
    },
  ];
  return {
    type: 'FeatureCollection',
    features: [
      ...(center ?? []),
      ...marksOf(map, distances).map(featureOfMark),
      ...(map?.areas ?? []).map((area) => featureOfArea(area, map as MapData)),
      ...roads,
    ],
  };
}

const columns = Object.keys(fields).flatMap((name) => (name === 'notPlaced' ? ['latitude', 'longitude', name] : name));

/** The same records as rows. */
export const csvOf = (map: MapData | undefined, distances: DistanceData | undefined): string =>
  csvText(
    columns,
    marksOf(map, distances).map((mark) => ({
      ...fieldsOf(mark),
      onParcel: mark.onParcel ? 'yes' : 'no',
      latitude: mark.position?.latitude,
      longitude: mark.position?.longitude,
    })),
  );
