import { z } from 'zod';
import type { RowOf } from '../../fields/table.ts';
import { pointsAround } from '../../geometry/geo.ts';
import { arrange } from '../../geometry/placed.ts';
import { hasData, type Lookup, partly } from '../../kernel/lookup.ts';
import type { PlacePort } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson, refused } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';
import { crashes } from './fields.ts';

const card = sourceCard('nhtsa-crash-api');

type Crash = RowOf<typeof crashes>;

/** Rows of one question at most. */
const cap = 5000;

const Reply = z.looseObject({ Results: z.array(z.array(z.record(z.string(), z.unknown()))) });

/**
 * Fatal crashes of a county (5-digit code) with a recorded position, of some years. The service does not say which years
 * it has: where it lists no crash of the county at all the lookup is `unavailable`, never empty.
 */
async function countyCrashes(
  sources: SourceAccess,
  countyFips: string,
  years: { readonly first: number; readonly last: number },
): Promise<Lookup<readonly Crash[]>> {
  const query = new URLSearchParams({
    fromCaseYear: String(years.first),
    toCaseYear: String(years.last),
    state: String(Number(countyFips.slice(0, 2))),
    county: String(Number(countyFips.slice(2))),
    format: 'json',
  });
  const reply = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Reply);
  if (!hasData(reply)) return reply;
  const rows = reply.data.Results.flat();
  if (rows.length === 0) {
    const reason = `${card.name} lists no crash of the county in these years, and does not say which years it has.`;
    return refused(sources, card, reason);
  }
  const found = plainRows(sources, crashes, { ...reply, data: rows });
  if (!hasData(found) || rows.length < cap) return found;
  return partly(found, `the first ${cap} crashes of the county; more match`);
}

export interface CrashYears {
  readonly first: number;
  readonly last: number;
}

export interface NearCrash {
  readonly distanceMeters: number;
  readonly year: number;
  readonly mode?: string | undefined;
}

/** Codes of the counties that a circle touches by the embedded (generalized) boundaries, the point's own first. */
const countiesAround = (place: Pick<PlacePort, 'countyAt'>, point: GeoPoint, radiusMeters: number) => [
  ...new Set(pointsAround(point, radiusMeters).flatMap((at) => place.countyAt(at)?.fips ?? [])),
];

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
  const near = arrange(all, point, radiusMeters).near.map(({ distanceMeters, year }) => ({ distanceMeters, year }));
  const data = { crashes: near, last: all.reduce((newest, { year }) => Math.max(newest, year), years.first) };
  const failed = others.find((lookup) => !hasData(lookup));
  if (!failed) return { ...own, data };
  const reason = `a county that the circle touches could not be read: ${'reason' in failed ? failed.reason : failed.state}`;
  return partly({ ...own, data }, reason, 'failed');
}
