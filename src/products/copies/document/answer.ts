import type { Answer } from '../../../kernel/answer.ts';
import type { AnswerState } from '../../../kernel/state.ts';
import { type Block, type Cell, plain, type ReportDocument, run } from '../../../reports/document.ts';
import type { LedgerStatus } from '../../../reports/sections.ts';
import { readable } from '../../../reports/words.ts';
import { factsOf, sectionCitation } from '../../shared/compose/facts.ts';
import { wordsOf } from '../../shared/compose/labels.ts';
import { SourceList } from '../../shared/compose/sources.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { ownSections, ownValues } from './own-fields.ts';
import { appendixSections, nextSection, placeCells, section, stated } from './parts.ts';
import { recordTable } from './tables.ts';

/** A body that is one answer: what was searched, what it brought, and its citations. */
export const isAnswer = (body: SoldCopy['body']): body is Answer & SoldCopy['body'] =>
  Array.isArray(body.searched) && typeof body.citations === 'object' && body.citations !== null;

const ofEveryAnswer: ReadonlySet<string> = new Set([
  ...['kind', 'charged', 'state', 'summary', 'subject', 'facts', 'records', 'components', 'citations', 'searched'],
  ...['limits', 'verifyNext', 'retryAfterSeconds'],
]);

/** A state in words and in the color of the ledger. */
const states: Readonly<Record<AnswerState, { readonly words: string; readonly status: LedgerStatus }>> = {
  found: { words: 'Found', status: 'covered' },
  partial: { words: 'Found, not all of it', status: 'covered' },
  stale: { words: 'Found in an older copy', status: 'covered' },
  empty: { words: 'Asked; nothing returned', status: 'empty' },
  not_covered: { words: 'Not covered', status: 'not_wired' },
  unresolved: { words: 'Not asked', status: 'not_asked' },
  unavailable: { words: 'Did not answer', status: 'unavailable' },
};

/** The same as a run of text. */
export const stateRun = (state: AnswerState) => ({
  text: states[state].words,
  style: 'strong' as const,
  status: states[state].status,
});

/** Each source once, with what it said. */
function searchedCells(searched: Answer['searched']): Cell[] {
  const bySource = new Map<string, Cell>();
  for (const { source, state } of searched) bySource.set(`${source} ${state}`, [[stateRun(state), run(`: ${source}`)]]);
  return [...bySource.values()];
}

function searchedTable(searched: Answer['searched']): Block[] {
  if (searched.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'Who was asked for what',
      quiet: true,
      small: true,
      columns: [
        { title: 'Source', width: 34 },
        { title: 'State', width: 16 },
        { title: 'Search extent', width: 28 },
        { title: 'Reason', width: 22 },
      ],
      groups: searched.map(({ source, state, area, period, recordScope, reason }) => ({
        rows: [
          [
            [plain(source)],
            [[stateRun(state)]],
            [plain([area, period, recordScope].filter(Boolean).join('; '))],
            [plain(reason ? readable(reason) : '')],
          ],
        ],
      })),
    },
  ];
}

const componentCells = ({ components = {} }: Answer): Cell[] =>
  Object.entries(components).map(([name, { state, reason }]) => [
    [run(`${wordsOf(name)}: `), stateRun(state), run(reason ? `. ${readable(reason)}` : '')],
  ]);

/** One answer: its sentence, its values and rows, the next checks, and who was asked for what. */
export function answerDocument(copy: SoldCopy, body: Answer & SoldCopy['body']): ReportDocument {
  const { summary, subject, citations, searched, records = [], limits, verifyNext } = body;
  const { facts, tables } = factsOf(body, copy.route);
  const components = componentCells(body);
  const sources = new SourceList();
  for (const [key, cited] of Object.entries(citations))
    sources.add(sectionCitation(cited), key === subject?.resolvedBy ? 'Matched place' : copy.title);
  const own = Object.fromEntries(Object.entries(body).filter(([key]) => !ofEveryAnswer.has(key)));
  const place = subject ? placeCells(subject) : [];
  return {
    kind: subject ? copy.title : 'Answer from public records',
    title: subject ? (subject.resolved ?? subject.input) : copy.title,
    generatedAt: copy.generatedAt,
    reportId: copy.id,
    meta: ownValues(own),
    opening: [
      ...section('in-short', 'In short', [
        { kind: 'text', tone: 'lead', line: plain(readable(summary)) },
        {
          kind: 'pair',
          sides: [
            ...(place.length > 0 ? [{ title: 'The place', items: place, none: '' }] : []),
            { title: 'Who was asked', items: searchedCells(searched), none: 'Nobody outside this service was asked.' },
            ...(components.length > 0 ? [{ title: 'Its parts', items: components, none: '' }] : []),
          ],
        },
      ]),
      ...section('facts', 'What the sources state', stated(copy.title, facts, tables)),
      ...section('records', 'Records', records.length > 0 ? [recordTable(records, 'Records')] : []),
      ...ownSections(own),
    ],
    sections: [
      ...nextSection(verifyNext),
      ...appendixSections(copy, { searched: searchedTable(searched), limits, sources: sources.all() }),
    ],
  };
}
