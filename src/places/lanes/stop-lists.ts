import { distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { LaneLocation } from '../schema/port.ts';
import { type LaneRow, readLane } from './reader.ts';

export interface AgencyStop {
  readonly name: string;
  readonly routes?: string[];
  readonly accessible?: boolean;
  readonly distanceMeters: number;
}

/** Rows of an agency's list as stops: a stop has a row for each line or direction. */
function agencyStops(rows: readonly LaneRow<'transit'>[], from: GeoPoint): readonly AgencyStop[] {
  const stops = new Map<string, AgencyStop>();
  for (const { fields, recordId, point } of rows) {
    const { title, route, accessible } = fields;
    if (title === undefined || !point) continue;
    const away = Math.round(distanceMeters(from, point));
    const known = stops.get(recordId ?? title);
    // a schedule feed names all lines of a stop in one row
    const own = route === undefined ? [] : route.split('; ');
    const routes = [...new Set([...(known?.routes ?? []), ...own])].sort((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    );
    stops.set(recordId ?? title, {
      name: title,
      ...(routes.length > 0 && { routes }),
      ...defined({ accessible }),
      distanceMeters: Math.min(away, known?.distanceMeters ?? away),
    });
  }
  return [...stops.values()].sort((a, b) => a.distanceMeters - b.distanceMeters || a.name.localeCompare(b.name, 'en'));
}

/** Configured stop lists of a place within a distance, nearest stop first. */
export function stopListsNear(
  sources: SourceAccess,
  lane: LaneLocation<'transit'>,
  from: GeoPoint,
  radiusMeters: number,
) {
  const lists = lane.state === 'configured' ? lane.configured.filter(({ source }) => source.query.radius) : [];
  return Promise.all(
    lists.map(async (configured) => {
      const found = await readLane(sources, configured, { point: from, radiusMeters, limit: 500, geometry: true });
      return { configured, lookup: mapLookup(found, (rows) => agencyStops(rows, from)) };
    }),
  );
}
