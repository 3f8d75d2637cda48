import { z } from 'zod';
import { timeZoneAt } from '../../../geography/time-zone.ts';
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
import type { LedgerEntry, ListedFinding, ReportSection, SectionOf } from '../../../reports/sections.ts';
import { moment, spoken } from '../../../reports/words.ts';
import { plural, precisionWords } from '../compose/words.ts';
import { reportPath, type SoldCopy } from '../copies/names.ts';
import { type LicensedPart, licensedHours } from '../licensed/licensed.ts';
import { stepCells } from './dated.ts';
import { findingsCard, type Next, stateCells } from './findings.ts';
import { ledgerBlocks, nothingFound, sourceBlocks } from './made.ts';
import { sentence, type View, viewOf } from './view.ts';

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

/** The place beside what stands out, or what was found where nothing does, and what was not. */
export function opening(
  place: readonly Cell[],
  entries: readonly LedgerEntry[],
  view: View,
  findings: readonly Pick<ListedFinding, 'headline'>[] = [],
): Block {
  const isWhole = ({ status, complete, stale }: LedgerEntry) => status === 'covered' && complete && !stale;
  const counts = entries.flatMap((entry): Cell[] =>
    isWhole(entry) && entry.count !== undefined
      ? [[[run(`${entry.label}: `), run(plural(entry.count, 'record'), 'strong')]]]
      : [],
  );
  const found: Side = {
    title: 'What was found',
    items: [...counts, ...stateCells(entries.filter((entry) => isWhole(entry) && entry.count === undefined))],
    none: 'Nothing that was checked gave data.',
  };
  return pair(place, [
    findings.length > 0 ? findingsCard(findings, view) : found,
    {
      title: 'What was not found or not covered',
      items: stateCells(entries.filter((entry) => !isWhole(entry))),
      none: 'Everything that was checked gave data.',
    },
  ]);
}

/** Next checks: who or which page, with what to do there; one line each. */
const nextCells = (checks: readonly Next[], view: View): Cell[] =>
  [...groupBy(checks, (check) => check.with)].flatMap(([name, own]) =>
    stepCells({ name, url: own.find(({ url }) => url)?.url, steps: own.map(({ action }) => action) }, view),
  );

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
  readonly limits: readonly string[];
}

const appendix = 'How this was made';

const point = z.object({ latitude: z.number(), longitude: z.number() });

/** What the parts of a sold page are drawn with: the numbers of its sources, the clock of its place, its other sections. */
export const soldView = (
  { generatedAt }: SoldCopy,
  sources: SectionOf<'sources'>['sources'],
  subject?: object,
  sections: readonly ReportSection[] = [],
): View => {
  const at = point.safeParse(subject).data;
  return viewOf({ generatedAt, sources, sections, zone: at && timeZoneAt(at) });
};

/** The document of a sold copy: in short, its sections, the next checks, how it was made. */
export function soldPage(copy: SoldCopy, view: View, page: SoldPage): ReportDocument {
  const { kind = copy.title, title, meta = [], notice, summary, inShort = [], limits, entries = [] } = page;
  const { title: licensedTitle, parts } = page.licensed ?? { title: '', parts: [] };
  return {
    kind,
    title,
    generatedAt: copy.generatedAt,
    ...(view.zone && { timeZone: view.zone }),
    reportId: copy.id,
    meta: [...meta, ...licensedMeta(parts)],
    opening: [
      ...section('in-short', 'In short', [
        ...(notice ? [text(notice, 'notice')] : []),
        ...(summary === undefined ? [] : [text(sentence(summary, view), 'lead')]),
        ...inShort,
      ]),
      ...(page.opening ?? []),
    ],
    sections: [
      ...(page.sections ?? []),
      ...section('licensed', licensedTitle, licensedTable(parts)),
      ...section('nothing-found', 'Searched, nothing found', nothingFound(entries, view)),
      ...section('next', 'Next checks', list(nextCells(page.nextChecks ?? [], view))),
      ...section('checked', 'What was checked', ledgerBlocks(entries, view), appendix),
      ...section(
        'limits',
        'Limits',
        list(
          limits.map((limit): Cell => [plain(sentence(limit, view))]),
          { small: true },
        ),
        appendix,
      ),
      // last: what is drawn above gives the sources their numbers
      ...section('sources', 'Sources', sourceBlocks(view), appendix),
      ...section('this-copy', 'About this copy', identityBlocks(copy, view), appendix),
    ],
  };
}

const withCalendar = z.object({ calendar: z.object({ mediaType: z.literal('text/calendar'), text: z.string() }) });

/** The iCalendar text (RFC 5545) that a sold body carries; undefined where it has none. Pure. */
export const calendarText = ({ body }: SoldCopy): string | undefined =>
  withCalendar.safeParse(body).data?.calendar.text;

function identityBlocks(copy: SoldCopy, { zone }: View): Block[] {
  const { id, generatedAt, forBuyerAlone } = copy;
  const made = labeled('Made', run(moment(generatedAt, zone)));
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
