import { day, id, table, text } from '../../fields/define.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { nearestLayerRows } from '../shared/table-rows.ts';

export const transitStops = table('ntad-transit-stops', {
  name: text('stop_name', { maxLength: 100, otherwise: 'unnamed stop' }),
  stopId: id('stop_id', { maxLength: 60 }),
  mode: text('stop_type_text', { maxLength: 60, description: "Kind of vehicle in the publisher's words" }),
  feedOn: day('download_date', { means: 'feed of the agency was taken up' }),
});

/** Transit stops within a distance, nearest first. */
export const transitStopsNear = async (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  datedByFeeds(await nearestLayerRows(sources, transitStops, { point, radiusMeters, limit: 500 }));

/** Days on which the agencies' feeds behind the rows were taken up, as the source date of the citation. */
export function datedByFeeds<T extends { readonly feedOn?: string }>(found: Lookup<readonly T[]>) {
  if (!hasData(found)) return found;
  const days = found.data.flatMap(({ feedOn }) => feedOn ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  const span = first === last ? `feeds of ${first}` : `feeds of ${first} to ${last}`;
  const data = found.data.map(({ feedOn: _, ...row }) => row);
  return citing({ ...found, data }, { sourceDate: first && span });
}
