import { id, table } from '../../fields/define.ts';
import { mirroredRows } from '../../fields/mirrored.ts';
import type { Bbox } from '../../geometry/geo.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { countLayer } from '../drivers/arcgis.ts';
import { layerRows, nearestRows, shapeRows } from '../shared/table-rows.ts';
import { landslides } from './fields.ts';

const card = sourceCard('usgs-landslides');

export const landslideMirror = 'usgs-landslides';
const limit = 2000;
/** The mapped outlines are a service beside that of the points. */
const ofOutlines = {
  layerUrl: card.endpoint.replace('_point_v2/FeatureServer/11', '_poly_v2/FeatureServer/1'),
  citation: { sourceName: `${card.name}, mapped outlines` },
} as const;

/** Inventory points within a distance, nearest first. */
export const landslidesNear = async (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  nearestRows(await layerRows(sources, landslides, { point, radiusMeters, limit }), point, radiusMeters);

/** The same from the mirrored table. */
export const mirroredLandslides = (mirror: MirrorAccess, point: GeoPoint, radiusMeters: number) =>
  nearestRows(
    mirroredRows(landslides, mirror.near(landslideMirror, point, radiusMeters, { limit })),
    point,
    radiusMeters,
  );

/** How many mapped outlines reach into a circle; radius 0 asks for the point itself. */
export const outlineCount = (sources: SourceAccess, point: GeoPoint, radiusMeters: number): Promise<Lookup<number>> =>
  countLayer(sources, card, { ...ofOutlines, point, ...(radiusMeters > 0 && { radiusMeters }) });

const outlines = table(card.id, { id: id('USGS_ID', { maxLength: 40 }) });

/** Mapped outlines that reach into a box, each by its number where it has one. */
export const outlinesIn = (sources: SourceAccess, bbox: Bbox) =>
  shapeRows(sources, outlines, { ...ofOutlines, bbox, limit: 200 });
