import { numberOf } from '../../fields/numbers.ts';
import { compass } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';

const eventDataset = 'echo-sewer-overflow-events';

/** Where the permit of an event lies: its own outfall, or its facility. */
export interface PermitSite {
  readonly facility: string;
  readonly distanceMeters: number;
  readonly direction: string;
  readonly placedBy: 'outfall' | 'facility';
}

export interface OverflowEvent extends PermitSite {
  readonly permitId: string;
  readonly eventKey: string;
  /** CSO, SSO and BYP; an event can carry several. */
  readonly types: readonly string[];
  /** As reported: local time without a zone. */
  readonly startedLocal: string;
  readonly endedLocal?: string;
  readonly gallons?: number;
  readonly weather?: 'wet' | 'dry';
  readonly structure?: string;
}

export interface Outfall {
  readonly permitId: string;
  readonly facility: string;
  readonly distanceMeters: number;
  readonly direction: string;
  readonly treated: boolean;
}

/** Nearest combined sewer outfalls of the inventory. */
export function outfallsNear(mirror: MirrorAccess, point: GeoPoint, radiusMeters: number): Lookup<readonly Outfall[]> {
  const found = mirror.near('echo-cso-outfalls', point, radiusMeters, { limit: 500 });
  if (!hasData(found)) return found;
  const data = found.data.map((row) => ({
    permitId: String(row.permitId),
    facility: textOf(row.facility, 100) ?? 'name not stated',
    distanceMeters: row.distanceMeters,
    direction: compass(point, { latitude: Number(row.latitude), longitude: Number(row.longitude) }),
    treated: row.treated === 1,
  }));
  return { ...found, data };
}

function toEvent(row: MirrorRow, types: readonly string[], site: PermitSite): OverflowEvent {
  const wet = textOf(row.wetWeather, 5)?.toUpperCase();
  return defined({
    permitId: String(row.permitId),
    eventKey: String(row.eventKey),
    types,
    startedLocal: String(row.started),
    endedLocal: textOf(row.ended, 25),
    gallons: numberOf(row.gallons),
    weather: wet === 'Y' ? ('wet' as const) : wet === 'N' ? ('dry' as const) : undefined,
    structure: textOf(row.structure, 60),
    ...site,
  });
}

interface PermitEvents {
  readonly events: readonly OverflowEvent[];
  /** The table of event types could be read. */
  readonly typed: boolean;
  /** The permit has more reports than were read. */
  readonly cut: boolean;
}

function eventsOfPermit(mirror: MirrorAccess, permitId: string, site: PermitSite, since: string): PermitEvents {
  const found = mirror.rows(eventDataset, { permitId }, { limit: 1000, orderBy: 'started', descending: true });
  const rows = hasData(found) ? found.data : [];
  let typed = true;
  const events = rows
    .filter(({ started }) => typeof started === 'string' && started.slice(0, 10) >= since)
    .map((row) => {
      const types = mirror.rows('echo-sewer-overflow-types', { eventKey: row.eventKey ?? null }, { limit: 5 });
      typed &&= types.state !== 'unavailable';
      return toEvent(row, hasData(types) ? types.data.map(({ type }) => String(type)) : [], site);
    });
  return { events, typed, cut: found.state === 'partial' };
}

/**
 * Reported events of the given permits since a day (YYYY-MM-DD), newest first. The reports carry no position of their
 * own: the permit's place stands in. `typed` is false where the table of event types could not be read.
 */
export function eventsOf(
  mirror: MirrorAccess,
  permits: ReadonlyMap<string, PermitSite>,
  since: string,
): Lookup<{ readonly events: readonly OverflowEvent[]; readonly typed: boolean }> {
  const probe = mirror.rows(eventDataset, {}, { limit: 1 });
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
