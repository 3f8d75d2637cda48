import { z } from 'zod';
import { mirroredRows } from '../../fields/mirrored.ts';
import { pickFields, type RowOf } from '../../fields/table.ts';
import { compass } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { outfalls } from '../datasets/echo-cso-outfalls.ts';
import { overflowEvents } from '../datasets/echo-sewer-overflow-events.ts';

/** Where the permit of an event lies: its own outfall, or its facility. */
export interface PermitSite {
  readonly facility: string;
  readonly distanceMeters: number;
  readonly direction: string;
  readonly placedBy: 'outfall' | 'facility';
}

export interface OverflowEvent extends PermitSite, RowOf<typeof overflowEvents> {
  /** CSO, SSO and BYP; an event can carry several. */
  readonly types: readonly string[];
}

/** Schemas of what the inventory and the reports state. */
export const outfallShape = outfalls.shape('permitId', 'facility', 'treated');
export const eventShape = {
  ...overflowEvents.shape('permitId', 'eventKey'),
  types: z.array(z.string()).describe('CSO combined sewer overflow, SSO sanitary sewer overflow, BYP bypass'),
  ...overflowEvents.shape('startedLocal', 'endedLocal', 'gallons', 'weather', 'structure'),
};

export type Outfall = Pick<RowOf<typeof outfalls>, 'permitId' | 'facility' | 'treated'> &
  Pick<PermitSite, 'distanceMeters' | 'direction'>;

/** Nearest combined sewer outfalls of the inventory. */
export const outfallsNear = (mirror: MirrorAccess, point: GeoPoint, radiusMeters: number): Lookup<readonly Outfall[]> =>
  mapLookup(mirroredRows(outfalls, mirror.near(outfalls.id, point, radiusMeters, { limit: 500 })), (rows) =>
    rows.flatMap(({ at, ...row }) =>
      at
        ? [{ ...pickFields(row, 'permitId', 'facility', 'treated', 'distanceMeters'), direction: compass(point, at) }]
        : [],
    ),
  );

interface PermitEvents {
  readonly events: readonly OverflowEvent[];
  /** The table of event types could be read. */
  readonly typed: boolean;
  readonly cut: boolean;
}

function eventsOfPermit(mirror: MirrorAccess, permitId: string, site: PermitSite, since: string): PermitEvents {
  const found = mirroredRows(
    overflowEvents,
    mirror.rows(overflowEvents.id, { permitId }, { limit: 1000, orderBy: 'startedLocal', descending: true }),
  );
  const rows = hasData(found) ? found.data : [];
  let typed = true;
  const events = rows
    .filter(({ startedLocal }) => startedLocal.slice(0, 10) >= since)
    .map((row) => {
      const types = mirror.rows('echo-sewer-overflow-types', { eventKey: row.eventKey }, { limit: 5 });
      typed &&= types.state !== 'unavailable';
      return { ...row, types: hasData(types) ? types.data.map(({ type }) => String(type)) : [], ...site };
    });
  return { events, typed, cut: found.state === 'partial' };
}

/**
 * Reported events of the given permits since a day (YYYY-MM-DD), newest first. The reports carry no position of their
 * own: the permit's place is in. `typed` is false where the table of event types could not be read.
 */
export function eventsOf(
  mirror: MirrorAccess,
  permits: ReadonlyMap<string, PermitSite>,
  since: string,
): Lookup<{ readonly events: readonly OverflowEvent[]; readonly typed: boolean }> {
  const probe = mirror.rows(overflowEvents.id, {}, { limit: 1 });
  if (!hasData(probe)) return probe;
  const read = [...permits].map(([permitId, site]) => eventsOfPermit(mirror, permitId, site, since));
  const events = read
    .flatMap((permit) => permit.events)
    .sort((a, b) => b.startedLocal.localeCompare(a.startedLocal, 'en'));
  const typed = read.every((permit) => permit.typed);
  const { citation } = probe;
  if (events.length === 0 && probe.state !== 'stale') return { state: 'empty', citation };
  const data = { events, typed };
  if (probe.state === 'stale') return { ...probe, data };
  if (read.some((permit) => permit.cut)) {
    return { state: 'partial', data, citation, reason: 'a permit has more than 1,000 reports' };
  }
  return typed
    ? { state: 'found', data, citation }
    : { state: 'partial', data, citation, reason: 'the table of event types is not loaded' };
}
