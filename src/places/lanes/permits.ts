import { many } from '../../kernel/nearby-shape.ts';
import type { GeoPoint, Subject } from '../../kernel/subject.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane, LaneLocation } from '../schema/port.ts';
import { citedRows, type Located, newest } from './cases.ts';
import { readByKeys } from './keys.ts';
import type { ParcelsContext } from './parcels-around.ts';
import { readLane } from './reader.ts';
import { takesParcelNumber } from './ways.ts';

const maxRows = 500;

/** The sources of a county and of the cities in it that take a parcel number: it is exact, so no boundary has to be queried. */
export function configuredInCounty<L extends Lane>(lane: LaneLocation<L>, subject: Subject): LaneLocation<L> {
  if (lane.state !== 'configured') return lane;
  const fips = subject.county?.fips;
  if (!fips) return { state: 'unresolved', reason: 'The county is not known in that state.' };
  const configured = lane.configured.filter(
    ({ jurisdiction, source }) => jurisdiction.geoid.county.includes(fips) && takesParcelNumber(source),
  );
  if (configured.length > 0) return { state: 'configured', configured };
  const reason = `No permits by parcel are wired for ${subject.county?.name}, ${subject.stateCode}. Not covered never means that no permits exist.`;
  return { state: 'not_covered', reason };
}

interface PermitsQuestion extends Pick<ParcelsContext, 'sources' | 'answer'> {
  /** What carries one of these numbers, or what lies around a point. */
  readonly at: { readonly parcelIds: readonly string[] } | { readonly point: GeoPoint; readonly radiusMeters: number };
  readonly since: string | undefined;
  readonly until: string;
}

/** Permits of parcels or around a point, newest first; every source is queried and handed to the answer. */
export async function permitsOf(
  { sources, answer, at, since, until }: PermitsQuestion,
  configured: readonly ConfiguredLane<'permits'>[],
): Promise<readonly Located<'permits'>[]> {
  const period = since && `${since} to ${until}`;
  const bounds = { limit: maxRows, ...(since && { since }) };
  const read = await Promise.all(
    configured.map(async (lane) => {
      if ('parcelIds' in at) {
        const area = many(at.parcelIds.length, 'parcel number');
        return { lookup: await readByKeys(sources, lane, at.parcelIds, bounds), area };
      }
      const radiusMeters = Math.min(at.radiusMeters, lane.source.query.radius?.maxMeters ?? at.radiusMeters);
      const lookup = await readLane(sources, lane, { point: at.point, radiusMeters, ...bounds });
      return { lookup, area: `within ${radiusMeters} m of the point` };
    }),
  );
  const from = 'point' in at ? at.point : undefined;
  return read.flatMap(({ lookup, area }) => citedRows(answer, lookup, { area, period }, from)).sort(newest);
}
