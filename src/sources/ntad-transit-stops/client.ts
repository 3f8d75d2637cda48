import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { pointOf, queryLayer } from '../drivers/arcgis.ts';
import { feedDates } from '../shared/transit-feeds.ts';
import card from './card.ts';

interface TransitStop {
  readonly name: string;
  readonly stopId?: string;
  /** Kind of vehicle in the publisher's words. */
  readonly mode?: string;
  readonly distanceMeters: number;
}

/** Transit stops within a distance, nearest first. */
export async function transitStopsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly TransitStop[]>> {
  const found = await queryLayer(sources, card, {
    point,
    radiusMeters,
    outFields: ['stop_name', 'stop_id', 'stop_type_text', 'download_date'],
    geometry: true,
    limit: 500,
  });
  if (!hasData(found)) return found;
  const stops = found.data
    .flatMap(({ attributes, geometry }) => {
      const at = pointOf(geometry);
      if (!at) return [];
      const [stopId, mode] = ['stop_id', 'stop_type_text'].map((field) => textOf(attributes[field], 60));
      return [
        {
          name: textOf(attributes.stop_name, 100) ?? 'unnamed stop',
          ...(stopId && { stopId }),
          ...(mode && { mode }),
          distanceMeters: Math.round(distanceMeters(point, at)),
        },
      ];
    })
    .sort((a, b) => a.distanceMeters - b.distanceMeters || a.name.localeCompare(b.name, 'en'));
  return { ...found, data: stops, citation: { ...found.citation, ...feedDates(found.data) } };
}
