import { mirroredRows } from '../../fields/mirrored.ts';
import { pickFields, type RowOf } from '../../fields/table.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { AnswerState } from '../../kernel/state.ts';
import type { CountyCode } from '../../kernel/subject.ts';
import { stormEvents } from '../datasets/ncei-storm-events.ts';
import { forecastZones } from '../datasets/nws-zone-county.ts';

export const stormMirror = 'ncei-storm-events';
export const zoneMirror = 'nws-zone-county';

export interface StormEvent {
  readonly eventType: string;
  /** Local. */
  readonly date: string;
  readonly deathsDirect: number;
  readonly injuriesDirect: number;
  /** Absent where the report states none, which is not zero. */
  readonly damagePropertyUsd?: number;
  readonly hailInches?: number;
  readonly windKnots?: number;
  readonly tornadoScale?: string;
}

const rowLimit = 5000;

function stormEvent(row: RowOf<typeof stormEvents>): StormEvent {
  const { eventType, begin, magnitude = 0 } = row;
  return {
    ...pickFields(row, 'damagePropertyUsd', 'tornadoScale'),
    eventType,
    date: begin ?? '',
    deathsDirect: row.deathsDirect ?? 0,
    injuriesDirect: row.injuriesDirect ?? 0,
    ...(magnitude > 0 && /hail/i.test(eventType) && { hailInches: magnitude }),
    ...(magnitude > 0 && /wind/i.test(eventType) && { windKnots: magnitude }),
  };
}

interface Area {
  readonly stateFips: string;
  readonly czType: 'C' | 'Z';
  readonly czFips: number;
}

/** Events of several areas as one lookup, newest first. */
function eventsOf(mirror: MirrorAccess, areas: readonly Area[]): Lookup<readonly StormEvent[]> {
  const lookups = areas.map((area) =>
    mirroredRows(stormEvents, mirror.rows(stormMirror, { ...area }, { limit: rowLimit })),
  );
  const failure = lookups.find((lookup) => !hasData(lookup) && lookup.state !== 'empty');
  if (failure) return failure as Lookup<never>;
  const events = lookups
    .flatMap((lookup) => (hasData(lookup) ? lookup.data.map(stormEvent) : []))
    .toSorted((a, b) => b.date.localeCompare(a.date, 'en'));
  const weakest = (['stale', 'partial'] as AnswerState[])
    .map((state) => lookups.find((lookup) => lookup.state === state))
    .find((lookup) => lookup !== undefined);
  if (weakest && hasData(weakest)) {
    const read = { ...weakest, data: events };
    // nothing in the years that are loaded says nothing of those that are not
    return read.state === 'partial' && events.length === 0 ? noneOf(read) : read;
  }
  const [first] = lookups;
  if (!first || !('citation' in first)) {
    return { state: 'unavailable', source: mirror.status(stormMirror).title, reason: 'no area was queried' };
  }
  return events.length > 0
    ? { state: 'found', data: events, citation: first.citation }
    : { state: 'empty', citation: first.citation };
}

/** Events that were filed under the county itself, by any of its codes. */
export function countyStorms(mirror: MirrorAccess, codes: readonly CountyCode[]): Lookup<readonly StormEvent[]> {
  return eventsOf(
    mirror,
    codes.map(({ fips }) => ({ stateFips: fips.slice(0, 2), czType: 'C' as const, czFips: Number(fips.slice(2)) })),
  );
}

/** Events that were filed under the forecast zones of the county (winter weather, heat, most floods of the coast). */
export function zoneStorms(mirror: MirrorAccess, codes: readonly CountyCode[]) {
  const zones = new Map<string, Area>();
  let missing: Lookup<never> | undefined;
  for (const { fips } of codes) {
    const lookup = mirroredRows(forecastZones, mirror.rows(zoneMirror, { countyFips: fips }));
    if (!hasData(lookup)) {
      if (lookup.state === 'empty') missing ??= lookup;
      else return lookup;
      continue;
    }
    for (const { stateZone, zoneName, zone } of lookup.data) {
      zones.set(`${stateZone} ${zoneName}`, { stateFips: fips.slice(0, 2), czType: 'Z', czFips: zone });
    }
  }
  if (zones.size === 0) {
    return (
      missing ?? {
        state: 'unavailable' as const,
        source: mirror.status(zoneMirror).title,
        reason: 'no forecast zone of the county is known',
      }
    );
  }
  const events = eventsOf(mirror, [...zones.values()]);
  return mapLookup(events, (all) => ({ zones: [...zones.keys()], events: all }));
}

/** Events by type, most frequent first. */
export function byType(events: readonly StormEvent[]) {
  return [...groupBy(events, ({ eventType }) => eventType)]
    .map(([eventType, list]) => {
      const stated = list.flatMap(({ damagePropertyUsd }) => damagePropertyUsd ?? []);
      return {
        eventType,
        count: list.length,
        latestOn:
          list
            .map(({ date }) => date)
            .toSorted()
            .at(-1) ?? '',
        deathsDirect: list.reduce((sum, event) => sum + event.deathsDirect, 0),
        injuriesDirect: list.reduce((sum, event) => sum + event.injuriesDirect, 0),
        ...(stated.length > 0 && { damagePropertyUsd: stated.reduce((sum, usd) => sum + usd, 0) }),
        withoutDamageFigure: list.length - stated.length,
      };
    })
    .toSorted((a, b) => b.count - a.count || a.eventType.localeCompare(b.eventType, 'en'));
}
