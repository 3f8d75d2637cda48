import type { PlaceRecord } from '../../../kernel/record.ts';
import { titledColumns } from '../../../reports/column-widths.ts';
import {
  type Block,
  type Cell,
  type Column,
  type Line,
  labeled,
  muted,
  plain,
  quote,
  run,
  table,
  text,
} from '../../../reports/document.ts';
import type { LedgerEntry, ReportFact, ReportTable, SectionCitation, SectionOf } from '../../../reports/sections.ts';
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

/** Rows beside which their source stands once. */
const together = 8;
const maxStrong = 40;

function valueCell({ value, unit, note }: ReportFact): Cell {
  const text = shown(valueText(value, unit));
  return [[run(text, text.length > maxStrong ? undefined : 'strong')], ...(note ? [muted(readable(note))] : [])];
}

const factColumns: readonly Column<ReportFact>[] = [
  ['What', 26, ({ label }) => label],
  ['Value in the source', 36, valueCell],
  ['Source and dates', 38, ({ citation }) => sourceCell(citation)],
];

/** Facts: what, value, source and dates. */
export const factTable = (facts: readonly ReportFact[], caption: string): Block[] =>
  table(caption, facts, factColumns, { quiet: true, together });

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

const recordColumns: readonly Column<PlaceRecord>[] = [
  ['Date in the source', 15, ({ occurredAt }) => dayOf(occurredAt)],
  ['Text of the record', 40, recordCell],
  ['Where', 18, whereCell],
  [
    'Source and dates',
    27,
    ({ source: { sourceName, sourceUrl, fetchedAt } }) => [
      [run(sourceName, undefined, webAddress(sourceUrl))],
      muted(fetchedAt ? `Read ${moment(fetchedAt)}` : 'No reading date given'),
    ],
  ],
];

/** Records: date, quoted text, place, source. */
export const recordTable = (records: readonly PlaceRecord[], caption: string): Block[] =>
  table(caption, records, recordColumns, { quiet: true, together });

/** How many records a line of the ledger counts: "1 record". */
export const countWords = (count: number) => `${grouped(count)} ${count === 1 ? 'record' : 'records'}`;

/** Where, when and for what was searched. */
export const extentWords = ({ area, period, recordScope }: Pick<LedgerEntry, 'area' | 'period' | 'recordScope'>) =>
  [area, period, recordScope].filter(Boolean).join('; ');

const ledgerColumns: readonly Column<LedgerEntry>[] = [
  ['Checked', 17, ({ label }) => label],
  [
    'State',
    15,
    (entry) => {
      const count = entry.count === undefined ? '' : `, ${countWords(entry.count)}`;
      return [[{ text: stateWords(entry), style: 'strong', status: entry.status }, run(count)]];
    },
  ],
  ['Search extent', 26, extentWords],
  [
    'Source, or the reason',
    42,
    ({ source, sourceUrl, reason }) => [
      ...(source ? [[run(source, undefined, webAddress(sourceUrl))]] : []),
      ...(reason ? [plain(readable(reason))] : []),
    ],
  ],
];

/** What was checked, line by line: the found and the missing in one table. */
export const ledgerTable = (entries: readonly LedgerEntry[]): Block[] =>
  table('Everything that was checked', entries, ledgerColumns, { quiet: true, small: true });

const timelineColumns: readonly Column<SectionOf<'timeline'>['entries'][number]>[] = [
  ['Date', 12, ({ date }) => date],
  ['What', 46, ({ label, quoted }) => [quoted ? [run(`${capital(label)}: `), quote(quoted)] : plain(capital(label))]],
  ['Source and dates', 42, ({ citation }) => [sourceLine(wholeSource(citation))]],
];

/** Dated entries, newest first. */
export const timelineTable = (entries: SectionOf<'timeline'>['entries']): Block[] =>
  table('Dated entries, newest first', entries, timelineColumns, { quiet: true, small: true, together });

interface Source {
  readonly citation: SectionCitation;
  readonly usedFor: readonly string[];
}

