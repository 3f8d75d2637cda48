import { positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { askRegistry, frsMirror } from '../shared/frs-registry.ts';
import type { Brownfield } from './client.ts';

const textOf = (value: unknown) => (value === null || value === undefined ? undefined : String(value));

const toBrownfield = (row: MirrorRow): Brownfield =>
  defined({
    registryId: textOf(row.registryId),
    name: textOf(row.name) ?? 'name not stated',
    address: textOf(row.address),
    city: textOf(row.city),
    at: positionOf(row.latitude, row.longitude),
  });

/** Brownfields within a radius out of the mirrored registry of the state. */
export function mirroredBrownfieldsNear(
  mirror: MirrorAccess,
  stateCode: string,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly Brownfield[]> {
  const found = askRegistry(mirror, stateCode, (where) =>
    mirror.near(frsMirror, point, radiusMeters, { where: { ...where, isAcres: 1 }, limit: 1000 }),
  );
  return mapLookup(found, (rows) => rows.map(toBrownfield));
}

/** Brownfields of a county out of the mirrored registry of the state. */
export function mirroredBrownfieldsOfCounty(
  mirror: MirrorAccess,
  stateCode: string,
  countyFips: string,
): Lookup<readonly Brownfield[]> {
  const found = askRegistry(mirror, stateCode, (where) =>
    mirror.rows(frsMirror, { ...where, countyFips, isAcres: 1 }, { limit: 1000 }),
  );
  return mapLookup(found, (rows) => rows.map(toBrownfield));
}
