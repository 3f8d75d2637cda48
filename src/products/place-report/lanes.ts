import type { ToolContext } from '../../catalog/context.ts';
import { within } from '../../kernel/bounded.ts';
import { defined } from '../../kernel/defined.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import { type RecordLane, readRecordLane } from '../../places/lanes/records.ts';
import { type Jurisdiction, type Lane, sourcesOf } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { LaneReading } from '../shared/compose/material.ts';
import { placeName } from '../shared/compose/words.ts';
import type { CoveredPlace } from './coverage.ts';
import { type PlaceReportInput, sourceAdapters } from './schema/report.ts';

export const recordLanes = ['incidents', 'permits', 'service_requests', 'code_violations'] as const satisfies Lane[];
/** Lanes whose rows support a report without being records of it. */
export const supportingLanes = ['development_cases', 'capital_projects', 'transfers'] as const satisfies Lane[];

interface Question {
  readonly ctx: Pick<ToolContext, 'sources' | 'jurisdictions' | 'now' | 'progress'>;
  readonly place: CoveredPlace;
  readonly input: Pick<PlaceReportInput, 'mode' | 'radiusMeters' | 'lookbackDays' | 'sourceAdapters'>;
  readonly limitMs: number;
}

export interface LaneOutcome<L extends Lane = Lane> extends LaneReading {
  readonly lane: L;
  readonly cardId?: string;
  readonly rows: readonly LaneRow<L>[];
  readonly precision?: PlaceRecord['locationPrecision'];
  readonly searchedMeters?: number;
}

/** The configured sources of a lane at a place. */
export const configuredLanes = <L extends Lane>(
  { jurisdictions }: CoveredPlace,
  lane: L,
  cardOf: (id: string) => SourceCard | undefined,
): readonly ConfiguredLane<L>[] =>
  jurisdictions.flatMap((jurisdiction) =>
    sourcesOf(jurisdiction, lane).flatMap((source) => {
      const card = cardOf(source.cardId);
      return card ? [{ jurisdiction, source, card }] : [];
    }),
  );

const maxRecords = 300;
const nothing = { records: [], rows: [], count: 0, whole: false } as const;
const isRecordLane = (lane: Lane) => (recordLanes as readonly Lane[]).includes(lane);

function outcomeOf(found: RecordLane, question: Question): LaneOutcome {
  const { configured, records, rows, radiusMeters, since, until, narrowed, whole } = found;
  const { source, card } = configured;
  const data = 'data' in records ? records.data : [];
  const citation = 'citation' in records ? records.citation : undefined;
  return {
    ...base(configured, question),
    state: records.state,
    records: isRecordLane(source.lane) ? data : [],
    rows,
    precision: source.locationPrecision,
    searchedMeters: radiusMeters,
    count: rows.length,
    whole,
    source: citation?.sourceName ?? card.name,
    ...(citation && { citation }),
    area: `within ${radiusMeters} m of ${question.place.centerWords}`,
    ...(since && { period: `${since} to ${until}` }),
    reasons: [...('reason' in records && records.reason ? [records.reason] : []), ...narrowed.map(({ text }) => text)],
  };
}

function base({ source, card }: ConfiguredLane, { place }: Question) {
  return {
    id: `lane.${card.id}`,
    cardId: card.id,
    lane: source.lane,
    ...((sourceAdapters as readonly string[]).includes(card.id) && { adapter: card.id }),
    ...(source.category && isRecordLane(source.lane) && { category: source.category }),
    ...(source.recordScope && { recordScope: source.recordScope }),
    ...nothing,
    source: card.name,
    sourceUrl: card.datasetUrl,
    area: placeName(place.subject),
  };
}

async function readOne(configured: ConfiguredLane, question: Question): Promise<LaneOutcome> {
  const { ctx, place, input, limitMs } = question;
  const { source, card } = configured;
  const plain = base(configured, question);
  const adapters: readonly string[] | undefined = input.sourceAdapters;
  if (adapters && isRecordLane(source.lane) && !adapters.includes(card.id)) {
    return { ...plain, state: 'skipped', reasons: ['left out by sourceAdapters'] };
  }
  const job = readRecordLane(ctx.sources, configured, {
    center: place.center,
    measured: true,
    radiusMeters: input.radiusMeters,
    lookbackDays: input.lookbackDays,
    today: ctx.now,
    limit: maxRecords,
  }).then((found) => outcomeOf(found, question));
  return within<LaneOutcome>(limitMs, job, () => ({
    ...plain,
    state: 'unavailable',
    reasons: [`${card.name} did not answer within ${Math.round(limitMs / 1000)} seconds.`],
  }));
}

