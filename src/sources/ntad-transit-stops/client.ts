import { day, id, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { nearestLayerRows } from '../shared/table-rows.ts';
import { datedByFeeds } from '../shared/transit-feeds.ts';

export const transitStops = table('ntad-transit-stops', {
  name: text('stop_name', { maxLength: 100, otherwise: 'unnamed stop' }),
  stopId: id('stop_id', { maxLength: 60 }),
  mode: text('stop_type_text', { maxLength: 60, description: "Kind of vehicle in the publisher's words" }),
  feedOn: day('download_date', { means: 'feed of the agency was taken up' }),
});

/** Transit stops within a distance, nearest first. */
export const transitStopsNear = async (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  datedByFeeds(await nearestLayerRows(sources, transitStops, { point, radiusMeters, limit: 500 }));
