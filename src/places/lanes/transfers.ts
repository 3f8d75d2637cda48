import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { addDays } from '../../kernel/time.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { type Located, located, newest } from './cases.ts';
import { readByKeys } from './keys.ts';
import { type ParcelsContext, parcelsAround } from './parcels-around.ts';
import { readLane } from './reader.ts';

const maxRows = 500;

export interface TransfersQuestion extends ParcelsContext {
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
  /** First day of the period that was really queried. */
  readonly since: string;
  readonly limits: readonly string[];
}

/** The queried period, shortened to what the source keeps. */
function sinceOf({ since, until }: TransfersQuestion, { source }: ConfiguredLane): string {
  const { lookbackDaysMax } = source.limits;
  if (lookbackDaysMax === undefined) return since;
  const oldest = addDays(until, -lookbackDaysMax);
  return oldest > since ? oldest : since;
}

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
  const rows = (cited?.data ?? []).map((row) => located(row, cited?.citation ?? '', subject, row.point));
  return { rows, radiusMeters, since, limits: source.limits.notes };
}

async function byParcels(
  question: TransfersQuestion,
  lane: ConfiguredLane<'transfers'>,
  answer: AnswerBuilder,
): Promise<TransfersFound> {
  const { sources, subject, radiusMeters, until } = question;
  const since = sinceOf(question, lane);
  const { source, jurisdiction } = lane;
  const period = `${since} to ${until}`;
  const around = await parcelsAround(question, jurisdiction.id, radiusMeters, answer, { period });
  if (!around) return { rows: [], radiusMeters, since, limits: source.limits.notes };
  const { positions, area } = around;
  const found = await readByKeys(sources, lane, [...positions.keys()], { since, until, limit: maxRows });
  const cited = answer.addLookup(found, {
    area,
    period,
    ...(source.recordScope && { recordScope: source.recordScope }),
  });
  const rows = (cited?.data ?? []).map((row) =>
    located(row, cited?.citation ?? '', subject, positions.get(String(row.fields.parcelId ?? ''))),
  );
  return { rows, radiusMeters: around.radiusMeters, since, limits: [...around.limits, ...source.limits.notes] };
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
    rows: found.flatMap(({ rows }) => rows).sort(newest),
    radiusMeters: Math.min(...found.map(({ radiusMeters }) => radiusMeters)),
    since: found.map(({ since }) => since).sort()[0] ?? question.since,
    limits: [...new Set(found.flatMap(({ limits }) => limits))],
  };
}
