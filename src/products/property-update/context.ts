import type { ToolContext } from '../../catalog/context.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { mapBounded, within } from '../../kernel/bounded.ts';
import { isAnswered } from '../../kernel/state.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import { readRecordLane } from '../../places/lanes/records.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { CoveredPlace } from '../place-report/coverage.ts';
import { configuredLanes } from '../place-report/lanes.ts';
import { laneTitle } from '../shared/compose/words.ts';

/** Lanes whose dated records tell what was published about a property and around it; reported incidents are of people. */
export const changeLanes = [
  'permits',
  'development_cases',
  'code_violations',
  'transfers',
  'capital_projects',
  'service_requests',
] as const satisfies readonly Lane[];

/** Fields in which registers date a record, with what they date; the first of one day speaks for it. */
const dateFields: readonly (readonly [field: string, event: string])[] = [
  ['completedAt', 'completed'],
  ['dispositionDate', 'decided'],
  ['closedAt', 'closed'],
  ['issuedAt', 'issued'],
  ['approvedAt', 'approved'],
  ['certifiedAt', 'certified'],
  ['startedAt', 'started'],
  ['filedAt', 'filed'],
  ['saleDate', 'sale'],
  ['recordedAt', 'recorded'],
  ['deedDate', 'deed'],
  ['transferredAt', 'transferred'],
  ['statusDate', 'status'],
  ['reportedAt', 'reported'],
];

const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(String(value ?? ''))?.[0];

/** The newest date of a row inside a period, both days in it, and what the register dates by it. */
export function lastDated(
  { fields, occurredAt, datedBy = '' }: Pick<LaneRow, 'fields' | 'occurredAt' | 'datedBy'>,
  since: string,
  until: string,
): { readonly date: string; readonly event: string } | undefined {
  const all = fields as Readonly<Record<string, unknown>>;
  const dated = [
    ...dateFields.map(([field, event]) => ({ date: dayOf(all[field]), event })),
    { date: dayOf(occurredAt), event: datedBy },
  ];
  return dated.reduce<{ date: string; event: string } | undefined>((newest, { date, event }) => {
    const isInside = date !== undefined && date >= since && date <= until;
    return isInside && (!newest || date > newest.date) ? { date, event } : newest;
  }, undefined);
}

/** How far a row lies from a point; undefined where its source gives no position. */
export const rowDistance = (row: Pick<LaneRow, 'point'>, from: GeoPoint): number | undefined =>
  row.point && distanceMeters(from, row.point);

type Context = Pick<ToolContext, 'sources' | 'jurisdictions' | 'now'>;

/** Fewer dated records than these are no update. */
export const leastRecords = 2;
/** Wider circles that are looked at where the queried one has too few. */
export const wider = [500, 1000, 2000] as const;
const widest = 2000;
const laneMs = 8_000;
const mostRows = 300;

interface ContextQuestion {
  readonly place: CoveredPlace;
  readonly since: string;
  readonly days: number;
  readonly radiusMeters: number;
}

/** Which kinds of registers answered, which did not, and the dated records by distance: of the queried radius where that has enough. */
export type CurrentContext = Awaited<ReturnType<typeof currentContext>>;

const registersOf = ({ jurisdictions }: Context, place: CoveredPlace): readonly ConfiguredLane[] =>
  changeLanes
    .flatMap((lane: Lane) => configuredLanes(place, lane, (id) => jurisdictions.card(id)))
    .filter(({ source }) => source.query.radius);

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
  const reach = { center, measured: true, radiusMeters, lookbackDays: question.days };
  const job = readRecordLane(ctx.sources, configured, { ...reach, today: ctx.now, limit: mostRows });
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

/** The kinds of registers that answered, and of those that did not. */
function answeredOf(readings: readonly Reading[]) {
  const titles = (of: boolean) => [
    ...new Set(readings.filter(({ answered }) => answered === of).map(({ title }) => title)),
  ];
  return { lanes: titles(true), failed: titles(false) };
}

/**
 * Whether enough was published around a place since a day. One register after the other is queried until there is; where
 * there is not, each is queried once more for the widest circle, which is counted in rings.
 */
export async function currentContext(ctx: Context, question: ContextQuestion) {
  const registers = registersOf(ctx, question.place);
  const near: Reading[] = [];
  const { radiusMeters } = question;
  for (const configured of registers) {
    near.push(await read(ctx, configured, question, radiusMeters));
    const recordCount = countIn(near, radiusMeters);
    if (recordCount >= leastRecords)
      return { enough: true, within: [{ radiusMeters, recordCount }], ...answeredOf(near) };
  }
  const rings = wider.filter((radius) => radius > radiusMeters);
  const far =
    rings.length > 0 ? await mapBounded(registers, 3, (configured) => read(ctx, configured, question, widest)) : [];
  const counted = (readings: readonly Reading[], meters: number) => ({
    radiusMeters: meters,
    recordCount: countIn(readings, meters),
  });
  return {
    enough: false,
    within: [counted(near, radiusMeters), ...rings.map((meters) => counted(far, meters))],
    ...answeredOf(near),
  };
}
