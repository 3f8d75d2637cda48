import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { type Bbox, compass, distanceMeters } from '../../geometry/geo.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { countLayer, queryLayer } from '../drivers/arcgis.ts';
import { readRows } from '../shared/read-rows.ts';
import { shapesOf } from '../shared/shapes.ts';
import card, { landslideLayers } from './card.ts';

export const landslideMirror = 'usgs-landslides';

/** The publisher's own legend of its confidence field, verbatim. */
export const confidenceLegend: Readonly<Record<number, string>> = {
  1: 'Possible landslide in the area',
  2: 'Probable landslide in the area',
  3: 'Likely landslide at or near this location',
  5: 'Confident consequential landslide at this location',
  8: 'High confidence in extent or nature of landslide',
};

export interface Landslide {
  readonly id?: string;
  readonly type?: string;
  readonly confidence?: number;
  readonly confidenceLegend?: string;
  readonly from?: string;
  readonly until?: string;
  readonly inventory?: string;
  readonly distanceMeters: number;
  readonly direction: string;
}

const fields = ['USGS_ID', 'Date_Min', 'Date_Max', 'Confidence', 'LS_Type', 'Inventory', 'Lat_N', 'Lon_W'] as const;

type Raw = Readonly<Record<string, unknown>>;

function landslide(row: Raw, from: GeoPoint): Landslide | undefined {
  const latitude = numberOf(row.Lat_N);
  const west = numberOf(row.Lon_W);
  if (latitude === undefined || west === undefined) return undefined;
  // the field is named for west and holds signed degrees; an unsigned one is west all the same
  const at = { latitude, longitude: west > 0 && from.longitude < 0 ? -west : west };
  const confidence = numberOf(row.Confidence);
  return defined({
    id: textOf(row.USGS_ID, 40),
    type: textOf(row.LS_Type, 80),
    confidence,
    confidenceLegend: confidence === undefined ? undefined : confidenceLegend[confidence],
    from: dateOf(row.Date_Min) ?? textOf(row.Date_Min, 20),
    until: dateOf(row.Date_Max) ?? textOf(row.Date_Max, 20),
    inventory: textOf(row.Inventory, 100),
    distanceMeters: Math.round(distanceMeters(from, at)),
    direction: compass(from, at),
  });
}

const nearest = (rows: readonly Landslide[]) => rows.toSorted((a, b) => a.distanceMeters - b.distanceMeters);

/** Inventory points within a distance, nearest first. */
export async function landslidesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly Landslide[]>> {
  const found = await queryLayer(sources, card, { point, radiusMeters, outFields: fields, limit: 2000 });
  return mapLookup(
    readRows(sources, card, found, ({ attributes }) => landslide(attributes, point)),
    nearest,
  );
}

/** The same from the mirrored table. */
export function mirroredLandslides(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly Landslide[]> {
  return mapLookup(mirror.near(landslideMirror, point, radiusMeters, { limit: 2000 }), (rows) =>
    nearest(rows.flatMap((row) => landslide(row, point) ?? [])),
  );
}

/** How many mapped outlines reach into a circle; radius 0 asks for the point itself. */
export function outlineCount(sources: SourceAccess, point: GeoPoint, radiusMeters: number): Promise<Lookup<number>> {
  return countLayer(sources, card, {
    layerUrl: landslideLayers.outlines,
    point,
    ...(radiusMeters > 0 && { radiusMeters }),
    outFields: [],
    citation: { sourceName: `${card.name}, mapped outlines` },
  });
}

/** Mapped outlines that reach into a box, each by its number where it has one. */
export async function outlinesIn(
  sources: SourceAccess,
  bbox: Bbox,
): Promise<Lookup<readonly MappedShape<{ readonly id?: string }>[]>> {
  const found = await queryLayer(sources, card, {
    layerUrl: landslideLayers.outlines,
    bbox,
    outFields: ['USGS_ID'],
    geometry: true,
    limit: 200,
    citation: { sourceName: `${card.name}, mapped outlines` },
  });
  return shapesOf(sources, card, found, ({ attributes }) => defined({ id: textOf(attributes.USGS_ID, 40) }));
}
