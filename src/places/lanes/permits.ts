import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint, Subject } from '../../kernel/subject.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane, LaneLocation } from '../schema/port.ts';
import { citedRows, type Located, newest } from './cases.ts';
import { readByKeys } from './keys.ts';
import { readLane } from './reader.ts';
import { takesParcelNumber } from './ways.ts';

const maxRows = 500;

interface Period {
  readonly since: string | undefined;
  readonly until: string;
}

const periodWords = ({ since, until }: Period) => since && { period: `${since} to ${until}` };

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

/** Permits that carry one of the parcel numbers, newest first; every source is queried and handed to the answer. */
export async function permitsOfParcels(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'permits'>[],
  parcelIds: readonly string[],
  period: Period,
  answer: AnswerBuilder,
): Promise<readonly Located<'permits'>[]> {
  const area = many(parcelIds.length, 'parcel number');
  const { since } = period;
  const read = await Promise.all(
    configured.map((lane) => readByKeys(sources, lane, parcelIds, { limit: maxRows, ...(since && { since }) })),
  );
  const found = read.flatMap((lookup): readonly Located<'permits'>[] => {
    const cited = answer.addLookup(lookup, { area, ...periodWords(period) });
    return (cited?.data ?? []).map((row) => ({ row, citation: cited?.citation ?? '' }));
  });
  return found.sort(newest);
}

/** Permits around a point, newest first; every source is queried and handed to the answer. */
export async function permitsAround(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'permits'>[],
  center: GeoPoint,
  radiusMeters: number,
  period: Period,
  answer: AnswerBuilder,
): Promise<readonly Located<'permits'>[]> {
  const { since } = period;
  const read = await Promise.all(
    configured.map(async (lane) => {
      const radius = Math.min(radiusMeters, lane.source.query.radius?.maxMeters ?? radiusMeters);
      const query = { point: center, radiusMeters: radius, limit: maxRows, ...(since && { since }) };
      return { radius, lookup: await readLane(sources, lane, query) };
    }),
  );
  return read
    .flatMap(({ radius, lookup }) =>
      citedRows(answer, lookup, { area: `within ${radius} m of the point`, ...periodWords(period) }, center),
    )
    .sort(newest);
}
