import { distanceMeters } from '../../geometry/geo.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint, PointSubject } from '../../kernel/subject.ts';
import { dayMs } from '../../kernel/time.ts';
import type { ConfiguredLane, JurisdictionsPort } from '../schema/port.ts';
import type { Located } from './cases.ts';
import { readByKeys } from './keys.ts';
import { parcelsAround } from './parcels-around.ts';
import { type LaneRow, readLane } from './reader.ts';

const maxRows = 500;

export interface TransfersQuestion {
  readonly jurisdictions: JurisdictionsPort;
  readonly sources: SourceAccess;
  readonly subject: PointSubject;
  readonly radiusMeters: number;
  /** Calendar days, inclusive. */
  readonly since: string;
  readonly until: string;
}

export interface TransfersFound {
  /** Newest first. */
  readonly rows: readonly Located<'transfers'>[];
  /** How far was really read, the least of the sources. */
  readonly radiusMeters: number;
  /** First day of the period that was really asked. */
  readonly since: string;
  readonly limits: readonly string[];
}

/** The asked period, shortened to what the source keeps. */
function sinceOf({ since, until }: TransfersQuestion, { source }: ConfiguredLane): string {
  const { lookbackDaysMax } = source.limits;
  if (lookbackDaysMax === undefined) return since;
  const oldest = new Date(Date.parse(until) - lookbackDaysMax * dayMs).toISOString().slice(0, 10);
  return oldest > since ? oldest : since;
}

const located = (
  row: LaneRow<'transfers'>,
  citation: string,
  at: GeoPoint | undefined,
  { subject }: TransfersQuestion,
): Located<'transfers'> => ({ row, citation, ...(at && { distanceMeters: Math.round(distanceMeters(subject, at)) }) });

async function byRadius(
  question: TransfersQuestion,
  lane: ConfiguredLane<'transfers'>,
  answer: AnswerBuilder,
): Promise<TransfersFound> {
  const { subject, until } = question;
  const since = sinceOf(question, lane);
  const { source } = lane;
  const radiusMeters = Math.min(question.radiusMeters, source.query.radius?.maxMeters ?? question.radiusMeters);
  const found = await readLane(question.sources, lane, { point: subject, radiusMeters, since, until, limit: maxRows });
  const cited = answer.addLookup(found, {
    area: `within ${radiusMeters} m`,
    period: `${since} to ${until}`,
    ...(source.recordScope && { recordScope: source.recordScope }),
  });
  const rows = (cited?.data ?? []).map((row) => located(row, cited?.citation ?? '', row.point, question));
  return { rows, radiusMeters, since, limits: source.limits.notes };
}

async function byParcels(
  question: TransfersQuestion,
  lane: ConfiguredLane<'transfers'>,
  answer: AnswerBuilder,
): Promise<TransfersFound> {
  const { jurisdictions, sources, subject, radiusMeters, until } = question;
  const since = sinceOf(question, lane);
  const { source, jurisdiction } = lane;
  const around = await parcelsAround(jurisdictions, sources, subject, jurisdiction.id, radiusMeters);
  const period = `${since} to ${until}`;
  if ('state' in around) {
    answer.addLookup(around, { area: `within ${radiusMeters} m`, period });
    return { rows: [], radiusMeters, since, limits: source.limits.notes };
  }
  const { positions, radiusMeters: reached, cut } = around;
  answer.cite(around.citation);
  answer.note({ source: around.source, area: `within ${reached} m`, state: cut ? 'partial' : 'found' });
  if (cut) answer.count('partial');
  const found = await readByKeys(sources, lane, [...positions.keys()], { since, until, limit: maxRows });
  const cited = answer.addLookup(found, {
    area: `${many(positions.size, 'tax parcel')} within ${reached} m`,
    period,
    ...(source.recordScope && { recordScope: source.recordScope }),
  });
  const rows = (cited?.data ?? []).map((row) =>
    located(row, cited?.citation ?? '', positions.get(String(row.fields.parcelId ?? '')), question),
  );
  const narrowed =
    reached < radiusMeters
      ? [`Found by tax parcel, which are read to ${reached} m here and not to ${radiusMeters} m.`]
      : [];
  return { rows, radiusMeters: reached, since, limits: [...narrowed, ...source.limits.notes] };
}

/** Recorded transfers around a point: by position where the source has one, else by the tax parcels that lie there. */
export async function transfersAround(
  question: TransfersQuestion,
  configured: readonly ConfiguredLane<'transfers'>[],
  answer: AnswerBuilder,
): Promise<TransfersFound> {
  const found: TransfersFound[] = [];
  for (const lane of configured) {
    found.push(await (lane.source.query.radius ? byRadius : byParcels)(question, lane, answer));
  }
  return {
    rows: found
      .flatMap(({ rows }) => rows)
      .sort((a, b) => (b.row.occurredAt ?? '').localeCompare(a.row.occurredAt ?? '', 'en')),
    radiusMeters: Math.min(...found.map(({ radiusMeters }) => radiusMeters)),
    since: found.map(({ since }) => since).sort()[0] ?? question.since,
    limits: [...new Set(found.flatMap(({ limits }) => limits))],
  };
}
