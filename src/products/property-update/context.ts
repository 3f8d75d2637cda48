import type { ToolContext } from '../../catalog/context.ts';
import { mapBounded, within } from '../../kernel/bounded.ts';
import { isAnswered } from '../../kernel/state.ts';
import { readRecordLane } from '../../places/lanes/records.ts';
import { type Lane, sourcesOf } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { CoveredPlace } from '../place-report/coverage.ts';
import { laneTitle } from '../shared/compose/words.ts';
import { changeLanes, lastDated, rowDistance } from './dated.ts';

type Context = Pick<ToolContext, 'sources' | 'jurisdictions' | 'now'>;

/** Fewer dated records than these are no update. */
export const leastRecords = 2;
/** Wider circles that are looked at where the queried one has too few. */
export const wider = [500, 1000, 2000] as const;
const widest = 2000;
const laneMs = 8_000;
const mostRows = 300;

export interface ContextQuestion {
  readonly place: CoveredPlace;
  readonly since: string;
  readonly days: number;
  readonly radiusMeters: number;
}

/** What the registers around a place were found to hold. */
export interface CurrentContext {
  readonly enough: boolean;
  /** Dated records by distance; of the queried radius alone where that has enough. */
  readonly within: readonly { readonly radiusMeters: number; readonly recordCount: number }[];
  readonly lanes: readonly string[];
  /** Registers that did not answer. */
  readonly failed: readonly string[];
}

/** The registers that can be queried around a point, in the order in which they are queried. */
function registersOf(ctx: Context, { jurisdictions }: CoveredPlace): readonly ConfiguredLane[] {
  return changeLanes.flatMap((lane: Lane) =>
    jurisdictions.flatMap((jurisdiction) =>
      sourcesOf(jurisdiction, lane).flatMap((source) => {
        const card = ctx.jurisdictions.card(source.cardId);
        return card && source.query.radius ? [{ jurisdiction, source, card }] : [];
      }),
    ),
  );
}

interface Reading {
  readonly title: string;
  readonly answered: boolean;
  /** Distances of the dated records, in meters. */
  readonly distances: readonly number[];
}

async function read(
  ctx: Context,
  configured: ConfiguredLane,
  question: ContextQuestion,
  radiusMeters: number,
): Promise<Reading> {
  const { center } = question.place;
  const title = laneTitle(configured.source.lane);
  const job = readRecordLane(ctx.sources, configured, {
    ...{ center, measured: true, radiusMeters, lookbackDays: question.days, today: ctx.now, limit: mostRows },
  });
  const found = await within(laneMs, job, () => undefined);
  if (!found || !isAnswered(found.records.state)) return { title, answered: false, distances: [] };
  const today = ctx.now.toISOString().slice(0, 10);
  return {
    title,
    answered: true,
    distances: found.rows.flatMap((row) =>
      lastDated(row, question.since, today) ? [rowDistance(row, center) ?? Number.POSITIVE_INFINITY] : [],
    ),
  };
}

const countIn = (readings: readonly Reading[], radiusMeters: number) =>
  readings.reduce((sum, { distances }) => sum + distances.filter((one) => one <= radiusMeters).length, 0);

const told = (readings: readonly Reading[], answered: boolean) => [
  ...new Set(readings.filter((one) => one.answered === answered).map(({ title }) => title)),
];

/**
 * Whether enough was published around a place since a day. One register after the other is queried until there is; where
 * there is not, each is queried once more for the widest circle, which is counted in rings.
 */
export async function currentContext(ctx: Context, question: ContextQuestion): Promise<CurrentContext> {
  const registers = registersOf(ctx, question.place);
  const near: Reading[] = [];
  for (const configured of registers) {
    near.push(await read(ctx, configured, question, question.radiusMeters));
    const recordCount = countIn(near, question.radiusMeters);
    if (recordCount < leastRecords) continue;
    return {
      enough: true,
      within: [{ radiusMeters: question.radiusMeters, recordCount }],
      lanes: told(near, true),
      failed: told(near, false),
    };
  }
  const rings = wider.filter((radius) => radius > question.radiusMeters);
  const far =
    rings.length > 0 ? await mapBounded(registers, 3, (configured) => read(ctx, configured, question, widest)) : [];
  return {
    enough: false,
    within: [
      { radiusMeters: question.radiusMeters, recordCount: countIn(near, question.radiusMeters) },
      ...rings.map((radiusMeters) => ({ radiusMeters, recordCount: countIn(far, radiusMeters) })),
    ],
    lanes: told(near, true),
    failed: told(near, false),
  };
}
