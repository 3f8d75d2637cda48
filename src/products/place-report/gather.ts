import { askTools, bounded, type PartReading, type ToolPart, unanswered } from '../../answers/ask-tools.ts';
import { readRegisters } from '../../answers/registers/registers.ts';
import type { ToolContext } from '../../catalog/context.ts';
import { type Deadline, deadlineIn } from '../../kernel/bounded.ts';
import type { RequestLogEntry } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type Lane, sourcesOf } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { pictureOf } from '../shared/aerial/picture.ts';
import type { SupportingRow } from '../shared/compose/material.ts';
import { noLayers } from '../shared/map-layers.ts';
import { readExactRecords } from '../shared/on-parcel/exact.ts';
import { type OtherParcel, type ParcelReading, readOtherParcels, readParcel } from '../shared/parcel.ts';
import type { CoveredPlace } from './coverage.ts';
import { configuredLanes, type LaneOutcome, readLocalLanes } from './lanes.ts';
import { readMapLayers } from './map/layers.ts';
import { markedRegisters } from './map/marks.ts';
import { parcelParts, reportParts } from './parts.ts';
import type { PlaceReportInput } from './schema/report.ts';

type Context = ToolContext<'none'>;

const rowsOf = <L extends Lane>(outcomes: readonly LaneOutcome[], lane: L): readonly SupportingRow<L>[] =>
  outcomes
    .filter((outcome): outcome is LaneOutcome<L> => outcome.lane === lane)
    .flatMap(({ rows, citation }) =>
      citation ? rows.map(({ fields, recordId }) => ({ fields, recordId, citation })) : [],
    );

function sortedQuestions(queried: readonly RequestLogEntry[]): readonly RequestLogEntry[] {
  const keyed = new Map(
    queried.map((entry) => [`${entry.cardId} ${entry.url} ${entry.outcome} ${entry.bodyHash ?? ''}`, entry]),
  );
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** The configured parcel sources of a place. */
export const parcelLanesOf = (place: CoveredPlace, cardOf: (id: string) => SourceCard | undefined) =>
  configuredLanes(place, 'parcel', cardOf);

/** The parcel of the subject; a place without a parcel source says so. */
export async function subjectParcel(
  ctx: Context,
  { subject, edition }: CoveredPlace,
  lanes: readonly ConfiguredLane<'parcel'>[],
  deadline: Deadline,
): Promise<ParcelReading> {
  if (lanes.length === 0) return { answer: unanswered('not_covered', 'No public source of parcels is known here.') };
  // without local registers no number leads to records of another parcel
  const use = edition === 'national' ? 'to_tell' : 'to_look_up';
  return bounded(ctx, deadline, 'the parcel source', readParcel(ctx.sources, lanes, subject, use), (why) => ({
    answer: unanswered('unavailable', why),
  }));
}

const partsHere = ({ jurisdictions }: CoveredPlace): readonly ToolPart[] =>
  parcelParts().filter(({ lane }) => lane && jurisdictions.some((place) => sourcesOf(place, lane).length > 0));

async function gatherContext(
  ctx: Context,
  place: CoveredPlace,
  { address, radiusMeters }: PlaceReportInput,
  deadline: Deadline,
) {
  const { sources } = ctx;
  const { subject, jurisdictions } = place;
  const cardOf = (id: string) => ctx.jurisdictions.card(id);
  const parcelLanes = parcelLanesOf(place, cardOf);
  const reading = subjectParcel(ctx, place, parcelLanes, deadline);
  const others: Promise<readonly OtherParcel[]> = reading.then(({ parcel }) =>
    parcel
      ? bounded(ctx, deadline, 'the comparison of parcels', readOtherParcels(sources, parcelLanes, parcel), () => [])
      : [],
  );
  const [parcel, compared, exact, parcelAnswers, components, picture, mapLayers, registers] = await Promise.all([
    reading,
    others,
    readExactRecords(sources, { subject, jurisdictions, cardOf, limitMs: deadline.remainingMs() }, reading),
    askTools(ctx, partsHere(place), deadline, { subject, address }),
    askTools(ctx, reportParts(), deadline, { subject, address }),
    pictureOf(ctx, place, reading, radiusMeters, deadline.remainingMs()),
    readMapLayers(ctx, subject, parcelLanes, reading, deadline.remainingMs()),
    readRegisters({ ...ctx, subject }, markedRegisters, deadline.remainingMs()),
  ]);
  return { parcel, compared, exact, parcelAnswers, components, picture, mapLayers, registers };
}

const nothing: Awaited<ReturnType<typeof gatherContext>> = {
  parcel: { answer: unanswered('unresolved', 'Not queried in this mode.') },
  compared: [],
  exact: [],
  parcelAnswers: [],
  components: [],
  picture: { status: undefined },
  mapLayers: noLayers,
  registers: [],
};

/** The answer about the parcel, as a part of what is composed. */
export const parcelReadingOf = (answer: PartReading['answer']): PartReading => ({
  id: 'parcel',
  tool: 'svc_parcel_lookup',
  title: 'Tax parcel',
  lane: 'parcel',
  answer,
});

/**
 * Reads everything that a report is made of, at the same time: the parcel, the local lanes, the components, the picture.
 * Nothing waits longer than `limitMs`; what is late, failed or unknown is a value. With adapters only nothing but the
 * record lanes is read.
 */
export async function gatherMaterial(ctx: Context, place: CoveredPlace, input: PlaceReportInput, limitMs: number) {
  const deadline = deadlineIn(limitMs);
  const adaptersOnly = input.mode === 'adapters-only';
  const [outcomes, context] = await Promise.all([
    readLocalLanes({ ctx, place, input, limitMs }),
    adaptersOnly ? nothing : gatherContext(ctx, place, input, deadline),
  ]);
  const { compared, picture, mapLayers, registers, exact, components } = context;
  const { parcel, answer } = context.parcel;
  return {
    input,
    now: ctx.now,
    subject: place.subject,
    edition: place.edition,
    /** Where distances are measured from. */
    center: place.center,
    jurisdictions: place.jurisdictions.map(({ displayName }) => displayName),
    timeZone: ctx.place.timeZoneAt(place.center),
    /** Set where a jurisdiction's own boundary did not answer and another source decided. */
    boundaryNote: place.boundaryNote,
    parcelAnswer: adaptersOnly ? undefined : parcelReadingOf(answer),
    parcel,
    statements: compared.flatMap(({ statements, citation }) => statements.map((one) => ({ ...one, citation }))),
    local: outcomes,
    registers,
    /** Outline of the parcel; empty where none is known to be the subject's. */
    outline: parcel && parcel.addressAgrees !== false ? parcel.rings : [],
    mapLayers,
    /** What carries the parcel's own number or address, by source. */
    exact,
    /** Answers about the parcel itself that need more than one register: recordings, tax debts, registrations. */
    parcelParts: context.parcelAnswers,
    components,
    sales: rowsOf(outcomes, 'transfers'),
    cases: rowsOf(outcomes, 'development_cases'),
    projects: rowsOf(outcomes, 'capital_projects'),
    visual: picture.visual,
    /** Absent where the request wants no picture. */
    visualStatus: picture.status,
    queried: sortedQuestions(ctx.requestLog),
  };
}

/** Everything that was gathered for one report. Composing sends no request. */
export type ReportMaterial = Readonly<Awaited<ReturnType<typeof gatherMaterial>>>;
