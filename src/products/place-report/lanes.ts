import { within } from '../../kernel/bounded.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import { type RecordLane, readRecordLane } from '../../places/lanes/records.ts';
import type { Jurisdiction, Lane } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { LaneReading } from '../shared/compose/material.ts';

/** Lanes whose rows are records of a report. */
export const recordLanes = ['incidents', 'permits', 'service_requests', 'code_violations'] as const satisfies Lane[];
/** Lanes whose rows support a report without being records of it. */
export const supportingLanes = ['development_cases', 'capital_projects', 'transfers'] as const satisfies Lane[];

export interface LanesQuestion {
  readonly jurisdictions: readonly Jurisdiction[];
  /** Why some jurisdictions are missing from the list, where a boundary did not answer. */
  readonly unansweredBoundary: string | undefined;
  readonly cardOf: (cardId: string) => SourceCard | undefined;
  /** Where to search; undefined with the reason where the place is known too coarsely. */
  readonly center: (GeoPoint & { readonly measured: boolean }) | { readonly missing: string };
  /** The center in words: "the matched address", "the center of ZIP 27601". */
  readonly centerWords: string;
  readonly placeWords: string;
  readonly radiusMeters: number;
  readonly lookbackDays: number;
  readonly today: Date;
  /** Every jurisdiction, for the names of adapters of other places. */
  readonly registry: readonly Jurisdiction[];
  readonly adapters: readonly string[] | undefined;
  /** Only the lanes of records are read, and nothing beside them. */
  readonly recordsOnly: boolean;
  readonly knownAdapters: readonly string[];
  readonly limitMs: number;
  /** Called once per lane that is done. */
  readonly done: (lane: string) => void;
}

/** What one lane brought, with its rows for the supporting facts. */
export interface LaneOutcome<L extends Lane = Lane> extends LaneReading {
  readonly lane: L;
  readonly cardId?: string;
  readonly rows: readonly LaneRow<L>[];
  /** How exactly the source places its records. */
  readonly precision?: PlaceRecord['locationPrecision'];
  /** How far around the place it was asked. */
  readonly searchedMeters?: number;
}

const maxRecords = 300;
/** A lane that brought nothing. */
const nothing = { records: [], rows: [], count: 0, whole: false } as const;
const isRecordLane = (lane: Lane) => (recordLanes as readonly Lane[]).includes(lane);

function outcomeOf(found: RecordLane, question: LanesQuestion): LaneOutcome {
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
    area: `within ${radiusMeters} m of ${question.centerWords}`,
    ...(since && { period: `${since} to ${until}` }),
    reasons: [...('reason' in records && records.reason ? [records.reason] : []), ...narrowed.map(({ text }) => text)],
  };
}

function base({ source, card }: ConfiguredLane, question: LanesQuestion) {
  return {
    id: `lane.${card.id}`,
    cardId: card.id,
    lane: source.lane,
    ...(question.knownAdapters.includes(card.id) && { adapter: card.id }),
    ...(source.category && isRecordLane(source.lane) && { category: source.category }),
    ...(source.recordScope && { recordScope: source.recordScope }),
    ...nothing,
    source: card.name,
    sourceUrl: card.datasetUrl,
    area: question.placeWords,
  };
}

async function readOne(
  sources: SourceAccess,
  configured: ConfiguredLane,
  question: LanesQuestion,
): Promise<LaneOutcome> {
  const { center, adapters, limitMs } = question;
  const plain = base(configured, question);
  if (adapters && isRecordLane(configured.source.lane) && !adapters.includes(configured.card.id)) {
    return { ...plain, state: 'skipped', reasons: ['left out by sourceAdapters'] };
  }
  if ('missing' in center) return { ...plain, state: 'unresolved', reasons: [center.missing] };
  const job = readRecordLane(sources, configured, {
    center,
    measured: center.measured,
    radiusMeters: question.radiusMeters,
    lookbackDays: question.lookbackDays,
    today: question.today,
    limit: maxRecords,
  }).then((found) => outcomeOf(found, question));
  return within<LaneOutcome>(limitMs, job, () => ({
    ...plain,
    state: 'unavailable',
    reasons: [`${configured.card.name} did not answer within ${Math.round(limitMs / 1000)} seconds.`],
  }));
}

