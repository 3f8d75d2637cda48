import { hashJson } from '../../kernel/canonical.ts';
import { defined } from '../../kernel/defined.ts';
import { cleanText } from '../../kernel/text.ts';
import type { SectionCitation } from '../../reports/sections.ts';
import type { Change, Remembered, Snapshot } from './schema.ts';

type Value = string | number | boolean;

export interface Listed {
  readonly id: string | undefined;
  readonly fields: Readonly<Record<string, Value | undefined>>;
  readonly date?: string | undefined;
  readonly recordUrl?: string | undefined;
}

export interface Listing {
  readonly records: readonly Listed[];
  /** False where the list was cut: what is missing in it may be there. */
  readonly isWhole: boolean;
  readonly citation: SectionCitation;
  /** The register keeps nothing older than this day; undefined: it keeps everything. */
  readonly keptSince: string | undefined;
}

/** Fields that tell where a record is shown and not what it says: a register redraws them without a change in the record. */
const notKept: ReadonlySet<string> = new Set(['latitude', 'longitude', 'recordUrl']);

const keptFields = (fields: Listed['fields']): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || notKept.has(name) ? [] : [[name, value]],
    ),
  );

/** Records by their number, several rows of one number together; a row without a number is known by what it says. */
export function remember(records: readonly Listed[]): Record<string, Remembered> {
  const rows = new Map<string, { readonly listed: Listed; readonly fields: Record<string, Value> }[]>();
  for (const listed of records) {
    const fields = keptFields(listed.fields);
    const id = listed.id ?? `~${hashJson(fields).slice(0, 24)}`;
    rows.set(id, [...(rows.get(id) ?? []), { listed, fields }]);
  }
  return Object.fromEntries(
    [...rows].map(([id, some]) => {
      const sorted = some.toSorted((a, b) => (hashJson(a.fields) < hashJson(b.fields) ? -1 : 1));
      const first = sorted[0];
      if (!first) throw new Error('a record without rows');
      const { listed, fields } = first;
      const { date, recordUrl } = listed;
      return [
        id,
        defined({ hash: hashJson(sorted.map((row) => row.fields)), fields, rows: sorted.length, date, recordUrl }),
      ];
    }),
  );
}

function headOf(lane: Change['lane'], recordId: string, { fields, date, recordUrl }: Remembered) {
  const named = fields.title ?? fields.type;
  const title = named === undefined ? undefined : cleanText(String(named), 200);
  return defined({
    lane,
    recordId: recordId.startsWith('~') ? 'without a number' : recordId,
    ...{ title, date, recordUrl },
  });
}

function changedFields(before: Remembered, now: Remembered) {
  if (before.rows !== 1 || now.rows !== 1) {
    const count = { field: 'rowCount', from: before.rows, to: now.rows };
    return before.rows === now.rows
      ? [{ field: 'rows', from: before.hash.slice(0, 12), to: now.hash.slice(0, 12) }]
      : [count];
  }
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(now.fields)])].sort();
  return names.flatMap((field) => {
    const [from, to] = [before.fields[field] ?? null, now.fields[field] ?? null];
    return from === to ? [] : [{ field, from, to }];
  });
}

/**
 * What a register lists now against what it was known to list. A cut list takes nothing away, and what was not known
 * because every list so far was cut is not reported as added. What a register drops for its age is no change. Pure.
 *
 * @param known undefined records: it was never read, and this reading is what later ones are held against
 */
export function differenceOf(known: Snapshot, { records, isWhole, citation, keptSince }: Listing) {
  const now = remember(records);
  const before = known.records;
  const snapshot = { ...known, citation, wasWhole: known.wasWhole || isWhole };
  if (!before) return { snapshot: { ...snapshot, records: now }, changes: [], firstSeenCount: 0, agedOutCount: 0 };
  const { lane } = known;
  const changes: Change[] = [];
  let firstSeenCount = 0;
  for (const [id, record] of Object.entries(now)) {
    const was = before[id];
    if (!was && !known.wasWhole) firstSeenCount += 1;
    else if (!was) changes.push({ change: 'added', ...headOf(lane, id, record), citation });
    else if (was.hash !== record.hash)
      changes.push({ change: 'changed', ...headOf(lane, id, record), fields: changedFields(was, record), citation });
  }
  const missing = Object.entries(before).filter(([id]) => !(id in now));
  const aged = missing.filter(([, { date }]) => keptSince !== undefined && (date === undefined || date < keptSince));
  const kept = isWhole ? [] : missing.filter((one) => !aged.includes(one));
  if (isWhole)
    for (const one of missing.filter((each) => !aged.includes(each)))
      changes.push({ change: 'no_longer_listed', ...headOf(lane, one[0], one[1]), citation });
  return {
    snapshot: { ...snapshot, records: { ...Object.fromEntries(kept), ...now } },
    changes,
    firstSeenCount,
    agedOutCount: aged.length,
  };
}
