import { distanceMeters } from '../../../geometry/geo.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { defined } from '../../../kernel/defined.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { cleanText } from '../../../kernel/text.ts';
import { type LaneRow, recordOfRow } from '../../../places/lanes/reader.ts';
import { statesUnit } from '../../../places/lanes/street.ts';
import type { Lane } from '../../../places/schema/jurisdiction.ts';
import type { MatchedBy, RecordEntry } from '../../../reports/sections.ts';
import { caseStatus } from '../../../rules/case-status-words.ts';
import { statusMeaning } from '../../../rules/permit-status-words.ts';
import { sectionCitation } from '../compose/facts.ts';
import { laneTitle } from '../compose/words.ts';
import type { ExactReading } from './exact.ts';

export interface EntryRow {
  readonly row: LaneRow;
  readonly lane: Lane;
  readonly cardId: string;
  readonly citation: Citation;
  readonly by?: readonly MatchedBy[];
  /** Where distances are measured from; absent for a place that is none to measure from. */
  readonly from?: GeoPoint | undefined;
  /** Unit of the queried address. */
  readonly unit?: string | undefined;
}

const maxTitle = 300;

/** One row of a lane as an entry of the report; `id` is that of the published record of the same row. */
export function entryOf({ row, lane, cardId, citation, by, from, unit }: EntryRow): RecordEntry {
  const fields = row.fields as Readonly<Record<string, unknown>>;
  const text = (name: string) => {
    const value = fields[name];
    return value === undefined || value === '' ? undefined : cleanText(String(value), maxTitle) || undefined;
  };
  const named = [text('title'), text('type'), text('deedType'), text('documentType')].find((one) => one !== undefined);
  const status = text('status');
  const date = row.occurredAt ?? text('submittedYear');
  const price = fields.price ?? fields.estimatedCost;
  const meaning =
    status === undefined ? undefined : (statusMeaning(cardId, status) ?? caseStatus(cardId, status))?.meaning;
  const title = named ?? laneTitle(lane);
  return defined({
    id: `${cardId}:${row.recordId ?? cleanText(`${date ?? ''} ${title}`, 80)}`,
    lane,
    title,
    date: date?.slice(0, 10),
    status,
    statusMeaning: meaning,
    amount: typeof price === 'number' && price > 0 ? { value: price, unit: 'USD' as const } : undefined,
    onParcel: by !== undefined,
    of: by && unit ? (statesUnit(fields.address, unit) ? ('unit' as const) : ('building' as const)) : undefined,
    matchedBy: by && [...by],
    distanceMeters: from && row.point && Math.round(distanceMeters(from, row.point)),
    citation: sectionCitation({ ...citation, ...recordOfRow(row) }),
  });
}

export const newestFirst = (a: RecordEntry, b: RecordEntry): number =>
  (b.date ?? '').localeCompare(a.date ?? '', 'en') || a.id.localeCompare(b.id, 'en');

/** The rows of one register as entries, in its own order. */
export const entriesOf = ({ configured, rows, citation, lane }: ExactReading, unit?: string): readonly RecordEntry[] =>
  citation ? rows.map(({ row, by }) => entryOf({ row, by, lane, citation, unit, cardId: configured.card.id })) : [];

const unitFirst = (a: RecordEntry, b: RecordEntry) => Number(b.of === 'unit') - Number(a.of === 'unit');

/** Everything that carries the parcel's own number or address: the unit's own records first, then the newest. */
export const parcelEntries = (exact: readonly ExactReading[], unit?: string): readonly RecordEntry[] => [
  ...new Map(
    exact
      .flatMap((one) => entriesOf(one, unit))
      .sort((a, b) => unitFirst(a, b) || newestFirst(a, b))
      .map((entry) => [entry.id, entry] as const),
  ).values(),
];
