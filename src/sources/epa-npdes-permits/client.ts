import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { searchEcho } from '../shared/echo-steps.ts';
import { npdesId } from '../shared/ids.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

export interface PermitPlace extends GeoPoint {
  /** NPDES permit number. */
  readonly permitId: string;
  readonly facility: string;
  readonly distanceMeters: number;
}

// CWPName, SourceID, FacLat, FacLong of cwa_rest_services.metadata
const columns = [1, 2, 24, 25];
const Row = z.looseObject({ SourceID: npdesId });

/** Discharge permits whose facility lies within the radius, nearest first. */
export async function permitsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly PermitPlace[]>> {
  const found = await searchEcho(sources, card, {
    service: 'cwa_rest_services',
    params: {
      p_lat: point.latitude.toFixed(6),
      p_long: point.longitude.toFixed(6),
      p_radius: (radiusMeters / 1609.344).toFixed(3),
    },
    columns,
    limit: 1000,
  });
  if (!hasData(found)) return found;
  const places: PermitPlace[] = [];
  for (const row of found.data.rows) {
    const parsed = Row.safeParse(row);
    if (!parsed.success) return wrongShape(sources, card);
    const [latitude, longitude] = [numberOf(row.FacLat), numberOf(row.FacLong)];
    if (!latitude || !longitude) continue;
    const away = Math.round(distanceMeters(point, { latitude, longitude }));
    if (away > radiusMeters) continue;
    const facility = textOf(row.CWPName, 100) ?? 'name not stated';
    places.push({ permitId: parsed.data.SourceID, facility, latitude, longitude, distanceMeters: away });
  }
  if (places.length === 0 && found.state === 'found') return { state: 'empty', citation: found.citation };
  return { ...found, data: places.toSorted((a, b) => a.distanceMeters - b.distanceMeters) };
}
