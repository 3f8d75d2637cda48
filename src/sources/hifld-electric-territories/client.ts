import { mirroredRows } from '../../fields/mirrored.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerRows } from '../shared/table-rows.ts';
import { territories } from './fields.ts';

/** Territories whose polygon holds the point: overlaps are common, so each is a candidate. */
export const territoriesAt = (sources: SourceAccess, point: GeoPoint) =>
  layerRows(sources, territories, { point, limit: 20 });

/** The same out of the mirrored polygons. */
export const territoriesInCopy = (mirror: MirrorAccess, point: GeoPoint) =>
  mirroredRows(territories, mirror.containing('hifld-electric-territories', point));
