import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint, PointSubject } from '../../kernel/subject.ts';
import type { JurisdictionsPort } from '../schema/port.ts';
import { readWhole } from './parcels-near.ts';
import type { Miss, ParcelRow } from './reader.ts';

export interface ParcelsContext {
  readonly subject: PointSubject;
  readonly jurisdictions: JurisdictionsPort;
  readonly sources: SourceAccess;
  readonly answer: AnswerBuilder;
}

export interface ParcelsAround {
  /** Parcel numbers as their source writes them, with the position where it is known. */
  readonly positions: ReadonlyMap<string, GeoPoint | undefined>;
  /** How far the parcels were read: less than queried where too many lie there. */
  readonly radiusMeters: number;
  /** "80 tax parcels within 250 m". */
  readonly area: string;
  readonly limits: readonly string[];
}

function numbersOf(rows: readonly ParcelRow[]): ReadonlyMap<string, GeoPoint | undefined> {
  return new Map(
    rows.flatMap(({ fields, point }) => {
      const number = fields.parcelId ?? fields.accountId;
      return number === undefined ? [] : [[String(number), point] as const];
    }),
  );
}

async function read({ jurisdictions, sources, subject }: ParcelsContext, jurisdictionId: string, radiusMeters: number) {
  const source = 'parcels around the point';
  const miss = (state: Miss['state'], reason: string, from = source) => ({
    lookup: { state, source: from, reason },
    reached: radiusMeters,
    source: from,
  });
  const lane = await jurisdictions.lane(subject, 'parcel', sources);
  if (lane.state !== 'configured') return miss(lane.state === 'unavailable' ? lane.state : 'unresolved', lane.reason);
  const configured = lane.configured.find((one) => one.jurisdiction.id === jurisdictionId && one.source.query.radius);
  if (!configured) return miss('not_covered', 'No parcel source here can be queried by radius.');
  const queryAt = (meters: number) => ({ point: subject, radiusMeters: meters });
  const { lookup, meters: reached } = await readWhole(sources, configured, radiusMeters, queryAt);
  return lookup.state === 'empty'
    ? miss('unresolved', `No tax parcel is mapped within ${reached} m.`, configured.card.name)
    : { lookup, reached, source: configured.card.name };
}

/**
 * The tax parcels around a point, for sources that are kept by parcel and have no positions, handed to the answer. Where
 * more parcels lie there than are read at once the radius is narrowed, and says so. Undefined where they cannot be read.
 */
export async function parcelsAround(
  ctx: ParcelsContext,
  jurisdictionId: string,
  radiusMeters: number,
  period?: string,
): Promise<ParcelsAround | undefined> {
  const { answer } = ctx;
  const { lookup, reached, source } = await read(ctx, jurisdictionId, radiusMeters);
  if (!hasData(lookup)) {
    answer.addLookup(lookup, { area: `within ${radiusMeters} m`, period });
    return undefined;
  }
  const cut = lookup.state === 'partial';
  answer.cite(lookup.citation);
  answer.note({ source, area: `within ${reached} m`, state: cut ? 'partial' : 'found' });
  if (cut) answer.count('partial');
  const positions = numbersOf(lookup.data);
  const narrowed = `Found by tax parcel, which are read to ${reached} m here and not to ${radiusMeters} m.`;
  return {
    positions,
    radiusMeters: reached,
    area: `${many(positions.size, 'tax parcel')} within ${reached} m`,
    limits: reached < radiusMeters ? [narrowed] : [],
  };
}
