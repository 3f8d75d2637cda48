import { z } from 'zod';
import { boxAround, distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryFeatures } from '../drivers/ogc-features.ts';
import { readRows } from '../shared/read-rows.ts';
import card from './card.ts';

export interface NetworkWell extends GeoPoint {
  readonly id: string;
  readonly agency?: string;
  readonly distanceMeters: number;
  /** CONFINED or UNCONFINED, as the network writes it. */
  readonly aquiferType?: string;
  readonly aquiferCode?: string;
}

const Geometry = z.looseObject({ coordinates: z.tuple([z.number(), z.number()]).rest(z.unknown()) });

/** Wells of the monitoring network within the radius, nearest first; those of the USGS among them. */
export async function networkWellsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly NetworkWell[]>> {
  const found = await queryFeatures(sources, card, {
    collectionUrl: `${card.endpoint}/sites`,
    bbox: boxAround(point, radiusMeters),
    properties: ['monitoring_location_id', 'agency_name', 'aquifer_type_code', 'national_aquifer_code'],
    limit: 300,
  });
  const read = readRows(sources, card, found, ({ id, properties: own, geometry }): NetworkWell | undefined => {
    const at = Geometry.safeParse(geometry).data?.coordinates;
    const name = textOf(own.monitoring_location_id ?? id, 40);
    if (!at || !name) return undefined;
    const [longitude, latitude] = at;
    return defined({
      id: name,
      latitude,
      longitude,
      agency: textOf(own.agency_name, 80),
      distanceMeters: Math.round(distanceMeters(point, { latitude, longitude })),
      aquiferType: textOf(own.aquifer_type_code, 20),
      aquiferCode: textOf(own.national_aquifer_code, 12),
    });
  });
  if (!hasData(read)) return read;
  const data = read.data
    .filter((well) => well.distanceMeters <= radiusMeters)
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  return data.length === 0 ? noneOf(read) : { ...read, data };
}
