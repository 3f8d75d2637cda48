import { z } from 'zod';
import { computed, day, id, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { firstOfEach, nearestLayerRows } from '../shared/table-rows.ts';
import { datedByFeeds } from '../shared/transit-feeds.ts';

const [short, long] = ['route_short_name', 'route_long_name'];

export const transitRoutes = table('ntad-transit-routes', {
  shortName: text(short, { maxLength: 40, description: 'Number or letter on the vehicle' }),
  longName: computed([long, short], z.string(), (cells) => {
    const [name, number] = cells.map((cell) => textOf(cell, 100));
    return name === number ? undefined : name;
  }),
  mode: text('route_type_text', { maxLength: 60, description: "Kind of vehicle in the publisher's words" }),
  ntdId: id('ntd_id', { maxLength: 12, description: "Agency's number in the National Transit Database" }),
  routeId: id('route_id'),
  feedOn: day('download_date', { means: 'feed of the agency was taken up' }),
});

/** About ten meters: lines of buses have hundreds of vertices. */
const maxAllowableOffset = 0.0001;

/** Transit routes whose mapped line comes within a distance: each route of each agency once, nearest first. */
export async function transitRoutesNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const query = { point, radiusMeters, maxAllowableOffset, limit: 400 };
  const found = await nearestLayerRows(sources, transitRoutes, query);
  const each = firstOfEach(datedByFeeds(found), ({ ntdId, routeId, shortName, longName }) =>
    [ntdId, routeId, shortName, longName].join('|'),
  );
  const label = ({ shortName, longName }: Names) => shortName ?? longName ?? '';
  return mapLookup(each, (routes) =>
    routes
      // the server measured on the full line; a simplified one may lie a few meters beyond the radius
      .map(({ routeId: _, ...route }) => ({ ...route, distanceMeters: Math.min(route.distanceMeters, radiusMeters) }))
      .toSorted(
        (a, b) => a.distanceMeters - b.distanceMeters || label(a).localeCompare(label(b), 'en', { numeric: true }),
      ),
  );
}

type Names = { readonly shortName?: string; readonly longName?: string };
