import { groupBy } from '../../../kernel/group.ts';
import type { SubjectView } from '../../../kernel/subject.ts';
import {
  type Block,
  type BlockOf,
  type Cell,
  item,
  type Line,
  labeled,
  list,
  muted,
  plain,
  type ReportDocument,
  run,
  type Section,
  section,
  text,
} from '../../../reports/document.ts';
import type { LedgerEntry, ReportFact, ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { moment, readable, stateWords, webAddress } from '../../../reports/words.ts';
import { precisionWords } from '../../shared/compose/words.ts';
import { reportPath } from '../../shared/copies/names.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { calendarText } from '../calendar.ts';
import { rowTable } from './row-table.ts';
import { factTable, ledgerTable, sourceTable } from './tables.ts';

type Place = Pick<SubjectView, 'input' | 'resolved' | 'precision' | 'areaKind' | 'latitude' | 'longitude'> &
  Pick<SubjectView, 'zip' | 'countyName' | 'state'>;

/** Which place it is about, and how it is known. */
export function placeCells(subject: Place): Cell[] {
  const { input, resolved, latitude, longitude, zip, countyName, state } = subject;
  return [
    ...item('Asked for', input, 'quote'),
    ...item('Matched as', resolved, 'strong'),
    ...item('How it is known', precisionWords(subject), 'strong'),
    ...item('ZIP', zip, 'strong'),
    ...item('County', [countyName, state].filter(Boolean).join(', '), 'strong'),
    ...(latitude === undefined || longitude === undefined ? [] : item('Point', `${latitude}, ${longitude}`, 'strong')),
  ];
}

type Side = BlockOf<'pair'>['sides'][number];

/** The place beside other columns. */
export const pair = (place: readonly Cell[], others: readonly Side[]): Block => ({
  kind: 'pair',
  sides: [...(place.length > 0 ? [{ title: 'The place', items: place, none: '' }] : []), ...others],
});

const counted = ({ count }: LedgerEntry) => (count ? `${grouped(count)} ${count === 1 ? 'record' : 'records'}` : '');
const label = (entry: LedgerEntry) => `${entry.label}${entry.count ? ` (${counted(entry)})` : ''}`;

/** One item per state, with the lanes in it: the state in its color and in words, the lanes in plain type. */
const byState = (entries: readonly LedgerEntry[]): Cell[] =>
  [...groupBy(entries, stateWords)].map(([words, some]) => [
    [{ text: words, style: 'strong', status: some[0]?.status }, run(`: ${some.map(label).join('; ')}.`)],
  ]);

/** What was found and what was not, side by side and alike. */
function foundSides(entries: readonly LedgerEntry[]): Side[] {
  const covered = entries.filter(({ status }) => status === 'covered');
  const whole = covered.filter(({ complete, stale }) => complete && !stale);
  const others = whole.filter(({ count }) => count === undefined);
  return [
    {
      title: 'What was found',
      items: [
        ...whole
          .filter(({ count }) => count !== undefined)
          .map((entry): Cell => [[run(`${entry.label}: `), run(counted(entry) || '0 records', 'strong')]]),
        ...(others.length > 0 ? [[plain(`${others.map(label).join('; ')}.`)]] : []),
        ...byState(covered.filter((entry) => !whole.includes(entry))),
      ],
      none: 'Nothing that was checked gave data.',
    },
    {
      title: 'What was not found or not covered',
      items: byState(entries.filter(({ status }) => status !== 'covered')),
      none: 'Everything that was checked gave data.',
    },
  ];
}

/** The place beside what was found and what was not. */
export const opening = (place: readonly Cell[], entries: readonly LedgerEntry[]): Block =>
  pair(place, foundSides(entries));

/** Values and rows of one section: the values first. */
export const stated = (title: string, facts: readonly ReportFact[], tables: readonly ReportTable[] = []): Block[] => [
  ...factTable(facts, title),
  ...tables.flatMap(rowTable),
];

interface Next {
  readonly action: string;
  readonly with: string;
  readonly url?: string | undefined;
}

/** Next checks: who or which page, with what to do there; one line each. */
function nextSection(checks: readonly Next[]): Section[] {
  const byName = groupBy(checks, (check) => check.with);
  const items = [...byName].map(([name, own]): Cell => {
    const url = own.find(({ url: address }) => address)?.url;
    const steps = own.map(({ action }) => readable(action).replace(/\.$/, ''));
    return [[run(name, 'strong', webAddress(url)), run(`: ${steps.join('; ')}.`)]];
  });
  return section('next', 'Next checks', list(items));
}

/** What a page of a sold copy is made of; a part without blocks is left out. */
export interface SoldPage {
  /** What it is: the title of the copy where absent. */
  readonly kind?: string;
  readonly title: string;
  readonly meta?: ReportDocument['meta'];
  /** What could not be read. */
  readonly notice?: Line | false;
  readonly summary?: string;
  /** Under the summary. */
  readonly inShort?: readonly Block[];
  readonly opening?: readonly Section[];
  readonly sections?: readonly Section[];
  readonly nextChecks?: readonly Next[];
  /** What was checked, as a ledger. */
  readonly entries?: readonly LedgerEntry[];
  /** The same in another form. */
  readonly searched?: readonly Block[];
  readonly limits: readonly string[];
  readonly sources: readonly { readonly citation: SectionCitation; readonly usedFor: readonly string[] }[];
}

const appendix = 'How this was made';

/** The document of a sold copy: in short, its sections, the next checks, how it was made. */
export function soldPage(copy: SoldCopy, page: SoldPage): ReportDocument {
  const { kind = copy.title, title, meta = [], notice, summary, limits } = page;
  return {
    kind,
    title,
    generatedAt: copy.generatedAt,
    reportId: copy.id,
    meta,
    opening: [
      ...section('in-short', 'In short', [
        ...(notice ? [text(notice, 'notice')] : []),
        ...(summary === undefined ? [] : [text(readable(summary), 'lead')]),
        ...(page.inShort ?? []),
      ]),
      ...(page.opening ?? []),
    ],
    sections: [
      ...(page.sections ?? []),
      ...nextSection(page.nextChecks ?? []),
      ...section(
        'checked',
        'What was checked',
        [...ledgerTable(page.entries ?? []), ...(page.searched ?? [])],
        appendix,
      ),
      ...section(
        'limits',
        'Limits',
        list(
          limits.map((limit): Cell => [plain(readable(limit))]),
          { small: true },
        ),
        appendix,
      ),
      ...section('sources', 'Sources', sourceTable(page.sources), appendix),
      ...section('this-copy', 'About this copy', identityBlocks(copy), appendix),
    ],
  };
}

function identityBlocks(copy: SoldCopy): Block[] {
  const { id, route, generatedAt, forBuyerAlone } = copy;
  const made: Line = [...labeled('Made', run(moment(generatedAt))), run(' by ', 'muted'), run(route, 'code')];
  const path = reportPath(id);
  const form = (words: string, page: string): Line => labeled(words, { text: page, style: 'code', page });
  const lines: Line[] = forBuyerAlone
    ? [
        made,
        muted(
          'Drawn for its buyer alone out of the answer that was bought. It is stored nowhere, has no address and no link, and must not be published.',
        ),
      ]
    : [
        labeled('Id', run(id, 'code')),
        made,
        form('Web page', path),
        form('PDF', `${path}.pdf`),
        form('Data (JSON)', `${path}.json`),
        ...(calendarText(copy) === undefined ? [] : [form('Calendar (iCalendar)', `${path}.ics`)]),
        muted(
          'It does not say who bought it. Anyone who bought it can withdraw it. Text in quotation marks is quoted word for word from a record, a publisher or the caller.',
        ),
      ];
  return list(lines.map((line): Cell => [line]));
}
