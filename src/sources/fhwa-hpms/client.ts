import { code, count, id, type RowOf, table } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { resolveService } from '../drivers/arcgis-services.ts';
import { firstOfEach, nearestLayerRows } from '../shared/table-rows.ts';

const card = sourceCard('fhwa-hpms');

export const segments = table(card.id, {
  routeId: id('route_id', { maxLength: 60, required: true, description: "The state's own number of the route" }),
  functionalClass: code('f_system', { maxLength: 2, legend: legendOf(card.id, 'f_system') }),
  vehiclesPerDay: count('aadt', {
    required: true,
    description: 'Annual average daily traffic of both directions together',
  }),
});

/** One-way and two-way roads with a volume; ramps and the mirrored carriageway (6) would count a road twice. */
const roads = 'facility_type IN (1,2) AND aadt > 0';

/**
 * Segments of a state's roads with traffic volumes within a distance, each route once with its nearest segment. The
 * newest year is the one that the server lists for the state (two letters).
 */
export async function trafficNear(
  sources: SourceAccess,
  stateCode: string | undefined,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly (RowOf<typeof segments> & { readonly distanceMeters: number })[]>> {
  if (!stateCode) return { state: 'unresolved', source: card.name, reason: 'the state of the place is not known' };
  const newest = await resolveService(
    sources,
    card,
    card.endpoint,
    new RegExp(`^HPMS_FULL_${stateCode}_\\d{4}$`, 'i'),
    0,
  );
  if (!hasData(newest)) return newest;
  const query = { layerUrl: newest.data.url, point, radiusMeters, where: roads, limit: 1000 };
  const sourceDate = String(newest.data.year);
  return firstOfEach(
    await nearestLayerRows(sources, segments, { ...query, citation: { sourceDate } }),
    ({ routeId }) => routeId,
  );
}
