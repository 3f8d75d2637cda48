import type { PlaceRecord } from '../../../kernel/record.ts';
import { type Block, type Cell, muted, plain, quote, type RowGroup, run } from '../../../reports/document.ts';
import type { LedgerEntry, ReportFact, SectionOf } from '../../../reports/sections.ts';
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

/** Neighboring rows with the same source become one group, so that the source stands beside all of them once. */
export function bySource<T>(
  items: readonly T[],
  source: (item: T) => Cell,
  row: (item: T) => readonly Cell[],
): RowGroup[] {
  const groups: { rows: (readonly Cell[])[]; shared: Cell; key: string }[] = [];
  for (const item of items) {
    const shared = source(item);
    const key = JSON.stringify(shared);
    const last = groups[groups.length - 1];
    if (last?.key === key && last.rows.length < maxTogether) last.rows.push(row(item));
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
export function factTable(facts: readonly ReportFact[], caption: string, quiet = true): Block {
  return {
    kind: 'table',
    caption,
    quiet,
    columns: [
      { title: 'What', width: 26 },
      { title: 'Value in the source', width: 36 },
      { title: 'Source and dates', width: 38 },
    ],
    groups: bySource(
      facts,
      ({ citation }) => sourceCell(citation),
      (fact) => [[plain(fact.label)], valueCell(fact)],
    ),
  };
}

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
export function recordTable(records: readonly PlaceRecord[], caption: string): Block {
  return {
    kind: 'table',
    caption,
    quiet: true,
    columns: [
      { title: 'Date in the source', width: 15 },
      { title: 'Text of the record', width: 40 },
      { title: 'Where', width: 18 },
      { title: 'Source and dates', width: 27 },
    ],
    groups: bySource(records, recordSource, (record) => [
      [plain(dayOf(record.occurredAt))],
      recordCell(record),
      whereCell(record),
    ]),
  };
}

/** What was checked, line by line: the found and the missing in one table. */
export function ledgerTable(entries: readonly LedgerEntry[]): Block {
  return {
    kind: 'table',
    caption: 'Everything that was checked',
    quiet: true,
    small: true,
    columns: [
      { title: 'Checked', width: 17 },
      { title: 'State', width: 15 },
      { title: 'Search extent', width: 26 },
      { title: 'Source, or the reason', width: 42 },
    ],
    groups: entries.map((entry) => {
      const { label, status, area, period, recordScope, count, source, sourceUrl, reason } = entry;
      const records = count === undefined ? '' : `, ${grouped(count)} ${count === 1 ? 'record' : 'records'}`;
      return {
        rows: [
          [
            [plain(label)],
            [[{ text: stateWords(entry), style: 'strong', status }, run(records)]],
            [plain([area, period, recordScope].filter(Boolean).join('; '))],
            [
              ...(source ? [[run(source, undefined, webAddress(sourceUrl))]] : []),
              ...(reason ? [plain(readable(reason))] : []),
            ],
          ],
        ],
      };
    }),
  };
}

/** Dated entries, newest first. */
export function timelineTable({ entries }: SectionOf<'timeline'>): Block {
  return {
    kind: 'table',
    caption: 'Dated entries, newest first',
    quiet: true,
    small: true,
    columns: [
      { title: 'Date', width: 12 },
      { title: 'What', width: 46 },
      { title: 'Source and dates', width: 42 },
    ],
    groups: bySource(
      entries,
      ({ citation: { recordId: _id, recordUrl: _url, ...citation } }) => [sourceLine(citation)],
      ({ date, label, quoted }) => [
        [plain(date)],
        [quoted ? [run(`${capital(label)}: `), quote(quoted)] : plain(capital(label))],
      ],
    ),
  };
}

/** Every source with its dates and what it was used for; where a source gives no date, it is said here. */
export function sourceTable({ sources }: SectionOf<'sources'>): Block {
  return {
    kind: 'table',
    caption: 'Sources of this report',
    quiet: true,
    small: true,
    columns: [
      { title: 'Source', width: 49 },
      { title: 'Source date', width: 13 },
      { title: 'Read', width: 16 },
      { title: 'Used for', width: 22 },
    ],
    groups: sources.map(({ citation: { sourceName, sourceUrl, sourceDate, fetchedAt, licenseNote }, usedFor }) => ({
      rows: [
        [
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
        ],
      ],
    })),
  };
}
