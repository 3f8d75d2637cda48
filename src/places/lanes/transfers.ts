import { addDays } from '../../kernel/time.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { citedRows, type Located, newest } from './cases.ts';
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
  readonly rows: readonly Located<'transfers'>[];
  /** How far was really read, the least of the sources. */
  readonly radiusMeters: number;
  /** First day of the period that was really queried. */
  readonly since: string;
  readonly limits: readonly string[];
}

function sinceOf({ since, until }: TransfersQuestion, { source }: ConfiguredLane): string {
  const { lookbackDaysMax } = source.limits;
  if (lookbackDaysMax === undefined) return since;
  const oldest = addDays(until, -lookbackDaysMax);
  return oldest > since ? oldest : since;
}

/** Transfers of one source: by position where it has one, else by the tax parcels that lie there. */
async function readSource(question: TransfersQuestion, lane: ConfiguredLane<'transfers'>): Promise<TransfersFound> {
  const { sources, subject, until, answer } = question;
  const { source, jurisdiction } = lane;
  const since = sinceOf(question, lane);
  const period = `${since} to ${until}`;
  const bounds = { since, until, limit: maxRows };
  const {
    recordScope,
    limits: { notes: limits },
  } = source;
  if (source.query.radius) {
    const radiusMeters = Math.min(question.radiusMeters, source.query.radius.maxMeters);
    const found = await readLane(sources, lane, { point: subject, radiusMeters, ...bounds });
    const rows = citedRows(answer, found, { area: `within ${radiusMeters} m`, period, recordScope }, subject);
    return { rows, radiusMeters, since, limits };
  }
  const around = await parcelsAround(question, jurisdiction.id, question.radiusMeters, period);
  if (!around) return { rows: [], radiusMeters: question.radiusMeters, since, limits };
  const { positions, area, radiusMeters } = around;
  const found = await readByKeys(sources, lane, [...positions.keys()], bounds);
  const rows = citedRows(answer, found, { area, period, recordScope }, subject, ({ fields }) =>
    positions.get(String(fields.parcelId ?? '')),
  );
  return { rows, radiusMeters, since, limits: [...around.limits, ...limits] };
}

/** Recorded transfers around a point: by position where the source has one, else by the tax parcels that lie there. */
export async function transfersAround(
  question: TransfersQuestion,
  configured: readonly ConfiguredLane<'transfers'>[],
): Promise<TransfersFound> {
  const found: TransfersFound[] = [];
  for (const lane of configured) found.push(await readSource(question, lane));
  return {
    rows: found.flatMap(({ rows }) => rows).sort(newest),
    radiusMeters: Math.min(...found.map(({ radiusMeters }) => radiusMeters)),
    since: found.map(({ since }) => since).sort()[0] ?? question.since,
    limits: [...new Set(found.flatMap(({ limits }) => limits))],
  };
}
