import { boxAround, distanceMeters } from '../../geometry/geo.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { PlacePort } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { countyCrashes } from './client.ts';

export interface CrashYears {
  readonly first: number;
  readonly last: number;
}

export interface NearCrash {
  readonly distanceMeters: number;
  readonly year: number;
  readonly mode?: string | undefined;
}

const bearings = 16;

/** Codes of the counties that a circle touches by the embedded (generalized) boundaries, the point's own first. */
function countiesAround(place: Pick<PlacePort, 'countyAt'>, point: GeoPoint, radiusMeters: number): readonly string[] {
  const edge = [radiusMeters / 2, radiusMeters].flatMap((radius) => {
    const [, , east, north] = boxAround(point, radius);
    return Array.from({ length: bearings }, (_, at) => {
      const angle = (2 * Math.PI * at) / bearings;
      return {
        latitude: point.latitude + (north - point.latitude) * Math.cos(angle),
        longitude: point.longitude + (east - point.longitude) * Math.sin(angle),
      };
    });
  });
  return [...new Set([point, ...edge].flatMap((at) => place.countyAt(at)?.fips ?? []))];
}

/**
 * Fatal crashes of all counties that a circle touches, within that circle, nearest first; `last` is the newest year of
 * which the lists have a crash. `partial` where a county beside the point's own could not be read.
 */
export async function crashesAround(
  ports: { readonly sources: SourceAccess; readonly place: Pick<PlacePort, 'countyAt'> },
  point: GeoPoint,
  radiusMeters: number,
  years: CrashYears,
): Promise<Lookup<{ readonly crashes: readonly NearCrash[]; readonly last: number }>> {
  const counties = countiesAround(ports.place, point, radiusMeters);
  const [own, ...others] = await Promise.all(counties.map((fips) => countyCrashes(ports.sources, fips, years)));
  if (!own) {
    return { state: 'unresolved', source: 'NHTSA Crash API', reason: 'the county of the point is not known' };
  }
  if (!hasData(own)) return own;
  const all = [own, ...others].flatMap((lookup) => (hasData(lookup) ? lookup.data : []));
  const crashes = all
    .map((crash) => ({ distanceMeters: Math.round(distanceMeters(point, crash)), year: crash.year }))
    .filter((crash) => crash.distanceMeters <= radiusMeters)
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  const data = { crashes, last: all.reduce((newest, { year }) => Math.max(newest, year), years.first) };
  const failed = others.find((lookup) => !hasData(lookup));
  if (!failed) return { ...own, data };
  const reason = `a county that the circle touches could not be read: ${'reason' in failed ? failed.reason : failed.state}`;
  return { state: 'partial', data, citation: own.citation, reason, missing: 'failed' };
}
