import { mirroredRows } from '../../fields/mirrored.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { HandlerArea, Handlers } from '../epa-rcra/client.ts';
import { handlers } from '../epa-rcra/fields.ts';
import { registryFacilities } from './fields.ts';

export const frsMirror = 'epa-frs-facilities';

/**
 * Rows of the registry's mirrored state files. The copy of one state is whole even where other states are not loaded; a
 * state that is not loaded is `unavailable`, never empty.
 */
export function registryRows<T extends MirrorRow>(
  mirror: MirrorAccess,
  stateCode: string,
  read: (where: MirrorRow) => Lookup<readonly T[]>,
): Lookup<readonly T[]> {
  const where = { state: stateCode.toLowerCase() };
  const any = mirror.rows(frsMirror, where, { limit: 1 });
  if (!hasData(any)) return any.state === 'empty' ? notLoaded(mirror, stateCode) : (any as Lookup<never>);
  if (any.data.length === 0) return notLoaded(mirror, stateCode);
  const found = read(where);
  if (found.state !== 'partial' || found.missing !== 'parts') return found;
  const { citation, data } = found;
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}

function notLoaded(mirror: MirrorAccess, stateCode: string): Lookup<never> {
  const part = stateCode.toLowerCase();
  return {
    state: 'unavailable',
    source: `Facility Registry Service (${mirror.status(frsMirror).publisher}), mirrored file`,
    reason: `the file of ${stateCode} is not loaded: place-records mirror sync ${frsMirror} --part ${part}`,
  };
}

const near = (mirror: MirrorAccess, stateCode: string, point: GeoPoint, radiusMeters: number, is: MirrorRow) =>
  registryRows(mirror, stateCode, (where) =>
    mirror.near(frsMirror, point, radiusMeters, { where: { ...where, ...is }, limit: 1000 }),
  );

export const mirroredBrownfieldsNear = (
  mirror: MirrorAccess,
  stateCode: string,
  point: GeoPoint,
  radiusMeters: number,
) => mirroredRows(registryFacilities, near(mirror, stateCode, point, radiusMeters, { isAcres: 1 }));

/** Brownfields of a county. */
export const mirroredBrownfieldsOfCounty = (mirror: MirrorAccess, stateCode: string, countyFips: string) =>
  mirroredRows(
    registryFacilities,
    registryRows(mirror, stateCode, (where) =>
      mirror.rows(frsMirror, { ...where, countyFips, isAcres: 1 }, { limit: 1000 }),
    ),
  );

/** The registry has neither the status of a handler nor its corrective action. */
const handlersOf = (found: Lookup<readonly MirrorRow[]>): Lookup<Handlers> =>
  mapLookup(mirroredRows(handlers, found), (rows) => ({ rows, total: rows.length }));

/** Hazardous waste handlers of a county or ZIP: no status and no corrective action. */
export function mirroredHandlersIn(mirror: MirrorAccess, { state, countyFips, zip = '' }: HandlerArea) {
  const key = countyFips ? { countyFips } : { zip };
  return handlersOf(
    registryRows(mirror, state, (where) => mirror.rows(frsMirror, { ...key, isRcra: 1, ...where }, { limit: 5000 })),
  );
}

/** Hazardous waste handlers within a radius, as {@link mirroredHandlersIn}. */
export const mirroredHandlersNear = (mirror: MirrorAccess, stateCode: string, point: GeoPoint, radiusMeters: number) =>
  handlersOf(near(mirror, stateCode, point, radiusMeters, { isRcra: 1 }));
