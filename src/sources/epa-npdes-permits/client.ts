import { id, point, table, text } from '../../fields/define.ts';
import { arrange } from '../../geometry/placed.ts';
import { mapLookup, orEmpty } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { circleParams, echoRows } from '../drivers/echo.ts';
import { npdesId } from '../shared/ids.ts';

const permits = table('epa-npdes-permits', {
  permitId: id('SourceID', { pattern: npdesId, required: true }),
  facility: text('CWPName', { maxLength: 100, otherwise: 'name not stated' }),
  at: point('FacLat', 'FacLong'),
});

/** Discharge permits whose facility lies within the radius, nearest first; those without a position are left out. */
export async function permitsNear(sources: SourceAccess, from: GeoPoint, radiusMeters: number) {
  const params = circleParams(from, radiusMeters);
  // ids of the columns above in cwa_rest_services.metadata
  const columns = [1, 2, 24, 25];
  const found = await echoRows(sources, permits, { params, columns, limit: 1000 });
  return orEmpty(mapLookup(found, ({ rows }) => arrange(rows, from, radiusMeters).near));
}
