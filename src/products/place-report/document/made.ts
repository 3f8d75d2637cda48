import { sentence as asSentence } from '../../../kernel/text.ts';
import { type Block, type Cell, folded, type Line, plain, run } from '../../../reports/document.ts';
import type { LedgerEntry, SectionOf } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { clockAt, moment, noteOf, sourceDateOf, spoken, stateWords, webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { ReportView } from './view.ts';
import { sentence } from './view.ts';

const whereWords = ({ area, period, recordScope }: LedgerEntry, view: ReportView) =>
  sentence([area, period, recordScope].filter(Boolean).join('; '), view);

const counted = ({ label, count }: LedgerEntry) =>
  count === undefined || count === 0 ? label : `${label} (${grouped(count)})`;

/** The numbers of what was read for a line of the ledger, else the names of what was asked. */
function sourceRuns(entries: readonly LedgerEntry[], view: ReportView): Line {
  const marks = new Map(entries.flatMap(({ label }) => view.marks.usedFor(label)).map((mark) => [mark.text, mark]));
  if (marks.size > 0) return [...marks.values()];
  const names = new Map(entries.flatMap(({ source, sourceUrl }) => (source ? [[source, sourceUrl] as const] : [])));
  return [...names].flatMap(([name, url], at) => [run(at > 0 ? ', ' : ''), run(name, undefined, webAddress(url))]);
}

/** Lines that were searched in the same place, period and scope stand together. */
function together(entries: readonly LedgerEntry[], view: ReportView): readonly (readonly LedgerEntry[])[] {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const key = `${whereWords(entry, view)} ${entry.reason ?? ''} ${stateWords(entry)}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

/** What was searched and brought nothing: what, where and when, in which source. */
export function nothingFound(entries: readonly LedgerEntry[], view: ReportView): Block[] {
  const empty = entries.filter(({ status }) => status === 'empty');
  if (empty.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'Searched, nothing found',
      quiet: true,
      small: true,
      columns: [
        { title: 'What', width: 24 },
        { title: 'Where and when', width: 36 },
        { title: 'Source', width: 40 },
      ],
      groups: together(empty, view).flatMap((some) => {
        const [first] = some;
        return first
          ? [
              {
                rows: [
                  [
                    [plain(some.map(({ label }) => label).join(', '))],
                    [plain(whereWords(first, view))],
                    [sourceRuns(some, view)],
                  ],
                ],
              },
            ]
          : [];
      }),
    },
  ];
}

const isWhole = ({ status, complete, stale }: LedgerEntry) => status === 'covered' && complete && !stale;

function ledgerTable(entries: readonly LedgerEntry[], caption: string, view: ReportView): Block {
  return {
    kind: 'table',
    caption,
    quiet: true,
    small: true,
    columns: [
      { title: 'Checked', width: 36 },
      { title: 'Where and when', width: 38 },
      { title: 'Source, or what is missing', width: 26 },
    ],
    groups: together(entries, view).flatMap((some) => {
      const [first] = some;
      if (!first) return [];
      const { status, reason } = first;
      const cell: Cell = [
        [
          ...(isWhole(first) ? [] : [{ text: stateWords(first), style: 'strong' as const, status }, run(' ')]),
          ...(status === 'covered' ? sourceRuns(some, view) : []),
          ...(reason ? [run(`${status === 'covered' ? ' ' : ''}${sentence(asSentence(reason), view)}`)] : []),
        ],
      ];
      return [{ rows: [[[plain(some.map(counted).join(', '))], [plain(whereWords(first, view))], cell]] }];
    }),
  };
}

/** What was checked: open what is missing or not whole, with the reason; folded what brought all that was asked for. */
export function ledgerBlocks(entries: readonly LedgerEntry[], view: ReportView): Block[] {
  const short = entries.filter((entry) => entry.status !== 'empty' && !isWhole(entry));
  const whole = entries.filter(isWhole);
  return [
    ...(short.length > 0 ? [ledgerTable(short, 'What is missing or not whole', view)] : []),
    ...(whole.length > 0
      ? [
          folded(`${plural(whole.length, 'line')} of what brought data, with area, period and source`, [
            ledgerTable(whole, 'What brought data', view),
          ]),
        ]
      : []),
  ];
}

/** The limits of the report, by the part that they are said of; each once. */
export function limitBlocks(limits: SectionOf<'limits'>['limits'], view: ReportView): Block[] {
  const groups = new Map<string, string[]>();
  for (const { text, of } of limits) groups.set(of.join(', '), [...(groups.get(of.join(', ')) ?? []), text]);
  if (groups.size === 0) return [];
  return [
    {
      kind: 'list',
      ordered: false,
      small: true,
      items: [...groups].map(
        ([of, texts]): Cell => [
          [run(`${of}: `, 'strong'), run(texts.map((text) => ended(sentence(text, view))).join(' '))],
        ],
      ),
    },
  ];
}

const ended = (text: string) => (/[.!?"\u201d]$/.test(text) ? text : `${text}.`);

/** On which day and between which times the sources were read, on the clock of the place. */
function readingNote(times: readonly string[], zone: string | undefined): string {
  const [first = '', last = first] = [times[0], times.at(-1)];
  if (moment(first) === moment(last)) return `Read ${moment(first, zone)}, unless another day is given.`;
  if (zone === undefined) return `Read ${moment(first)} to ${moment(last)}.`;
  const [from, to] = [clockAt(first, zone), clockAt(last, zone)];
  if (from.day !== to.day) return `Read ${moment(first, zone)} to ${moment(last, zone)}.`;
  const span = from.time === to.time ? from.time : `${from.time} to ${to.time}`;
  return `Read ${from.day}, ${span} ${from.zone}, unless another day is given.`;
}

/** Every source with its number, its dates and its terms; a source without a date gives none. */
export function sourceBlocks(view: ReportView): Block[] {
  const { marks, zone, report } = view;
  const dayIn = (text: string) => (zone === undefined ? text.slice(0, 10) : clockAt(text, zone).day);
  const made = dayIn(report.generatedAt);
  const read = marks.all().flatMap(({ citation }) => citation.fetchedAt ?? []);
  const today = read.filter((text) => dayIn(text) === made).sort();
  const licenses = marks.all().flatMap(({ citation }) => citation.licenseNote ?? []);
  const [license] = licenses;
  const oneLicense = new Set(licenses).size === 1 && licenses.length > 1;
  return [
    ...noteOf(
      [...(today.length > 0 ? [readingNote(today, zone)] : []), ...(oneLicense && license ? [license] : [])].join(' '),
    ),
    {
      kind: 'table',
      caption: 'Sources',
      quiet: true,
      small: true,
      columns: [
        { title: 'No.', width: 6 },
        { title: 'Source', width: 70 },
        { title: "Source's own date", width: 24 },
      ],
      groups: marks.all().map(({ number, citation }) => {
        const { sourceName, sourceUrl, sourceDate, fetchedAt, licenseNote } = citation;
        const other = fetchedAt && dayIn(fetchedAt) !== made ? `; read ${moment(fetchedAt, zone)}` : '';
        return {
          rows: [
            [
              [plain(String(number))],
              [
                [
                  run(sourceName, undefined, webAddress(sourceUrl)),
                  ...(licenseNote && !oneLicense ? [run(`; ${licenseNote}`, 'muted')] : []),
                  ...(other ? [run(other, 'muted')] : []),
                ],
              ],
              [plain(sourceDate ? sourceDateOf(sourceDate) : '')],
            ],
          ],
        };
      }),
    },
  ];
}

/** How many questions were put to sources and how they ended; each of them stands in the data form and the bundle. */
export function askedBlocks({ asked }: SectionOf<'evidence'>, view: ReportView): Block[] {
  const { access } = view.report;
  const outcomes = new Map<string, number>();
  for (const { outcome } of asked) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const ended = [...outcomes].map(([outcome, count]) => `${spoken(outcome).toLowerCase()} ${grouped(count)}`);
  return [
    {
      kind: 'text',
      line: [
        run(`${plural(asked.length, 'question')} to sources${ended.length > 0 ? `: ${ended.join(', ')}` : ''}. `),
        run(
          `Address, time and SHA-256 of each answer stand in the data form${access?.bundle ? ' and the evidence bundle' : ''}.`,
        ),
      ],
    },
  ];
}
