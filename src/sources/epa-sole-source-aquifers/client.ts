import { mirroredRows } from '../../fields/mirrored.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerRows } from '../shared/table-rows.ts';
import { aquifers } from './fields.ts';

/** Designated aquifers whose polygon holds the point; several may overlap. */
export const aquifersAt = (sources: SourceAccess, point: GeoPoint) =>
  layerRows(sources, aquifers, { point, limit: 10 });

/** The same out of the mirrored copy of the layer. */
export const aquifersInCopy = (mirror: MirrorAccess, point: GeoPoint) =>
  mirroredRows(aquifers, mirror.containing('epa-sole-source-aquifers', point));