function sourceLines({ citation: { sourceName, sourceUrl, licenseNote } }: Source): Cell {
  const host = URL.canParse(sourceUrl) ? new URL(sourceUrl).host : sourceUrl;
  return [
    [run(sourceName, undefined, webAddress(sourceUrl)), run(` \u00b7 ${host}`, 'muted')],
    ...(licenseNote ? [muted(licenseNote)] : []),
  ];
}

const sourceColumns: readonly Column<Source>[] = [
  ['Source', 49, sourceLines],
  [
    'Source date',
    13,
    ({ citation: { sourceDate } }) => [sourceDate ? plain(sourceDateOf(sourceDate)) : muted('No date given')],
  ],
  ['Read', 16, ({ citation }) => moment(citation.fetchedAt)],
  ['Used for', 22, ({ usedFor }) => usedFor.join(', ')],
];

/** Every source with its dates and what it was used for; where a source gives no date, it is said here. */
export const sourceTable = (sources: readonly Source[]): Block[] =>
  table('Sources of this report', sources, sourceColumns, { quiet: true, small: true });

type Row = ReportTable['rows'][number];

/** A source without the record that is cited of it. */
export const wholeSource = ({ recordId: _id, recordUrl: _url, ...source }: SectionCitation): SectionCitation => source;

const named = /^([^:;]+: )(.+)$/s;

/** The values without a column of their own, "Depth: 84 ft; Altitude: 315 ft", with their names set back. */
function furtherLine(words: string): Line {
  return words.split(/; (?=\p{Lu}[^:;]{0,60}: )/u).flatMap((part, index) => {
    const [, name = '', value = part] = named.exec(part) ?? [];
    return [run(`${index > 0 ? '; ' : ''}${name}`, 'muted'), run(shown(value))];
  });
}

export const cellText = (value: Row['cells'][number] | undefined, unit: string | undefined): string =>
  value === null || value === undefined ? '' : valueText(value, unit);

/** A list of rows. One source is named once above it, several beside their rows. */
export function rowTable({ label, columns, rows, leftOut }: ReportTable): Block[] {
  const [first] = rows;
  if (!first) return [];
  const isOneSource = new Set(rows.map(({ citation }) => JSON.stringify(wholeSource(citation)))).size === 1;
  const isOneRecord = new Set(rows.map(({ citation }) => citation.recordId)).size === 1;
  const cellOf = ({ cells, citation: { recordId, recordUrl } }: Row, index: number): Cell => {
    const { key, unit } = columns[index] ?? { key: '' };
    const words = cellText(cells[index], unit);
    // a row without a number leads to its record by what it names first
    const page = key === 'url' ? webAddress(words) : index === 0 && !recordId ? webAddress(recordUrl) : undefined;
    const line = key === 'further' ? furtherLine(words) : [run(shown(words), undefined, page)];
    const record: Line = [run('Record ', 'muted'), run(recordId ?? '', 'muted', webAddress(recordUrl))];
    return index === 0 && isOneSource && !isOneRecord && recordId ? [line, record] : [line];
  };
  const own = titledColumns(
    columns.map(({ label: title, unit }, index) => ({
      title,
      texts: rows.map(({ cells }) => cellText(cells[index], unit)),
    })),
  ).map(({ title, width }, index): Column<Row> => [title, width, (row) => cellOf(row, index)]);
  const source = labeled('Source', ...sourceLine(isOneRecord ? first.citation : wholeSource(first.citation)));
  const beside: Column<Row> = ['Source and dates', 30, ({ citation }) => sourceCell(citation)];
  const more = `${grouped(leftOut)} more ${leftOut === 1 ? 'row is' : 'rows are'} in the tool's own answer.`;
  return [
    ...(isOneSource
      ? table(label, rows, own, { named: true, source })
      : table(label, rows, [...own, beside], { named: true, together })),
    ...(leftOut > 0 ? [text(more, 'note')] : []),
  ];
}
