import { groupBy } from '../../../kernel/group.ts';
import { sentence as asSentence } from '../../../kernel/text.ts';
import {
  type Block,
  type Cell,
  type Column,
  folded,
  type Line,
  list,
  run,
  table,
  text,
} from '../../../reports/document.ts';
import type { LedgerEntry, SectionOf } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { clockAt, moment, noteOf, sourceDateOf, spoken, stateWords, webAddress } from '../../../reports/words.ts';
import { plural } from '../compose/words.ts';
import { sentence, type View } from './view.ts';

const whereWords = ({ area, period, recordScope }: LedgerEntry, view: View) =>
  sentence([area, period, recordScope].filter(Boolean).join('; '), view);

const counted = ({ label, count }: LedgerEntry) =>
  count === undefined || count === 0 ? label : `${label} (${grouped(count)})`;

/** The numbers of what was read for a line of the ledger, else the names of the sources. */
function sourceRuns(entries: readonly LedgerEntry[], view: View): Line {
  const marks = new Map(entries.flatMap(({ label }) => view.marks.usedFor(label)).map((mark) => [mark.text, mark]));
  if (marks.size > 0) return [...marks.values()];
  const names = new Map(entries.flatMap(({ source, sourceUrl }) => (source ? [[source, sourceUrl] as const] : [])));
  return [...names].flatMap(([name, url], at) => [run(at > 0 ? ', ' : ''), run(name, undefined, webAddress(url))]);
}

interface Lines {
  readonly first: LedgerEntry;
  readonly some: readonly LedgerEntry[];
}

function together(entries: readonly LedgerEntry[], view: View): readonly Lines[] {
  const keyOf = (entry: LedgerEntry) => `${whereWords(entry, view)} ${entry.reason ?? ''} ${stateWords(entry)}`;
  return [...groupBy(entries, keyOf).values()].flatMap((some) => some.slice(0, 1).map((first) => ({ first, some })));
}

/** What was searched and brought nothing: what, where and when, in which source. */
export const nothingFound = (entries: readonly LedgerEntry[], view: View): Block[] =>
  table(
    'Searched, nothing found',
    together(
      entries.filter(({ status }) => status === 'empty'),
      view,
    ),
    [
      ['What', 24, ({ some }) => some.map(({ label }) => label).join(', ')],
      ['Where and when', 36, ({ first }) => whereWords(first, view)],
      ['Source', 40, ({ some }) => [sourceRuns(some, view)]],
    ],
    { quiet: true, small: true },
  );

const isWhole = ({ status, complete, stale }: LedgerEntry) => status === 'covered' && complete && !stale;

function sourceLine({ first, some }: Lines, view: View): Line {
  const { status, reason } = first;
  return [
    ...(isWhole(first) ? [] : [{ text: stateWords(first), style: 'strong' as const, status }, run(' ')]),
    ...(status === 'covered' ? sourceRuns(some, view) : []),
    ...(reason ? [run(`${status === 'covered' ? ' ' : ''}${sentence(asSentence(reason), view)}`)] : []),
  ];
}

const ledgerTable = (entries: readonly LedgerEntry[], caption: string, view: View): Block[] =>
  table(
    caption,
    together(entries, view),
    [
      ['Checked', 36, ({ some }) => some.map(counted).join(', ')],
      ['Where and when', 38, ({ first }) => whereWords(first, view)],
      ['Source, or what is missing', 26, (lines) => [sourceLine(lines, view)]],
    ],
    { quiet: true, small: true },
  );

/** What was checked: open what is missing or not whole, with the reason; folded what brought all of it. */
export function ledgerBlocks(entries: readonly LedgerEntry[], view: View): Block[] {
  const short = entries.filter((entry) => entry.status !== 'empty' && !isWhole(entry));
  const whole = entries.filter(isWhole);
  const words = `${plural(whole.length, 'line')} of what brought data, with area, period and source`;
  return [
    ...ledgerTable(short, 'What is missing or not whole', view),
    ...(whole.length > 0 ? [folded(words, ledgerTable(whole, 'What brought data', view))] : []),
  ];
}

/** The limits of the report, by the part that they are said of; each once. */
export const limitBlocks = (limits: SectionOf<'limits'>['limits'], view: View): Block[] =>
  list(
    [...groupBy(limits, ({ of }) => of.join(', '))].map(
      ([of, some]): Cell => [
        [run(`${of}: `, 'strong'), run(some.map(({ text: words }) => ended(sentence(words, view))).join(' '))],
      ],
    ),
    { small: true },
  );

const ended = (text: string) => (/[.!?"\u201d]$/.test(text) ? text : `${text}.`);

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
export function sourceBlocks(view: View): Block[] {
  const { marks, zone, generatedAt } = view;
  const dayIn = (at: string) => (zone === undefined ? at.slice(0, 10) : clockAt(at, zone).day);
  const made = dayIn(generatedAt);
  const sources = marks.all();
  const read = sources.flatMap(({ citation }) => citation.fetchedAt ?? []);
  const today = read.filter((at) => dayIn(at) === made).sort();
  const licenses = sources.flatMap(({ citation }) => citation.licenseNote ?? []);
  const [license] = licenses;
  const oneLicense = new Set(licenses).size === 1 && licenses.length > 1;
  const notes = [...(today.length > 0 ? [readingNote(today, zone)] : []), ...(oneLicense && license ? [license] : [])];
  const columns: readonly Column<(typeof sources)[number]>[] = [
    ['No.', 6, ({ number }) => String(number)],
    [
      'Source',
      70,
      ({ citation: { sourceName, sourceUrl, fetchedAt, licenseNote } }) => [
        [
          run(sourceName, undefined, webAddress(sourceUrl)),
          ...(licenseNote && !oneLicense ? [run(`; ${licenseNote}`, 'muted')] : []),
          ...(fetchedAt && dayIn(fetchedAt) !== made ? [run(`; read ${moment(fetchedAt, zone)}`, 'muted')] : []),
        ],
      ],
    ],
    ["Source's own date", 24, ({ citation: { sourceDate } }) => (sourceDate ? sourceDateOf(sourceDate) : '')],
  ];
  return [...noteOf(notes.join(' ')), ...table('Sources', sources, columns, { quiet: true, small: true })];
}

/** How many requests were sent to sources and how they ended; the data form lists each of them. */
export function queriedBlocks({ asked: queried }: SectionOf<'evidence'>): Block[] {
  const ended = [...groupBy(queried, ({ outcome }) => outcome)].map(
    ([outcome, some]) => `${spoken(outcome).toLowerCase()} ${grouped(some.length)}`,
  );
  return [
    text([
      run(`${plural(queried.length, 'question')} to sources${ended.length > 0 ? `: ${ended.join(', ')}` : ''}. `),
      run('Address, time and SHA-256 of each answer stand in the data form.'),
    ]),
  ];
}
