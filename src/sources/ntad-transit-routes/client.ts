import { distanceToLine } from '../../geometry/lines.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { feedDates } from '../shared/transit-feeds.ts';
import card from './card.ts';

interface TransitRoute {
  /** Number or letter on the vehicle. */
  readonly shortName?: string;
  readonly longName?: string;
  /** Kind of vehicle in the publisher's words. */
  readonly mode?: string;
  /** Agency's number in the National Transit Database. */
  readonly ntdId?: string;
  /** To the nearest part of the mapped line. */
  readonly distanceMeters: number;
}

const columns = ['ntd_id', 'route_id', 'route_short_name', 'route_long_name', 'route_type_text', 'download_date'];
/** About ten meters: lines of buses have hundreds of vertices. */
const simplifiedTo = 0.0001;

function routeOf(attributes: Readonly<Record<string, unknown>>, distance: number): TransitRoute {
  const [shortName, longName, mode, ntdId] = [
    textOf(attributes.route_short_name, 40),
    textOf(attributes.route_long_name, 100),
    textOf(attributes.route_type_text, 60),
    textOf(attributes.ntd_id, 12),
  ];
  return {
    ...(shortName && { shortName }),
    ...(longName && longName !== shortName && { longName }),
    ...(mode && { mode }),
    ...(ntdId && { ntdId }),
    distanceMeters: Math.round(distance),
  };
}

/** Transit routes whose mapped line comes within a distance: each route of each agency once, nearest first. */
export async function transitRoutesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly TransitRoute[]>> {
  const found = await queryLayer(sources, card, {
    point,
    radiusMeters,
    outFields: columns,
    geometry: true,
    maxAllowableOffset: simplifiedTo,
    limit: 400,
  });
  if (!hasData(found)) return found;
  const nearest = new Map<string, TransitRoute>();
  for (const { attributes, geometry } of found.data) {
    // the server measured on the full line; a simplified one may lie a few meters beyond the radius
    const distance = Math.min(distanceToLine(point, geometry) ?? radiusMeters, radiusMeters);
    const route = routeOf(attributes, distance);
    const key = [attributes.ntd_id, attributes.route_id, route.shortName, route.longName].join('|');
    const known = nearest.get(key);
    if (!known || route.distanceMeters < known.distanceMeters) nearest.set(key, route);
  }
  const label = ({ shortName, longName }: TransitRoute) => shortName ?? longName ?? '';
  const routes = [...nearest.values()].sort(
    (a, b) => a.distanceMeters - b.distanceMeters || label(a).localeCompare(label(b), 'en', { numeric: true }),
  );
  return { ...found, data: routes, citation: { ...found.citation, ...feedDates(found.data) } };
}
