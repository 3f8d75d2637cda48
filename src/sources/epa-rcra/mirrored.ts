import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { askRegistry, frsMirror } from '../shared/frs-registry.ts';
import { classOf, type Handler, type HandlerArea, type Handlers, handlers } from './client.ts';

// the registry spells the classes by their activity; it has neither status nor corrective action
const toHandlers = (rows: readonly MirrorRow[]): Handlers => ({
  rows: rows.map(
    (row): Handler => ({
      ...handlers.fromMirror(row),
      handlerId: String(row.rcraId),
      class: classOf(row.interests),
    }),
  ),
  total: rows.length,
});

/** Handlers of a county or ZIP out of the mirrored registry of the state: no status and no corrective action. */
export function mirroredHandlersIn(mirror: MirrorAccess, area: HandlerArea): Lookup<Handlers> {
  const key = area.countyFips ? { countyFips: area.countyFips } : { zip: area.zip ?? '' };
  const found = askRegistry(mirror, area.state, (state) =>
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
