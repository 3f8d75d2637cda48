import { bounded, type PartReading, unanswered } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { type Deadline, deadlineIn } from '../../kernel/bounded.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { AnswerState } from '../../kernel/state.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { dayMs } from '../../kernel/time.ts';
import type { RouteName, ToolName } from '../../kernel/tool-names.ts';
import { readRecordLane } from '../../places/lanes/records.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { limitsOf } from '../../rules/limits.ts';
import { type BriefContext, briefMs, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { laneTitle } from '../shared/compose/words.ts';
import {
  type CountedRegister,
  countRegister,
  factsOfRegister,
  type Quarter,
  quartersBefore,
  wordsOfRegister,
} from './counted.ts';
import type { TrendSeries } from './schema.ts';

interface TrendLane {
  readonly lane: Lane;
  /** The free tool that lists them; the route itself where none does. */
  readonly tool: ToolName | RouteName;
  /** Counts of 1 and 2 can point at a person. Permits, requests and cases are public documents, listed one by one. */
  readonly withholds: boolean;
}

const trendLanes: readonly TrendLane[] = [
  { lane: 'permits', tool: 'svc_metro_permits', withholds: false },
  { lane: 'incidents', tool: 'svc_area_incidents', withholds: true },
  { lane: 'service_requests', tool: 'svc_service_requests', withholds: false },
  { lane: 'code_violations', tool: 'svc-local-trend-brief', withholds: false },
];

/** Two years, as a reader sees them. */
const shownQuarters = 8;
/** One more is read: the last one may not be published whole yet. */
const readQuarters = shownQuarters + 1;
/** A register is worth showing from this many quarters with three or more records on. */
export const leastFullQuarters = 2;
const maxRows = 5000;
const limits = limitsOf('local-trend-brief.counts');
const withheldLimit =
  'Of incidents, counts of 1 and 2 are not shown, and no other count from which one of them would follow.';

interface LaneQuarters {
  readonly reading: PartReading;
  readonly full: number;
  readonly series?: TrendSeries;
}

export interface TrendReading extends ExtraReadings {
  /** How many quarters with three or more records each register has, by the id of its section. */
  readonly answered: Readonly<Record<string, number>>;
  readonly series: readonly TrendSeries[];
}

interface SearchExtent {
  readonly subject: PointSubject;
  readonly radiusMeters: number;
  readonly quarters: readonly Quarter[];
  readonly now: Date;
}

const isDated = ({ source: { query } }: ConfiguredLane) => query.radius !== undefined && query.dateField !== undefined;

const headOf = ({ source: { lane, name }, card: { id } }: ConfiguredLane, { tool }: TrendLane) => ({
  id: `trend_${id.replaceAll('-', '_')}`,
  tool,
  title: `${laneTitle(lane)} by quarter: ${name}`,
  lane,
});

function queriedQuarters(
  { source }: ConfiguredLane,
  { quarters, now }: Pick<SearchExtent, 'quarters' | 'now'>,
  since: string | undefined,
): readonly Quarter[] {
  const settled = new Date(now.getTime() - (source.freshness.lagDays ?? 0) * dayMs).toISOString().slice(0, 10);
  return quarters.filter(({ from, until }) => from >= (since ?? '') && until <= settled).slice(-shownQuarters);
}

function outcomeWords(state: AnswerState, wasCited: boolean, counted: CountedRegister | undefined): string {
  if (counted) return wordsOfRegister(counted);
  if (state === 'partial' && wasCited) return 'more records than could be read, so they were not counted';
  return state === 'unavailable' ? 'could not be read' : 'no dated record';
}

function seriesOf(
  { quarters, years: { latest, before } }: CountedRegister,
  { id, title, lane }: Pick<TrendSeries, 'id' | 'title' | 'lane'>,
  citation: Citation,
): TrendSeries {
  return {
    id,
    title,
    lane,
    unit: 'records',
    quarters: quarters.map(({ name, from, until, records }) => ({
      quarter: name,
      from,
      until,
      ...(typeof records === 'number' ? { count: records } : { withheld: records }),
    })),
    ...(latest && { lastTwelveMonths: { ...latest } }),
    ...(before && { twelveMonthsBefore: { ...before } }),
    citation: sectionCitation(citation),
  };
}

async function readRegister(
  ctx: BriefContext,
  configured: ConfiguredLane,
  one: TrendLane,
  extent: SearchExtent,
): Promise<LaneQuarters> {
  const { source } = configured;
  const { subject, radiusMeters, quarters } = extent;
  const { withholds } = one;
  const head = headOf(configured, one);
  const since = quarters[0]?.from ?? '';
  const found = await readRecordLane(ctx.sources, configured, {
    center: subject,
    measured: true,
    radiusMeters,
    lookbackDays: Math.ceil((ctx.now.getTime() - Date.parse(since)) / dayMs) + 1,
    today: ctx.now,
    limit: maxRows,
  });
  const queried = queriedQuarters(configured, extent, found.since);
  const [first, last] = [queried[0], queried.at(-1)];
  if (!first || !last) {
    const why = `${source.name} is read from ${found.since ?? since} on and has published no complete quarter since.`;
    return { full: 0, reading: { ...head, answer: unanswered('not_covered', why) } };
  }
  const period = `${first.from} to ${last.until}`;
  const area = `within ${found.radiusMeters} m of ${isMatchedAddress(subject) ? 'the matched address' : 'the point'}`;
  const { state } = found.records;
  const isWhole = state === 'found' || state === 'stale';
  const counted = isWhole ? countRegister(found.rows, queried, withholds) : undefined;
  // where no complete quarter has a record there is nothing to tell
  const records: typeof found.records =
    state === 'found' && !counted
      ? { state: 'empty', citation: found.records.citation, reason: 'its records here are of no complete quarter' }
      : found.records;
  const answer = new AnswerBuilder(subject);
  const cited = answer.addLookup(records, { area, period });
  const counts = cited && counted;
  const citation = counts && 'citation' in records ? records.citation : undefined;
  return {
    full: counts?.full ?? 0,
    ...(counts && citation && { series: seriesOf(counts, head, citation) }),
    reading: ownReading(head, answer, {
      summary: `${source.name}, ${area}, complete quarters from ${period}: ${outcomeWords(answer.state, cited !== undefined, counts)}.`,
      facts: counts && factsOfRegister(counts, configured, cited.citation),
      limits: [...limits, withholds && withheldLimit, ...source.limits.notes],
      verifyNext: [{ action: 'Read the records behind the counts', with: source.publisher, url: source.landingUrl }],
    }),
  };
}

async function readLaneTrend(
  ctx: BriefContext,
  one: TrendLane,
  extent: SearchExtent,
  deadline: Deadline,
): Promise<readonly LaneQuarters[]> {
  const { lane, tool } = one;
  const located = await ctx.jurisdictions.lane(extent.subject, lane, ctx.sources);
  const configured = located.state === 'configured' ? located.configured.filter(isDated) : [];
  const title = `${laneTitle(lane)} by quarter`;
  if (configured.length === 0) {
    const state = located.state === 'configured' ? 'not_covered' : located.state;
    const why = 'reason' in located ? located.reason : 'No register here can be queried by position and date.';
    return [{ full: 0, reading: { id: `trend_${lane}`, tool, title, lane, answer: unanswered(state, why) } }];
  }
  return Promise.all(
    configured.map((register) =>
      bounded(ctx, deadline, register.source.name, readRegister(ctx, register, one, extent), (why) => ({
        full: 0,
        reading: { ...headOf(register, one), answer: unanswered('unavailable', why) },
      })),
    ),
  );
}

/**
 * Counts the dated records of every configured register in one circle: by complete calendar quarter of the last two years,
 * twelve months against the twelve before, and by type. A register that is not read to its end is not counted.
 */
export async function readTrend(ctx: BriefContext, radiusMeters: number): Promise<TrendReading> {
  const { subject, now } = ctx;
  const extent = { subject, radiusMeters, now, quarters: quartersBefore(now, readQuarters) };
  const deadline = deadlineIn(briefMs);
  const all = (await Promise.all(trendLanes.map((one) => readLaneTrend(ctx, one, extent, deadline)))).flat();
  return {
    readings: all.map(({ reading }) => reading),
    answered: Object.fromEntries(all.map(({ reading, full }) => [reading.id, full])),
    series: all.flatMap(({ series }) => series ?? []),
  };
}

/** Whether at least one register has enough quarters with three or more records to show a course. */
export const trendIsReady = (trend: TrendReading | undefined): boolean =>
  Object.values(trend?.answered ?? {}).some((full) => full >= leastFullQuarters);

/** Why there is no trend, for the diagnostic. */
export function whyNoTrend({ readings }: TrendReading): string {
  const states = readings.map(({ answer }) => answer.state);
  if (states.every((state) => state === 'not_covered')) return 'no register of dated records is wired here';
  if (states.every((state) => ['not_covered', 'unavailable', 'unresolved'].includes(state)))
    return 'none of the registers that are wired here answered';
  return `no register that was read to its end has at least ${leastFullQuarters} complete quarters with 3 or more records inside the circle`;
}
