import { isAnswered } from '../../../kernel/state.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import type { MatchedBy, RecordEntry, ReportSection, SectionOf } from '../../../reports/sections.ts';
import { type Checked, checkedLane } from '../../shared/compose/ledger.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import { entryOf, newestFirst } from '../../shared/on-parcel/entries.ts';
import type { ExactReading } from '../../shared/on-parcel/exact.ts';
import type { ReportMaterial } from '../gather.ts';
import { type LaneOutcome, supportingLanes } from '../lanes.ts';

const nearest = (a: RecordEntry, b: RecordEntry) =>
  (a.distanceMeters ?? Number.MAX_VALUE) - (b.distanceMeters ?? Number.MAX_VALUE) || newestFirst(a, b);

/** Ledger line of a register that was read for the parcel itself. */
export function checkedExact({
  configured,
  lane,
  state,
  rows,
  citation,
  by,
  reason,
  failed = false,
}: ExactReading): Checked {
  const { source, card } = configured;
  const ways = by.map((way) => waysInWords[way]).join(' and ');
  const checked = checkedLane({
    id: `parcel.${card.id}`,
    lane,
    state,
    records: [],
    count: rows.length,
    whole: true,
    source: citation?.sourceName ?? card.name,
    sourceUrl: card.datasetUrl,
    ...(citation && { citation }),
    ...(source.recordScope && { recordScope: source.recordScope }),
    area: ways ? `the subject parcel, by its ${ways}; all dates` : 'the subject parcel; all dates',
    reasons: reason ? [reason] : [],
  });
  const label = `${laneTitle(lane)} of the parcel`;
  return { ...checked, failed: failed || checked.failed, entry: { ...checked.entry, label } };
}

const maxOnParcel = 60;
const maxNearby = 20;
const waysInWords: Readonly<Record<MatchedBy, string>> = {
  parcel_number: 'parcel number',
  street_address: 'street address',
};

/** Records of the parcel itself as one section; none where no register here can be searched by number or address. */
export function parcelSection(
  { exact }: Pick<ReportMaterial, 'exact'>,
  entries: readonly RecordEntry[],
): ReportSection[] {
  if (exact.length === 0) return [];
  const ways = [...new Set(exact.flatMap(({ by }) => by))].map((way) => waysInWords[way]);
  const unanswered = exact.filter(({ state }) => !isAnswered(state)).map(({ configured }) => configured.source.name);
  const names = exact.filter(({ state }) => isAnswered(state)).map(({ configured }) => configured.source.name);
  return [
    {
      id: 'on_parcel',
      title: 'On this parcel',
      kind: 'entries',
      ...(entries.length === 0 && { note: 'The registers that could be queried exactly hold nothing under it.' }),
      entries: entries.slice(0, maxOnParcel),
      searchExtent: `${ways.length > 0 ? `by ${ways.join(' and ')}` : 'not queried'}, all dates: ${[...new Set(names)].join(', ') || 'no register answered'}`,
      complete: unanswered.length === 0 && exact.every(({ state }) => state !== 'partial' && state !== 'stale'),
      leftOut: Math.max(0, entries.length - maxOnParcel),
    },
  ];
}

/** Lanes that support a report without being records of it: cases, projects and sales around the place, nearest first. */
export function nearbySections(
  outcomes: readonly LaneOutcome[],
  from: GeoPoint | undefined,
  own: ReadonlySet<string>,
): SectionOf<'entries'>[] {
  return supportingLanes.flatMap((lane): SectionOf<'entries'>[] => {
    const some = outcomes.filter((outcome) => outcome.lane === lane && isAnswered(outcome.state));
    const entries = some
      .flatMap(({ rows, citation, cardId }) =>
        citation && cardId ? rows.map((row) => entryOf({ row, lane, cardId, citation, from })) : [],
      )
      .filter(({ id }) => !own.has(id))
      .sort(nearest);
    if (entries.length === 0) return [];
    return [
      {
        id: `entries.${lane}`,
        title: laneTitle(lane),
        kind: 'entries',
        entries: entries.slice(0, maxNearby),
        searchExtent: [...new Set(some.map(({ area, period }) => (period ? `${area}; ${period}` : area)))].join(' / '),
        complete: some.every(({ state, whole }) => state !== 'partial' && whole),
        leftOut: Math.max(0, entries.length - maxNearby),
      },
    ];
  });
}
