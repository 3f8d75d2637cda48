import { code, id, table, text } from '../../fields/define.ts';
import { boxAround } from '../../geometry/geo.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { featurePoint, featureRows } from '../shared/feature-rows.ts';
import { nearestRows } from '../shared/table-rows.ts';

export const networkWells = table('usgs-ngwmn', {
  id: id(['monitoring_location_id', 'id'], { maxLength: 40, required: true }),
  agency: text('agency_name', { maxLength: 80 }),
  aquiferType: code('aquifer_type_code', { maxLength: 20, title: 'CONFINED or UNCONFINED' }),
  aquiferCode: code('national_aquifer_code', { maxLength: 12 }),
  at: featurePoint,
});

/** Wells of the monitoring network within the radius, nearest first; those of the USGS among them. */
export async function networkWellsNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const found = await featureRows(sources, networkWells, {
    collection: 'sites',
    bbox: boxAround(point, radiusMeters),
    limit: 300,
  });
  return nearestRows(found, point, radiusMeters);
}
