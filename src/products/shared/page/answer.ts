import type { Answer } from '../../../kernel/answer.ts';
import type { AnswerState } from '../../../kernel/state.ts';
import { type Block, type Cell, type ReportDocument, run, section, table } from '../../../reports/document.ts';
import type { LedgerStatus } from '../../../reports/sections.ts';
import { readable } from '../../../reports/words.ts';
import { factsOf, sectionCitation } from '../compose/facts.ts';
import { wordsOf } from '../compose/labels.ts';
import { SourceList } from '../compose/sources.ts';
import type { SoldCopy } from '../copies/sold-copy.ts';
import { ownSections, ownValues } from './own-fields.ts';
import { pair, placeCells, soldPage, stated } from './page.ts';
import { extentWords, recordTable } from './tables.ts';

const isAnswer = (body: SoldCopy['body']): body is Answer & SoldCopy['body'] =>
  Array.isArray(body.searched) && typeof body.citations === 'object' && body.citations !== null;

const ofEveryAnswer: ReadonlySet<string> = new Set([
  ...['kind', 'charged', 'state', 'summary', 'subject', 'facts', 'records', 'components', 'citations', 'searched'],
  ...['limits', 'verifyNext', 'retryAfterSeconds'],
]);

const states: Readonly<Record<AnswerState, { readonly text: string; readonly status: LedgerStatus }>> = {
  found: { text: 'Found', status: 'covered' },
  partial: { text: 'Found, not all of it', status: 'covered' },
  stale: { text: 'Found in an older copy', status: 'covered' },
  empty: { text: 'Asked; nothing returned', status: 'empty' },
  not_covered: { text: 'Not covered', status: 'not_wired' },
  unresolved: { text: 'Not queried', status: 'not_asked' },
  unavailable: { text: 'Did not answer', status: 'unavailable' },
};

/** The same as a run of text. */
export const stateRun = (state: AnswerState) => ({ ...states[state], style: 'strong' as const });

const searchedCells = (searched: Answer['searched']): Cell[] => [
  ...new Map(
    searched.map(({ source, state }): [string, Cell] => [
      `${source} ${state}`,
      [[stateRun(state), run(`: ${source}`)]],
    ]),
  ).values(),
];

const searchedTable = (searched: Answer['searched']): Block[] =>
  table(
    'What was queried for what',
    searched,
    [
      ['Source', 34, ({ source }) => source],
      ['State', 16, ({ state }) => [[stateRun(state)]]],
      ['Search extent', 28, extentWords],
      ['Reason', 22, ({ reason }) => (reason ? readable(reason) : '')],
    ],
    { quiet: true, small: true },
  );

const componentCells = ({ components = {} }: Answer): Cell[] =>
  Object.entries(components).map(([name, { state, reason }]) => [
    [run(`${wordsOf(name)}: `), stateRun(state), run(reason ? `. ${readable(reason)}` : '')],
  ]);

/** One answer: its sentence, its values and rows, the next checks, and which source was searched for what. */
export function answerPage(copy: SoldCopy): ReportDocument | undefined {
  const { body } = copy;
  if (!isAnswer(body)) return undefined;
  const { summary, subject, citations, searched, records = [], limits, verifyNext } = body;
  const { facts, tables } = factsOf(body, copy.route);
  const components = componentCells(body);
  const sources = new SourceList();
  for (const [key, cited] of Object.entries(citations))
    sources.add(sectionCitation(cited), key === subject?.resolvedBy ? 'Matched place' : copy.title);
  const own = Object.fromEntries(Object.entries(body).filter(([key]) => !ofEveryAnswer.has(key)));
  return soldPage(copy, {
    ...(!subject && { kind: 'Answer from public records' }),
    title: subject ? (subject.resolved ?? subject.input) : copy.title,
    meta: ownValues(own),
    summary,
    inShort: [
      pair(subject ? placeCells(subject) : [], [
        {
          title: 'What was queried',
          items: searchedCells(searched),
          none: 'No source outside this service was queried.',
        },
        ...(components.length > 0 ? [{ title: 'Its parts', items: components, none: '' }] : []),
      ]),
    ],
    opening: [
      ...section('facts', 'What the sources state', stated(copy.title, facts, tables)),
      ...section('records', 'Records', recordTable(records, 'Records')),
      ...ownSections(own),
    ],
    nextChecks: verifyNext,
    searched: searchedTable(searched),
    limits,
    sources: sources.all(),
  });
}
