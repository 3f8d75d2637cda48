import type { ToolContext } from '../../catalog/context.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { WiredLane } from '../../kernel/ports/jurisdictions.ts';
import type { AskedEntry } from '../../kernel/ports/sources.ts';
import { isPointSubject } from '../../kernel/subject.ts';
import { argumentsFor, componentChoices } from '../../reports/compose/components.ts';
import type { ComponentReading, ReportMaterial, SupportingRow } from '../../reports/compose/material.ts';
import { placeName } from '../../reports/compose/words.ts';
import { type PlaceReportInput, sourceAdapters } from '../../reports/schema/report.ts';
import { within } from '../../sources/local/bounded.ts';
import { type LaneOutcome, readLocalLanes } from '../../sources/report/lanes.ts';
import { type OtherParcel, type ParcelReading, readOtherParcels, readParcel } from '../../sources/report/parcel.ts';
import type { CoveredPlace } from './coverage.ts';
import { pictureOf } from './visual.ts';

type Context = ToolContext<'none'>;

const silent = (state: Answer['state'], summary: string): Answer => ({
  state,
  summary,
  citations: {},
  searched: [],
  limits: [],
  verifyNext: [],
});

/** Runs one job under the limit; what fails or is late becomes the given answer. */
async function guarded<T>(ctx: Context, limitMs: number, job: Promise<T>, what: string, instead: (why: string) => T) {
  const safe = job.catch((error: unknown) => {
    if (ctx.signal.aborted) throw error;
    ctx.log.error({ err: error, component: what }, 'component of a report failed');
    return instead('It failed inside this service.');
  });
  return within(limitMs, safe, () => instead(`It did not answer within ${Math.round(limitMs / 1000)} seconds.`));
}

async function askComponents(ctx: Context, place: CoveredPlace, input: PlaceReportInput, limitMs: number) {
  const { subject } = place;
  const point = isPointSubject(subject);
  const readings = await Promise.all(
    componentChoices.map(async ({ tool, title, lane }): Promise<ComponentReading | undefined> => {
      const entry = ctx.catalog.find(tool);
      if (!entry) return undefined;
      const id = tool.replace(/^svc_/, '');
      const reading = (answer: Answer): ComponentReading => ({ id, tool, title, ...(lane && { lane }), answer });
      const args = argumentsFor(entry.arguments, {
        address: input.address,
        zip: subject.zip,
        ...(point && { latitude: subject.latitude, longitude: subject.longitude }),
        stateCode: subject.stateCode,
        countyName: subject.county?.name,
      });
      if (!args || (!point && entry.subject === 'point')) {
        return reading(silent('unresolved', `${title} takes an address, and the place is known to its area only.`));
      }
      const answer = await guarded(ctx, limitMs, ctx.call(tool, args), tool, (why) =>
        silent('unavailable', `${title}: ${why}`),
      );
      ctx.progress(title);
      return reading(answer);
    }),
  );
  return readings.filter((reading) => reading !== undefined);
}

const rowsOf = (outcomes: readonly LaneOutcome[], lane: string): readonly SupportingRow[] =>
  outcomes
    .filter((outcome) => outcome.lane === lane)
    .flatMap(({ rows, citation }) =>
      citation ? rows.map(({ fields, recordId }) => ({ fields, recordId, citation })) : [],
    );

/** Same questions, same order: components answer in any. */
function sortedQuestions(asked: readonly AskedEntry[]): readonly AskedEntry[] {
  const keyed = new Map(
    asked.map((entry) => [`${entry.cardId} ${entry.url} ${entry.outcome} ${entry.bodyHash ?? ''}`, entry]),
  );
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/**
 * Asks everything that a report is made of, at the same time: the parcel, the local lanes, the components, the picture.
 * Nothing waits longer than `limitMs`; what is late, failed or unknown is a value.
 */
export async function gatherMaterial(
  ctx: Context,
  place: CoveredPlace,
  input: PlaceReportInput,
  limitMs: number,
): Promise<ReportMaterial> {
  const { sources } = ctx;
  const { subject } = place;
  const cards = new Map(ctx.jurisdictions.cards().map((card) => [card.id, card]));
  const parcelLanes: readonly WiredLane[] = place.jurisdictions.flatMap((jurisdiction) =>
    jurisdiction.sources
      .filter((source) => source.lane === 'parcel')
      .flatMap((source) => {
        const card = cards.get(source.cardId);
        return card ? [{ jurisdiction, source, card }] : [];
      }),
  );
  const reading: Promise<ParcelReading> = !isPointSubject(subject)
    ? Promise.resolve({ answer: silent('unresolved', 'A parcel needs an address or a point.') })
    : parcelLanes.length === 0
      ? Promise.resolve({ answer: silent('not_covered', 'No parcel source is wired here.') })
      : guarded(ctx, limitMs, readParcel(sources, parcelLanes, subject), 'parcel', (why) => ({
          answer: silent('unavailable', `The parcel sources wired here: ${why}`),
        }));
  const others: Promise<readonly OtherParcel[]> = reading.then(({ parcel }) =>
    parcel ? guarded(ctx, limitMs * 0.5, readOtherParcels(sources, parcelLanes, parcel), 'comparison', () => []) : [],
  );
  const [parcel, compared, outcomes, components, picture] = await Promise.all([
    reading,
    others,
    readLocalLanes(sources, {
      jurisdictions: place.jurisdictions,
      silentBoundary: place.silentBoundary,
      cardOf: (id) => cards.get(id),
      center: place.center,
      centerWords: place.centerWords,
      placeWords: placeName(subject),
      radiusMeters: input.radiusMeters,
      lookbackDays: input.lookbackDays,
      today: ctx.now,
      registry: ctx.jurisdictions.all(),
      adapters: input.sourceAdapters,
      knownAdapters: sourceAdapters,
      limitMs,
      done: (lane) => ctx.progress(lane),
    }),
    askComponents(ctx, place, input, limitMs),
    pictureOf(ctx, place, reading, input.radiusMeters, limitMs),
  ]);
  return {
    input,
    now: ctx.now,
    subject,
    jurisdictions: place.jurisdictions.map(({ displayName }) => displayName),
    parcelAnswer: {
      id: 'parcel',
      tool: 'svc_parcel_lookup',
      title: 'Tax parcel',
      lane: 'parcel',
      answer: parcel.answer,
    },
    parcel: parcel.parcel,
    statements: compared.flatMap(({ fields, units, citation }) =>
      Object.entries(fields).map(([field, value]) => ({
        field,
        value,
        ...(units[field] && { unit: units[field] }),
        citation,
      })),
    ),
    lanes: outcomes.map(({ rows: _rows, ...lane }) => lane),
    components,
    sales: rowsOf(outcomes, 'transfers'),
    cases: rowsOf(outcomes, 'development_cases'),
    projects: rowsOf(outcomes, 'capital_projects'),
    visual: picture.visual,
    visualStatus: picture.status,
    asked: sortedQuestions(ctx.asked),
  };
}
