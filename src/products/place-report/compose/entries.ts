import type { Citation } from '../../../kernel/citation.ts';
import { distanceMeters } from '../../../kernel/geo.ts';
import type { Lane } from '../../../kernel/jurisdiction.ts';
import { isAnswered } from '../../../kernel/state.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { cleanText } from '../../../kernel/text.ts';
import { type LaneRow, recordOfRow } from '../../../local/reader.ts';
import type { MatchedBy, RecordEntry, ReportSection } from '../../../reports/sections.ts';
import { statusMeaning } from '../../../rules/permit-status-words.ts';
import { sectionCitation } from '../../shared/compose/facts.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import type { ExactReading } from '../exact.ts';
import type { LaneOutcome } from '../lanes.ts';
import type { ReportMaterial } from '../material.ts';

interface RowOf {
  readonly row: LaneRow;
  readonly lane: Lane;
  readonly cardId: string;
  readonly citation: Citation;
  readonly by?: readonly MatchedBy[];
  /** Where distances are measured from; absent for a place that is none to measure from. */
  readonly from?: GeoPoint | undefined;
}

const maxTitle = 300;

/** One row of a lane as an entry of the report; `id` is that of the published record of the same row. */
export function entryOf({ row, lane, cardId, citation, by, from }: RowOf): RecordEntry {
  const fields = row.fields as Readonly<Record<string, unknown>>;
  const text = (name: string) => {
    const value = fields[name];
    return value === undefined || value === '' ? undefined : cleanText(String(value), maxTitle) || undefined;
  };
  const named = [text('title'), text('type'), text('deedType'), text('documentType')].find((one) => one !== undefined);
  const status = text('status');
  const date = row.occurredAt ?? text('saleDate') ?? text('issuedAt') ?? text('submittedYear');
  const price = fields.price ?? fields.estimatedCost;
  const meaning = status === undefined ? undefined : statusMeaning(cardId, status)?.meaning;
  const title = named ?? laneTitle(lane);
  return {
    id: `${cardId}:${row.recordId ?? cleanText(`${date ?? ''} ${title}`, 80)}`,
    lane,
    title,
    ...(date && { date: date.slice(0, 10) }),
    ...(status && { status }),
    ...(meaning && { statusMeaning: meaning }),
    ...(typeof price === 'number' && price > 0 && { amount: { value: price, unit: 'USD' as const } }),
    onParcel: by !== undefined,
    ...(by && { matchedBy: [...by] }),
    ...(from && row.point && { distanceMeters: Math.round(distanceMeters(from, row.point)) }),
    citation: sectionCitation({ ...citation, ...recordOfRow(row) }),
  };
}

const newest = (a: RecordEntry, b: RecordEntry) =>
  (b.date ?? '').localeCompare(a.date ?? '', 'en') || a.id.localeCompare(b.id, 'en');
const nearest = (a: RecordEntry, b: RecordEntry) =>
  (a.distanceMeters ?? Number.MAX_VALUE) - (b.distanceMeters ?? Number.MAX_VALUE) || newest(a, b);

const entriesOf = ({ configured, rows, citation, lane }: ExactReading): readonly RecordEntry[] =>
  citation ? rows.map(({ row, by }) => entryOf({ row, by, lane, citation, cardId: configured.card.id })) : [];

/** Everything that carries the parcel's own number or address, newest first. */
export const parcelEntries = ({ exact }: Pick<ReportMaterial, 'exact'>): readonly RecordEntry[] => [
  ...new Map(
    exact
      .flatMap(entriesOf)
      .sort(newest)
      .map((entry) => [entry.id, entry] as const),
  ).values(),
];

const maxOnParcel = 60;
const maxNearby = 20;
const waysInWords: Readonly<Record<MatchedBy, string>> = {
  parcel_number: 'parcel number',
  street_address: 'street address',
};

/** Records of the parcel itself as one section; none where no register here could be asked exactly. */
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
      ...(entries.length === 0 && { note: 'The registers that could be asked exactly hold nothing under it.' }),
      entries: entries.slice(0, maxOnParcel),
      searchExtent: `${ways.length > 0 ? `by ${ways.join(' and ')}` : 'not asked'}, all dates: ${[...new Set(names)].join(', ') || 'no register answered'}`,
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
): ReportSection[] {
  const lanes = [...new Set(outcomes.map(({ lane }) => lane))];
  return lanes.flatMap((lane): ReportSection[] => {
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
