import type { ToolContext } from '../../catalog/context.ts';
import { boxAround } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { MapRoad } from '../../reports/pictures/schema.ts';
import { centerLinesIn } from '../../sources/tiger-roads/client.ts';
import { roadsIn } from '../shared/map-geometry.ts';

/** Half the side of what the map shows, with what lies beside its circles. */
export const mapHalfMeters = 275;

export type StreetsRead =
  | { readonly roads: readonly Omit<MapRoad, 'layer'>[]; readonly citation: Citation; readonly complete: boolean }
  | { readonly missed: string };

/** The streets around a point with their names, for a reader to find the way on the map. */
export async function readStreets({ sources }: Pick<ToolContext, 'sources'>, center: GeoPoint): Promise<StreetsRead> {
  const box = boxAround(center, mapHalfMeters * 1.2);
  const found = await centerLinesIn(sources, 'local', box);
  if (!hasData(found)) {
    return { missed: 'reason' in found && found.reason ? found.reason : 'the source has no street there' };
  }
  return { roads: roadsIn(found.data, box, 'local'), citation: found.citation, complete: found.state === 'found' };
}
