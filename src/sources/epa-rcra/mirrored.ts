import { positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { askRegistry, frsMirror } from '../shared/frs-registry.ts';
import { classOf, type Handler, type Handlers } from './client.ts';

const textOf = (value: unknown) => (value === null || value === undefined ? undefined : String(value));

// the registry spells the classes by their activity; it has neither status nor corrective action
const toHandler = (row: MirrorRow): Handler => {
  const interests = textOf(row.interests) ?? '';
  const universe = /\bTSD\b/.test(interests) ? 'TSDF' : (/\b(LQG|SQG|VSQG|CESQG)\b/.exec(interests)?.[0] ?? undefined);
  return defined({
    handlerId: textOf(row.rcraId) ?? 'not stated',
    name: textOf(row.name) ?? 'name not stated',
    city: textOf(row.city),
    universe,
    handlerClass: classOf(universe),
    correctiveAction: undefined,
    at: positionOf(row.latitude, row.longitude),
  });
};

const toHandlers = (rows: readonly MirrorRow[]): Handlers => ({ handlers: rows.map(toHandler), total: rows.length });

/** Handlers of a county or ZIP out of the mirrored registry of the state: no status and no corrective action. */
export function mirroredHandlersIn(
  mirror: MirrorAccess,
  where: { readonly state: string; readonly countyFips?: string | undefined; readonly zip?: string | undefined },
): Lookup<Handlers> {
  const key = where.countyFips ? { countyFips: where.countyFips } : { zip: where.zip ?? '' };
  const found = askRegistry(mirror, where.state, (state) =>
    mirror.rows(frsMirror, { ...key, isRcra: 1, ...state }, { limit: 5000 }),
  );
  return mapLookup(found, toHandlers);
}

/** Handlers within a radius, as {@link mirroredHandlersIn}. */
export function mirroredHandlersNear(
  mirror: MirrorAccess,
  stateCode: string,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<Handlers> {
  const found = askRegistry(mirror, stateCode, (where) =>
    mirror.near(frsMirror, point, radiusMeters, { where: { ...where, isRcra: 1 }, limit: 1000 }),
  );
  return mapLookup(found, toHandlers);
}
