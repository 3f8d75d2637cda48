import { z } from 'zod';
import { computed, day, id, table, text } from '../../fields/define.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { datedByFeeds } from '../ntad-transit-stops/client.ts';
import { firstOfEach, nearestLayerRows } from '../shared/table-rows.ts';

export const transitRoutes = table('ntad-transit-routes', {
  shortName: text('route_short_name', { maxLength: 40, description: 'Number or letter on the vehicle' }),
  longName: computed(['route_long_name', 'route_short_name'], z.string(), ([name, number]) =>
    textOf(name, 100) === textOf(number, 100) ? undefined : textOf(name, 100),
  ),
  mode: text('route_type_text', { maxLength: 60, description: "Kind of vehicle in the publisher's words" }),
  ntdId: id('ntd_id', { maxLength: 12, description: "Agency's number in the National Transit Database" }),
  routeId: id('route_id'),
  feedOn: day('download_date', { means: 'feed of the agency was taken up' }),
});

const byNumber = new Intl.Collator('en', { numeric: true });
const label = ({ shortName, longName }: { shortName?: string; longName?: string }) => shortName ?? longName ?? '';

/** Transit routes whose mapped line comes within a distance: each route of each agency once, nearest first. */
export async function transitRoutesNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  // about ten meters: lines of buses have hundreds of vertices
  const query = { point, radiusMeters, maxAllowableOffset: 0.0001, limit: 400 };
  const found = await nearestLayerRows(sources, transitRoutes, query);
  const each = firstOfEach(datedByFeeds(found), ({ ntdId, routeId, shortName, longName }) =>
    [ntdId, routeId, shortName, longName].join('|'),
  );
  return mapLookup(each, (routes) =>
    routes
      // the server measured on the full line; a simplified one may lie a few meters beyond the radius
      .map(({ routeId: _, ...route }) => ({ ...route, distanceMeters: Math.min(route.distanceMeters, radiusMeters) }))
      .toSorted((a, b) => a.distanceMeters - b.distanceMeters || byNumber.compare(label(a), label(b))),
  );
}
