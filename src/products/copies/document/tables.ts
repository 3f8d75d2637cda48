import type { PlaceRecord } from '../../../kernel/record.ts';
import {
  apart,
  type Block,
  type Cell,
  muted,
  plain,
  quote,
  type RowGroup,
  run,
  table,
} from '../../../reports/document.ts';
import type { LedgerEntry, ReportFact, SectionCitation, SectionOf } from '../../../reports/sections.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import {
  capital,
  dayOf,
  moment,
  readable,
  shown,
  sourceCell,
  sourceDateOf,
  sourceLine,
  stateWords,
  webAddress,
} from '../../../reports/words.ts';

const maxTogether = 8;

/** Neighboring rows with the same source become one group, so that the source is beside all of them once. */
export function bySource<T>(
  items: readonly T[],
  source: (item: T) => Cell,
  row: (item: T) => readonly Cell[],
  most = maxTogether,
): RowGroup[] {
  const groups: { rows: (readonly Cell[])[]; shared: Cell; key: string }[] = [];
  for (const item of items) {
    const shared = source(item);
    const key = JSON.stringify(shared);
    const last = groups[groups.length - 1];
    if (last?.key === key && last.rows.length < most) last.rows.push(row(item));
    else groups.push({ rows: [row(item)], shared, key });
  }
  return groups.map(({ rows, shared }) => ({ rows, shared }));
}

const maxStrong = 40;

/** A value as its source gives it, a short one set off, with the publisher's own note under it. */
function valueCell({ value, unit, note }: ReportFact): Cell {
  const text = shown(valueText(value, unit));
  return [[run(text, text.length > maxStrong ? undefined : 'strong')], ...(note ? [muted(readable(note))] : [])];
}

/** Facts: what, value, source and dates. */
export const factTable = (facts: readonly ReportFact[], caption: string): Block[] =>
  table(
    caption,
    { What: 26, 'Value in the source': 36, 'Source and dates': 38 },
    bySource(
      facts,
      ({ citation }) => sourceCell(citation),
      (fact) => [[plain(fact.label)], valueCell(fact)],
    ),
    { quiet: true },
  );

const precisionWords: Readonly<Record<PlaceRecord['locationPrecision'], string>> = {
  exact: 'placed at its own position',
  block: 'placed to the block',
  area: 'placed to an area',
  unknown: 'position unknown',
};

function whereCell({ distanceMeters, distanceBucket, locationPrecision }: PlaceRecord): Cell {
  const distance = distanceMeters !== undefined ? `${grouped(Math.round(distanceMeters))} m away` : distanceBucket;
  return [...(distance ? [plain(distance)] : []), muted(precisionWords[locationPrecision])];
}

function recordCell({ title, status, description, source: { recordId, recordUrl } }: PlaceRecord): Cell {
  return [
    [quote(title)],
    ...(status ? [[run('Status ', 'muted'), quote(status)]] : []),
    ...(description ? [[quote(description)]] : []),
    ...(recordId ? [[run('Record ', 'muted'), run(recordId, 'muted', webAddress(recordUrl))]] : []),
  ];
}

function recordSource({ source: { sourceName, sourceUrl, fetchedAt } }: PlaceRecord): Cell {
  return [
    [run(sourceName, undefined, webAddress(sourceUrl))],
    muted(fetchedAt ? `Read ${moment(fetchedAt)}` : 'No reading date given'),
  ];
}

/** Records: date, quoted text, place, source. */
export const recordTable = (records: readonly PlaceRecord[], caption: string): Block[] =>
  table(
    caption,
    { 'Date in the source': 15, 'Text of the record': 40, Where: 18, 'Source and dates': 27 },
    bySource(records, recordSource, (record) => [
      [plain(dayOf(record.occurredAt))],
      recordCell(record),
      whereCell(record),
    ]),
    { quiet: true },
  );

function ledgerRow(entry: LedgerEntry): readonly Cell[] {
  const { label, status, area, period, recordScope, count, source, sourceUrl, reason } = entry;
  const records = count === undefined ? '' : `, ${grouped(count)} ${count === 1 ? 'record' : 'records'}`;
  return [
    [plain(label)],
    [[{ text: stateWords(entry), style: 'strong', status }, run(records)]],
    [plain([area, period, recordScope].filter(Boolean).join('; '))],
    [
      ...(source ? [[run(source, undefined, webAddress(sourceUrl))]] : []),
      ...(reason ? [plain(readable(reason))] : []),
    ],
  ];
}

/** What was checked, line by line: the found and the missing in one table. */
export const ledgerTable = (entries: readonly LedgerEntry[]): Block[] =>
  table(
    'Everything that was checked',
    { Checked: 17, State: 15, 'Search extent': 26, 'Source, or the reason': 42 },
    apart(entries.map(ledgerRow)),
    { quiet: true, small: true },
  );

/** Dated entries, newest first. */
export const timelineTable = (entries: SectionOf<'timeline'>['entries']): Block[] =>
  table(
    'Dated entries, newest first',
    { Date: 12, What: 46, 'Source and dates': 42 },
    bySource(
      entries,
      ({ citation: { recordId: _id, recordUrl: _url, ...citation } }) => [sourceLine(citation)],
      ({ date, label, quoted }) => [
        [plain(date)],
        [quoted ? [run(`${capital(label)}: `), quote(quoted)] : plain(capital(label))],
      ],
    ),
    { quiet: true, small: true },
  );

interface Source {
  readonly citation: SectionCitation;
  readonly usedFor: readonly string[];
}

function sourceRow({ citation, usedFor }: Source): readonly Cell[] {
  const { sourceName, sourceUrl, sourceDate, fetchedAt, licenseNote } = citation;
  return [
    [
      [
        run(sourceName, undefined, webAddress(sourceUrl)),
        run(` \u00b7 ${URL.canParse(sourceUrl) ? new URL(sourceUrl).host : sourceUrl}`, 'muted'),
      ],
      ...(licenseNote ? [muted(licenseNote)] : []),
    ],
    [sourceDate ? plain(sourceDateOf(sourceDate)) : muted('No date given')],
    [plain(moment(fetchedAt))],
    [plain(usedFor.join(', '))],
  ];
}

/** Every source with its dates and what it was used for; where a source gives no date, it is said here. */
export const sourceTable = (sources: readonly Source[]): Block[] =>
  table(
    'Sources of this report',
    { Source: 49, 'Source date': 13, Read: 16, 'Used for': 22 },
    apart(sources.map(sourceRow)),
    { quiet: true, small: true },
  );