/** A lane all of whose sources are by parcel or number: configured, and not searched around a place. */
function unplaced(configured: readonly ConfiguredLane[], question: Question): readonly LaneOutcome[] {
  const [first] = configured;
  if (!first) return [];
  const names = configured.map(({ card }) => card.name).join(', ');
  const reasons = [
    'kept by parcel or case number and not by position: queried for the parcel itself, and not around it',
  ];
  return [{ ...base(first, question), source: names, state: 'skipped', reasons }];
}

const bare = (id: string, { place }: Question) => ({ ...nothing, id, area: placeName(place.subject) });

function unconfigured(lane: Lane, question: Question): LaneOutcome {
  const { jurisdictions, unansweredBoundary } = question.place;
  const head = { ...bare(`lane.${lane}`, question), lane };
  if (unansweredBoundary) return { ...head, state: 'unavailable', reasons: [unansweredBoundary] };
  const absent = jurisdictions.flatMap((one) => one.absent).find((entry) => entry.lane === lane);
  const why = absent?.why ?? 'no public source of these records is known here; that never means that no records exist';
  return { ...head, state: 'not_covered', reasons: [why], ...defined({ officialUrl: absent?.officialUrl }) };
}

/** The lane that an adapter's name stands for, anywhere in the registry, configured or known to be missing. */
function laneOf(adapter: string, registry: readonly Jurisdiction[]): Lane {
  const configured = registry.flatMap((place) => place.sources).find(({ cardId }) => cardId === adapter);
  return (
    (configured ?? registry.flatMap((place) => place.absent).find((entry) => entry.adapter === adapter))?.lane ??
    'incidents'
  );
}

/** An adapter that the request names and that reads nothing here: not verified, or of another place. */
function unreadAdapters(read: readonly LaneOutcome[], question: Question): readonly LaneOutcome[] {
  const { ctx, place, input } = question;
  return (input.sourceAdapters ?? [])
    .filter((adapter) => !read.some((outcome) => outcome.adapter === adapter))
    .map((adapter): LaneOutcome => {
      const absent = place.jurisdictions.flatMap((one) => one.absent).find((entry) => entry.adapter === adapter);
      const head = { ...bare(`adapter.${adapter}`, question), adapter };
      if (absent) {
        const { lane, why, officialUrl } = absent;
        return { ...head, lane, state: 'unverified', reasons: [why], ...defined({ officialUrl }) };
      }
      const lane = laneOf(adapter, ctx.jurisdictions.all());
      return { ...head, lane, state: 'not_covered', reasons: [`${adapter} does not cover this place`] };
    });
}

/** Reads every configured lane of local records around the place; one outcome per source, and one per lane without a source. */
export async function readLocalLanes(question: Question): Promise<readonly LaneOutcome[]> {
  const { ctx, place, input } = question;
  const lanes: readonly Lane[] = input.mode === 'adapters-only' ? recordLanes : [...recordLanes, ...supportingLanes];
  const read = await Promise.all(
    lanes.map(async (lane) => {
      const configured = configuredLanes(place, lane, (id) => ctx.jurisdictions.card(id));
      const placed = configured.filter(({ source }) => source.query.radius);
      const outcomes =
        placed.length > 0
          ? await Promise.all(placed.map((one) => readOne(one, question)))
          : configured.length > 0
            ? unplaced(configured, question)
            : [unconfigured(lane, question)];
      ctx.progress(lane);
      return outcomes;
    }),
  );
  const outcomes = read.flat();
  const named = unreadAdapters(outcomes, question);
  // what is said of an adapter by name replaces what was said of its lane
  return [...outcomes.filter(({ id }) => !named.some(({ lane }) => id === `lane.${lane}`)), ...named];
}
