import { mirroredRows } from '../../fields/mirrored.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { quoted } from '../drivers/rows.ts';
import { layerRows } from '../shared/table-rows.ts';
import { tankFacilities, tankReleases, tanks } from './fields.ts';

export const tankFacilityMirror = 'epa-ust-facilities';
export const tankReleaseMirror = 'epa-ust-releases';
const limit = 1000;

/** Facilities with registered tanks within a radius. */
export const tankFacilitiesNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  layerRows(sources, tankFacilities, { point, radiusMeters, limit });

/** Reported releases from tanks within a radius. */
export const tankReleasesNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  layerRows(sources, tankReleases, { layer: 1, point, radiusMeters, limit });

/** Tanks of the named facilities, by number; `empty` where the register lists none for them. */
export const tanksOf = (sources: SourceAccess, facilityIds: readonly string[]) =>
  layerRows(sources, tanks, {
    layer: 4,
    where: `Facility_ID IN (${facilityIds.map(quoted).join(', ')})`,
    limit,
  });

/** Facilities with tanks within a radius, out of the mirrored export. */
export const mirroredTankFacilitiesNear = (mirror: MirrorAccess, point: GeoPoint, radiusMeters: number) =>
  mirroredRows(tankFacilities, mirror.near(tankFacilityMirror, point, radiusMeters, { limit }));

/** Reported releases within a radius, out of the mirrored export. */
export const mirroredTankReleasesNear = (mirror: MirrorAccess, point: GeoPoint, radiusMeters: number) =>
  mirroredRows(tankReleases, mirror.near(tankReleaseMirror, point, radiusMeters, { limit }));