/** A lane whose sources are all kept by parcel or number: configured, and not asked around a place. */
function unplaced(configured: readonly ConfiguredLane[], question: LanesQuestion): readonly LaneOutcome[] {
  const [first] = configured;
  if (!first) return [];
  const names = configured.map(({ card }) => card.name).join(', ');
  const reasons = ['kept by parcel or case number and not by position: asked for the parcel itself, and not around it'];
  return [{ ...base(first, question), source: names, state: 'skipped', reasons }];
}

function unconfigured(lane: Lane, question: LanesQuestion): LaneOutcome {
  const { jurisdictions, unansweredBoundary, placeWords } = question;
  const absent = jurisdictions.flatMap((place) => place.absent).find((entry) => entry.lane === lane);
  const bare = { ...nothing, id: `lane.${lane}`, lane, area: placeWords };
  if (unansweredBoundary) return { ...bare, state: 'unavailable', reasons: [unansweredBoundary] };
  return {
    ...bare,
    state: 'not_covered',
    reasons: [absent?.why ?? 'no public source of these records is known here; that never means that no records exist'],
    ...(absent?.officialUrl && { officialUrl: absent.officialUrl }),
  };
}

/** The lane that an adapter's name stands for, wherever in the registry it is configured or known to be missing. */
function laneOf(adapter: string, registry: readonly Jurisdiction[]): Lane {
  const configured = registry.flatMap((place) => place.sources).find(({ cardId }) => cardId === adapter);
  return (
    (configured ?? registry.flatMap((place) => place.absent).find((entry) => entry.adapter === adapter))?.lane ??
    'incidents'
  );
}

/** An adapter that was asked for by name and reads nothing here: not verified, or of another place. */
function unreadAdapters(read: readonly LaneOutcome[], question: LanesQuestion): readonly LaneOutcome[] {
  const { adapters = [], jurisdictions, placeWords } = question;
  return adapters
    .filter((adapter) => !read.some((outcome) => outcome.adapter === adapter))
    .map((adapter): LaneOutcome => {
      const absent = jurisdictions.flatMap((place) => place.absent).find((entry) => entry.adapter === adapter);
      const bare = { ...nothing, id: `adapter.${adapter}`, adapter, area: placeWords };
      if (!absent) {
        const lane = laneOf(adapter, question.registry);
        return { ...bare, lane, state: 'not_covered', reasons: [`${adapter} does not cover this place`] };
      }
      return {
        ...bare,
        lane: absent.lane,
        state: 'unverified',
        reasons: [absent.why],
        ...(absent.officialUrl && { officialUrl: absent.officialUrl }),
      };
    });
}

/** Reads every configured lane of local records around the place; one outcome per source, and one per lane without a source. */
export async function readLocalLanes(sources: SourceAccess, question: LanesQuestion): Promise<readonly LaneOutcome[]> {
  const configuredOf = (lane: Lane): readonly ConfiguredLane[] =>
    question.jurisdictions.flatMap((jurisdiction) =>
      jurisdiction.sources
        .filter((source) => source.lane === lane)
        .flatMap((source) => {
          const card = question.cardOf(source.cardId);
          return card ? [{ jurisdiction, source, card }] : [];
        }),
    );
  const lanes: readonly Lane[] = question.recordsOnly ? recordLanes : [...recordLanes, ...supportingLanes];
  const read = await Promise.all(
    lanes.map(async (lane) => {
      const configured = configuredOf(lane);
      const placed = configured.filter(({ source }) => source.query.radius);
      const outcomes =
        placed.length > 0
          ? await Promise.all(placed.map((one) => readOne(sources, one, question)))
          : configured.length > 0
            ? unplaced(configured, question)
            : [unconfigured(lane, question)];
      question.done(lane);
      return outcomes;
    }),
  );
  const outcomes = read.flat();
  const named = unreadAdapters(outcomes, question);
  // what is said of an adapter by name replaces what was said of its lane
  return [...outcomes.filter(({ id }) => !named.some(({ lane }) => id === `lane.${lane}`)), ...named];
}
