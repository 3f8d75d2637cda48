import { z } from 'zod';
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
  table,
  text,
} from '../../../reports/document.ts';
import type {
  LedgerEntry,
  ListedFinding,
  ReportFact,
  ReportTable,
  SectionCitation,
} from '../../../reports/sections.ts';
import { inUsUnits } from '../../../reports/values.ts';
import { moment, readable, spoken, stateWords, webAddress } from '../../../reports/words.ts';
import { precisionWords } from '../compose/words.ts';
import { reportPath } from '../copies/names.ts';
import type { SoldCopy } from '../copies/sold-copy.ts';
import { type LicensedPart, licensedHours } from '../licensed/licensed.ts';
import { countWords, factTable, ledgerTable, rowTable, sourceTable } from './tables.ts';

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

const label = (entry: LedgerEntry) => `${entry.label}${entry.count ? ` (${countWords(entry.count)})` : ''}`;

/** One item per state, with the lanes in it: the state in its color and in words, the lanes in plain type. */
const byState = (entries: readonly LedgerEntry[]): Cell[] =>
  [...groupBy(entries, stateWords)].map(([words, some]) => [
    [{ text: words, style: 'strong', status: some[0]?.status }, run(`: ${some.map(label).join('; ')}.`)],
  ]);

/** Findings on a first screen; the others follow below it. */
const firstFindings = 7;

/** The first card of findings, which says how many there are where it does not hold them all. */
export function findingsCard<F extends Pick<ListedFinding, 'headline'>>(
  findings: readonly F[],
  cellOf: (finding: F) => Cell,
  none: string,
): Side {
  const of = findings.length > firstFindings ? `, ${firstFindings} of ${findings.length}` : '';
  return { title: `What stands out, in short${of}`, items: findings.slice(0, firstFindings).map(cellOf), none };
}

/** The place beside what stands out, or what was found where nothing does, and what was not, side by side and alike. */
export function opening(
  place: readonly Cell[],
  entries: readonly LedgerEntry[],
  findings: readonly Pick<ListedFinding, 'headline'>[] = [],
): Block {
  const covered = entries.filter(({ status }) => status === 'covered');
  const whole = covered.filter(({ complete, stale }) => complete && !stale);
  const others = whole.filter(({ count }) => count === undefined);
  const counts = whole.flatMap(({ label: words, count }): Cell[] =>
    count === undefined ? [] : [[[run(`${words}: `), run(countWords(count), 'strong')]]],
  );
  const found: Side = {
    title: 'What was found',
    items: [
      ...counts,
      ...(others.length > 0 ? [[plain(`${others.map(label).join('; ')}.`)]] : []),
      ...byState(covered.filter((entry) => !whole.includes(entry))),
    ],
    none: 'Nothing that was checked gave data.',
  };
  return pair(place, [
    findings.length > 0 ? findingsCard(findings, ({ headline }) => [plain(inUsUnits(readable(headline)))], '') : found,
    {
      title: 'What was not found or not covered',
      items: byState(entries.filter(({ status }) => status !== 'covered')),
      none: 'Everything that was checked gave data.',
    },
  ]);
}

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

/** A step with who or which page it leads to. */
export const nextLine = (action: string, next: Omit<Next, 'action'>): Line =>
  labeled('Next', run(`${action.replace(/\.$/, '')} \u2013 `), run(next.with, undefined, webAddress(next.url)));

/** Next checks: who or which page, with what to do there; one line each. */
const nextCells = (checks: readonly Next[]): Cell[] =>
  [...groupBy(checks, (check) => check.with)].map(([name, own]) => {
    const url = own.find(({ url: address }) => address)?.url;
    const steps = own.map(({ action }) => readable(action).replace(/\.$/, ''));
    return [[run(name, 'strong', webAddress(url)), run(`: ${steps.join('; ')}.`)]];
  });

const licensedStates: Readonly<Record<LicensedPart['state'], string>> = {
  bought: 'Bought for this answer',
  no_record: 'Asked, and the provider has nothing',
  not_configured: 'No provider is configured',
  not_bought: 'Not bought',
};

