import { bounded, type PartReading, unanswered } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lane } from '../../kernel/jurisdiction.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { ConfiguredLane } from '../../kernel/ports/jurisdictions.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import { isMatchedAddress, isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import { dayMs } from '../../kernel/time.ts';
import type { ToolName } from '../../kernel/tool-names.ts';
import { readRecordLane } from '../../local/records.ts';
import { type BriefContext, briefMs, type ExtraReadings } from '../shared/brief-route.ts';
import { laneTitle } from '../shared/compose/words.ts';
import { countQuarters, type Quarter, quartersBefore, statedCounts } from './quarters.ts';

/** Lanes of dated records, each with the free tool that lists them. */
const trendLanes: readonly { readonly lane: Lane; readonly tool: ToolName }[] = [
  { lane: 'permits', tool: 'svc_metro_permits' },
  { lane: 'incidents', tool: 'svc_area_incidents' },
  { lane: 'service_requests', tool: 'svc_service_requests' },
];

export const trendQuarters = 8;
/** A register is worth showing from this many told counts on. */
export const leastStatedCounts = 2;
const maxRows = 5000;
const limits = [
  'Records as one register published them: no rate, no forecast, no comparison with another place, and no percentage.',
  'A count below 3 is not told. Quarters before the first and after the last record of the circle are not shown: the register may not reach there.',
  'A change of a count can be a change of reporting, of staff or of the register.',
];

export interface TrendReading extends ExtraReadings {
  /** How many told counts each register has, by the id of its section. */
  readonly answered: Readonly<Record<string, number>>;
}

interface SearchExtent {
  readonly subject: PointSubject;
  readonly radiusMeters: number;
  readonly quarters: readonly Quarter[];
}

const isDated = ({ source: { query } }: ConfiguredLane) => query.radius !== undefined && query.dateField !== undefined;

const daysOf = (records: readonly PlaceRecord[]) => records.flatMap(({ occurredAt }) => occurredAt ?? []);

/** Empty where the register was read to its end and no complete quarter has a record: there is nothing to tell. */
function inQuarters(
  records: Lookup<readonly PlaceRecord[]>,
  quarters: readonly Quarter[],
): Lookup<readonly PlaceRecord[]> {
  if (records.state !== 'found' || countQuarters(daysOf(records.data), quarters).length > 0) return records;
  return { state: 'empty', citation: records.citation, reason: 'its records here are of no complete quarter' };
}

async function countOne(
  ctx: BriefContext,
  configured: ConfiguredLane,
  tool: ToolName,
  { subject, radiusMeters, quarters }: SearchExtent,
): Promise<{ readonly reading: PartReading; readonly answered: number }> {
  const { source, card } = configured;
  const head = {
    id: `trend_${card.id.replaceAll('-', '_')}`,
    tool,
    title: `${laneTitle(source.lane)} by quarter: ${source.name}`,
    lane: source.lane,
  };
  const since = quarters[0]?.from ?? '';
  const found = await readRecordLane(ctx.sources, configured, {
    center: subject,
    measured: true,
    radiusMeters,
    lookbackDays: Math.ceil((ctx.now.getTime() - Date.parse(since)) / dayMs) + 1,
    today: ctx.now,
    limit: maxRows,
  });
  const settled = new Date(ctx.now.getTime() - (source.freshness.lagDays ?? 0) * dayMs).toISOString().slice(0, 10);
  const within = quarters.filter(({ from, to }) => from >= (found.since ?? '') && to <= settled);
  const period = `${within[0]?.from ?? since} to ${within.at(-1)?.to ?? settled}`;
  const area = `within ${found.radiusMeters} m of ${isMatchedAddress(subject) ? 'the matched address' : 'the point'}`;
  const answer = new AnswerBuilder(subject);
  const records = inQuarters(found.records, within);
  const cited = answer.addLookup(records, { area, period });
  const whole = records.state === 'found' || records.state === 'stale';
  const counted = cited && whole ? countQuarters(daysOf(cited.data), within) : [];
  const answered = statedCounts(counted);
  const outcome =
    counted.length > 0
      ? `${many(counted.length, 'quarter')} between its first and its last record, ${answered} with a count of 3 or more`
      : cited && !whole
        ? 'more records than could be read, so they were not counted'
        : answer.state === 'unavailable'
          ? 'could not be read'
          : 'no dated record';
  const { citation = '' } = cited ?? {};
  return {
    answered,
    reading: {
      ...head,
      answer: answer.finish({
        summary: `${source.name}, ${area}, complete quarters from ${period}: ${outcome}.`,
        ...(counted.length > 0 && {
          facts: {
            quarters: counted.map(({ name, records, from, to }) => ({ quarter: name, records, from, to, citation })),
            ...(source.bias && {
              ...defined({
                measures: { value: source.bias.measures, citation },
                doesNotMeasure: { value: source.bias.doesNotMeasure, citation },
                knownBiases: { value: source.bias.knownBiases.join(' '), citation },
              }),
            }),
          },
        }),
        limits: [...limits, ...source.limits.notes],
        verifyNext: [{ action: 'Read the records behind the counts', with: source.publisher, url: source.landingUrl }],
      }),
    },
  };
}

/**
 * Counts the dated records of every configured register in one circle, per complete calendar quarter of the last two years.
 * A register that is not read to its end is not counted.
 */
export async function readTrend(ctx: BriefContext, radiusMeters: number): Promise<TrendReading> {
  const { subject, jurisdictions, sources } = ctx;
  if (!isPointSubject(subject)) return { readings: [], answered: {} };
  const searchExtent = { subject, radiusMeters, quarters: quartersBefore(ctx.now, trendQuarters) };
  const deadline = deadlineIn(briefMs);
  const parts = await Promise.all(
    trendLanes.map(async ({ lane, tool }) => {
      const located = await jurisdictions.lane(subject, lane, sources);
      const configured = located.state === 'configured' ? located.configured.filter(isDated) : [];
      const title = `${laneTitle(lane)} by quarter`;
      if (configured.length === 0) {
        const state = located.state === 'configured' ? 'not_covered' : located.state;
        const why = 'reason' in located ? located.reason : 'No register here can be asked by position and date.';
        return [{ answered: 0, reading: { id: `trend_${lane}`, tool, title, lane, answer: unanswered(state, why) } }];
      }
      return Promise.all(
        configured.map((one) =>
          bounded(ctx, deadline, one.source.name, countOne(ctx, one, tool, searchExtent), (why) => ({
            answered: 0,
            reading: {
              id: `trend_${one.card.id.replaceAll('-', '_')}`,
              tool,
              title: `${title}: ${one.source.name}`,
              lane,
              answer: unanswered('unavailable', why),
            },
          })),
        ),
      );
    }),
  );
  const all = parts.flat();
  return {
    readings: all.map(({ reading }) => reading),
    answered: Object.fromEntries(all.map(({ reading, answered }) => [reading.id, answered])),
  };
}

/** Whether at least one register has enough told counts to show a course. */
export const trendIsReady = (trend: TrendReading | undefined): boolean =>
  Object.values(trend?.answered ?? {}).some((answered) => answered >= leastStatedCounts);

/** Why there is no trend, for the diagnostic. */
export function whyNoTrend({ readings }: TrendReading): string {
  const states = readings.map(({ answer }) => answer.state);
  if (readings.length === 0) return 'the place is known to its area only';
  if (states.every((state) => state === 'not_covered')) return 'no register of dated records is wired here';
  if (states.every((state) => ['not_covered', 'unavailable', 'unresolved'].includes(state)))
    return 'none of the registers that are wired here answered';
  return `no register that was read to its end has at least ${leastStatedCounts} complete quarters with 3 or more records inside the circle`;
}
