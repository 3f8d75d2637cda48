import { dateOf } from '../../fields/dates.ts';
import { positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { TankFacility, TankRelease } from './client.ts';

export const tankFacilityMirror = 'epa-ust-facilities';
export const tankReleaseMirror = 'epa-ust-releases';

const textOf = (value: unknown) => (value === null || value === undefined ? undefined : String(value));
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Facilities with tanks within a radius, out of the mirrored export. */
export function mirroredTankFacilitiesNear(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly TankFacility[]> {
  const found = mirror.near(tankFacilityMirror, point, radiusMeters, { limit: 1000 });
  return mapLookup(found, (rows) =>
    rows.map((row) =>
      defined({
        facilityId: textOf(row.facilityId) ?? 'not stated',
        name: textOf(row.name) ?? 'name not stated',
        address: textOf(row.address),
        status: textOf(row.status),
        openTanks: numberOf(row.openTanks),
        closedTanks: numberOf(row.closedTanks),
        at: positionOf(row.latitude, row.longitude),
      }),
    ),
  );
}

/** Reported releases within a radius, out of the mirrored export. */
export function mirroredTankReleasesNear(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly TankRelease[]> {
  const found = mirror.near(tankReleaseMirror, point, radiusMeters, { limit: 1000 });
  return mapLookup(found, (rows) =>
    rows.map((row) =>
      defined({
        releaseId: textOf(row.releaseId) ?? 'not stated',
        name: textOf(row.name) ?? 'name not stated',
        address: textOf(row.address),
        status: textOf(row.status) ?? 'not stated',
        substance: textOf(row.substance),
        reportedOn: dateOf(row.reported),
        at: positionOf(row.latitude, row.longitude),
      }),
    ),
  );
}