function licensedTable(parts: readonly LicensedPart[]): Block[] {
  const groups = [...groupBy(parts, (part) => JSON.stringify(part)).values()];
  const rows = groups.flatMap((same) => same.slice(0, 1).map((part) => ({ ...part, times: same.length })));
  const columns = [
    ['Part', 24, ({ component, times }) => `${spoken(component)}${times > 1 ? ` (${times} times)` : ''}`],
    ['State', 40, ({ state, reason }) => [[run(licensedStates[state], 'strong')], ...(reason ? [plain(reason)] : [])]],
    ['Provider', 36, ({ provider }) => provider ?? ''],
  ] as const satisfies Parameters<typeof table<(typeof rows)[number]>>[2];
  return table('What was bought of licensed providers', rows, columns, { quiet: true });
}

/** The line above everything: who may have what holds licensed data. */
const licensedMeta = (parts: readonly LicensedPart[]): ReportDocument['meta'] =>
  parts.some(({ state }) => state === 'bought' || state === 'no_record')
    ? [
        {
          label: 'For',
          line: plain(
            `the buyer alone; it holds licensed data, is kept ${licensedHours} hours and must not be published`,
          ),
        },
      ]
    : [];

interface SoldPage {
  /** What it is: the title of the copy where absent. */
  readonly kind?: string;
  readonly title: string;
  readonly meta?: ReportDocument['meta'];
  /** What could not be read. */
  readonly notice?: Line | false;
  readonly summary?: string;
  readonly inShort?: readonly Block[];
  readonly opening?: readonly Section[];
  readonly sections?: readonly Section[];
  readonly licensed?: { readonly title: string; readonly parts: readonly LicensedPart[] };
  readonly nextChecks?: readonly Next[];
  readonly entries?: readonly LedgerEntry[];
  readonly searched?: readonly Block[];
  readonly limits: readonly string[];
  readonly sources: readonly { readonly citation: SectionCitation; readonly usedFor: readonly string[] }[];
}

const appendix = 'How this was made';

/** The document of a sold copy: in short, its sections, the next checks, how it was made. */
export function soldPage(copy: SoldCopy, page: SoldPage): ReportDocument {
  const { kind = copy.title, title, meta = [], notice, summary, inShort = [], limits } = page;
  const { title: licensedTitle, parts } = page.licensed ?? { title: '', parts: [] };
  const limitCells = limits.map((limit): Cell => [plain(readable(limit))]);
  return {
    kind,
    title,
    generatedAt: copy.generatedAt,
    reportId: copy.id,
    meta: [...meta, ...licensedMeta(parts)],
    opening: [
      ...section('in-short', 'In short', [
        ...(notice ? [text(notice, 'notice')] : []),
        ...(summary === undefined ? [] : [text(readable(summary), 'lead')]),
        ...inShort,
      ]),
      ...(page.opening ?? []),
    ],
    sections: [
      ...(page.sections ?? []),
      ...section('licensed', licensedTitle, licensedTable(parts)),
      ...section('next', 'Next checks', list(nextCells(page.nextChecks ?? []))),
      ...section(
        'checked',
        'What was checked',
        [...ledgerTable(page.entries ?? []), ...(page.searched ?? [])],
        appendix,
      ),
      ...section('limits', 'Limits', list(limitCells, { small: true }), appendix),
      ...section('sources', 'Sources', sourceTable(page.sources), appendix),
      ...section('this-copy', 'About this copy', identityBlocks(copy), appendix),
    ],
  };
}

const withCalendar = z.object({ calendar: z.object({ mediaType: z.literal('text/calendar'), text: z.string() }) });

/** The iCalendar text (RFC 5545) that a sold body carries; undefined where it has none. Pure. */
export const calendarText = ({ body }: SoldCopy): string | undefined =>
  withCalendar.safeParse(body).data?.calendar.text;

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
