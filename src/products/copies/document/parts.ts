import type { SubjectView } from '../../../kernel/subject.ts';
import { type Block, type Cell, type Line, muted, plain, quote, run, type Section } from '../../../reports/document.ts';
import type { LedgerEntry, ReportFact, ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { moment, readable, webAddress } from '../../../reports/words.ts';
import { precisionWords } from '../../shared/compose/words.ts';
import { reportPath } from '../../shared/copies/names.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { calendarText } from '../calendar.ts';
import { foundBlock } from './found.ts';
import { rowTable } from './row-table.ts';
import { factTable, ledgerTable, sourceTable } from './tables.ts';

/** Heading above what tells how a copy was made. */
export const appendix = 'How this was made';

export const section = (id: string, title: string, blocks: readonly Block[], group?: string): Section[] =>
  blocks.length > 0 ? [{ id, title, ...(group && { group }), blocks }] : [];

const named = (label: string, value: string | undefined): Cell[] =>
  value === undefined || value === '' ? [] : [[[run(`${label}: `, 'muted'), run(value, 'strong')]]];

type Place = Pick<SubjectView, 'input' | 'resolved' | 'precision' | 'areaKind' | 'latitude' | 'longitude'> &
  Pick<SubjectView, 'zip' | 'countyName' | 'state'>;

/** Which place it is about, and how it is known. */
export function placeCells(subject: Place): Cell[] {
  const { input, resolved, latitude, longitude, zip, countyName, state } = subject;
  return [
    ...(input === '' ? [] : [[[run('Asked for: ', 'muted'), quote(input)]]]),
    ...named('Matched as', resolved),
    ...named('How it is known', precisionWords(subject)),
    ...named('ZIP', zip),
    ...named('County', [countyName, state].filter(Boolean).join(', ')),
    ...(latitude === undefined || longitude === undefined ? [] : named('Point', `${latitude}, ${longitude}`)),
  ];
}

/** The place beside what was found and what was not. */
export function opening(summary: string, place: readonly Cell[], entries: readonly LedgerEntry[]): Block[] {
  const found = foundBlock(entries);
  return [
    { kind: 'text', tone: 'lead', line: plain(readable(summary)) },
    {
      kind: 'pair',
      sides: [
        ...(place.length > 0 ? [{ title: 'The place', items: place, none: '' }] : []),
        ...(found.kind === 'pair' ? found.sides : []),
      ],
    },
  ];
}

/** Values and rows of one section: the values first. */
export const stated = (title: string, facts: readonly ReportFact[], tables: readonly ReportTable[] = []): Block[] => [
  ...(facts.length > 0 ? [factTable(facts, title)] : []),
  ...tables.flatMap(rowTable),
];

interface Next {
  readonly action: string;
  readonly with: string;
  readonly url?: string | undefined;
}

/** Next checks: who or which page, with what to do there; one line each. */
export function nextSection(checks: readonly Next[]): Section[] {
  const byName = new Map<string, Next[]>();
  for (const check of checks) byName.set(check.with, [...(byName.get(check.with) ?? []), check]);
  const items = [...byName].map(([name, own]): Cell => {
    const url = own.find(({ url: address }) => address)?.url;
    const steps = own.map(({ action }) => readable(action).replace(/\.$/, ''));
    return [[run(name, 'strong', webAddress(url)), run(`: ${steps.join('; ')}.`)]];
  });
  return section('next', 'Next checks', items.length > 0 ? [{ kind: 'list', ordered: false, items }] : []);
}

export interface Used {
  readonly citation: SectionCitation;
  readonly usedFor: readonly string[];
}

const limitBlocks = (limits: readonly string[]): Block[] =>
  limits.length > 0
    ? [{ kind: 'list', ordered: false, small: true, items: limits.map((text): Cell => [plain(readable(text))]) }]
    : [];

/** How it was made: what was checked, limits, sources, and the copy itself. */
export function appendixSections(
  copy: SoldCopy,
  made: {
    readonly entries?: readonly LedgerEntry[];
    readonly searched?: readonly Block[];
    readonly limits: readonly string[];
    readonly sources: readonly Used[];
  },
): Section[] {
  const { entries = [], searched = [], limits, sources } = made;
  const used = sources.map(({ citation, usedFor }) => ({ citation, usedFor: [...usedFor] }));
  return [
    ...section(
      'checked',
      'What was checked',
      [...(entries.length > 0 ? [ledgerTable(entries)] : []), ...searched],
      appendix,
    ),
    ...section('limits', 'Limits', limitBlocks(limits), appendix),
    ...section(
      'sources',
      'Sources',
      used.length > 0 ? [sourceTable({ id: 'sources', kind: 'sources', title: 'Sources', sources: used })] : [],
      appendix,
    ),
    ...section('this-copy', 'About this copy', identityBlocks(copy), appendix),
  ];
}

function identityBlocks(copy: SoldCopy): Block[] {
  const { id, route, generatedAt, forBuyerAlone } = copy;
  const made: Line = [run('Made: ', 'muted'), run(moment(generatedAt)), run(' by ', 'muted'), run(route, 'code')];
  if (forBuyerAlone) {
    const lines: Line[] = [
      made,
      muted(
        'Drawn for its buyer alone out of the answer that was bought. It is stored nowhere, has no address and no link, and must not be published.',
      ),
    ];
    return [{ kind: 'list', ordered: false, items: lines.map((line): Cell => [line]) }];
  }
  const path = reportPath(id);
  const form = (words: string, page: string): Line => [run(`${words}: `, 'muted'), { text: page, style: 'code', page }];
  const lines: Line[] = [
    [run('Id: ', 'muted'), run(id, 'code')],
    made,
    form('Web page', path),
    form('PDF', `${path}.pdf`),
    form('Data (JSON)', `${path}.json`),
    ...(calendarText(copy) === undefined ? [] : [form('Calendar (iCalendar)', `${path}.ics`)]),
    muted(
      'It does not say who bought it. Whoever bought it can withdraw it. Text in quotation marks is quoted word for word from a record, a publisher or the one who asked.',
    ),
  ];
  return [{ kind: 'list', ordered: false, items: lines.map((line): Cell => [line]) }];
}
