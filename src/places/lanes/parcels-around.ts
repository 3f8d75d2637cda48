import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint, PointSubject } from '../../kernel/subject.ts';
import type { ConfiguredLane, JurisdictionsPort } from '../schema/port.ts';
import { type LaneRow, readLane } from './reader.ts';

const maxParcels = 400;
const leastMeters = 50;

export interface ParcelsAround {
  /** Parcel numbers as their source writes them, with the position where it is known. */
  readonly positions: ReadonlyMap<string, GeoPoint | undefined>;
  /** How far the parcels were read: less than asked where too many lie there. */
  readonly radiusMeters: number;
  readonly source: string;
  readonly citation: Citation;
  /** Set where parcels within the radius are missing. */
  readonly cut?: string;
}

type Miss = Extract<Lookup<never>, { reason: string; source: string }>;

function numbersOf(rows: readonly LaneRow<'parcel'>[]): ReadonlyMap<string, GeoPoint | undefined> {
  return new Map(
    rows.flatMap(({ fields, point }) => {
      const number = fields.parcelId ?? fields.accountId;
      return number === undefined ? [] : [[String(number), point] as const];
    }),
  );
}

/** The lookup at the widest radius that the source gives whole; halved twice at most. */
async function whole(sources: SourceAccess, lane: ConfiguredLane<'parcel'>, subject: PointSubject, widest: number) {
  let radiusMeters = widest;
  for (let tries = 0; ; tries++) {
    const lookup = await readLane(sources, lane, { point: subject, radiusMeters, limit: maxParcels });
    if (lookup.state !== 'partial' || tries === 2 || radiusMeters / 2 < leastMeters) return { lookup, radiusMeters };
    radiusMeters = Math.round(radiusMeters / 2);
  }
}

/**
 * The tax parcels around a point, for sources that are kept by parcel and have no positions. Where more parcels lie
 * there than are read at once the radius is narrowed, and says so.
 */
export async function parcelsAround(
  jurisdictions: JurisdictionsPort,
  sources: SourceAccess,
  subject: PointSubject,
  jurisdictionId: string,
  radiusMeters: number,
): Promise<ParcelsAround | Miss> {
  const source = 'parcels around the point';
  const lane = await jurisdictions.lane(subject, 'parcel', sources);
  if (lane.state !== 'configured') {
    return { state: lane.state === 'unavailable' ? 'unavailable' : 'unresolved', source, reason: lane.reason };
  }
  const configured = lane.configured.find((one) => one.jurisdiction.id === jurisdictionId && one.source.query.radius);
  if (!configured) return { state: 'not_covered', source, reason: 'No parcel source here can be asked by radius.' };
  const widest = Math.min(radiusMeters, configured.source.query.radius?.maxMeters ?? radiusMeters);
  const { lookup, radiusMeters: reached } = await whole(sources, configured, subject, widest);
  if (!hasData(lookup)) {
    return lookup.state === 'empty'
      ? { state: 'unresolved', source: configured.card.name, reason: `No tax parcel is mapped within ${reached} m.` }
      : lookup;
  }
  return {
    positions: numbersOf(lookup.data),
    radiusMeters: reached,
    source: configured.card.name,
    citation: lookup.citation,
    ...(lookup.state === 'partial' && { cut: lookup.reason }),
  };
}
