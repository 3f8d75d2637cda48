import type { Answer } from '../../../kernel/answer.ts';
import type { AnswerState } from '../../../kernel/state.ts';
import { type Cell, type ReportDocument, type Run, run, section } from '../../../reports/document.ts';
import type { LedgerEntry } from '../../../reports/sections.ts';
import { stateWords } from '../../../reports/words.ts';
import { factsOf, sectionCitation } from '../compose/facts.ts';
import { wordsOf } from '../compose/labels.ts';
import { SourceList, statusOf } from '../compose/ledger.ts';
import type { SoldCopy } from '../copies/names.ts';
import { factBlocks } from './facts.ts';
import { stateCells } from './findings.ts';
import { pair, placeCells, soldPage, soldView } from './page.ts';
import { recordTable } from './records.ts';
import { sentence, type View } from './view.ts';

const isAnswer = (body: SoldCopy['body']): body is Answer & SoldCopy['body'] =>
  Array.isArray(body.searched) && typeof body.citations === 'object' && body.citations !== null;

const lineOf = (state: AnswerState) => ({
  status: statusOf[state],
  complete: state !== 'partial',
  stale: state === 'stale',
});

/** A state in words and in its color. */
export const stateRun = (state: AnswerState): Run => {
  const line = lineOf(state);
  return { text: stateWords(line), style: 'strong', status: line.status };
};

const entriesOf = ({ searched }: Answer, view: View): LedgerEntry[] =>
  searched.map(({ source, state, area, period, recordScope, reason }, at) => ({
    id: String(at),
    label: sentence(source, view),
    ...lineOf(state),
    area,
    ...(period && { period }),
    ...(recordScope && { recordScope }),
    ...(reason && { reason }),
  }));

const componentCells = ({ components = {} }: Answer, view: View): Cell[] =>
  Object.entries(components).map(([name, { state, reason }]) => [
    [run(`${wordsOf(name)}: `), stateRun(state), run(reason ? `. ${sentence(reason, view)}` : '')],
  ]);

/** One answer: its sentence, its values and rows, the next checks, and which source was searched for what. */
export function answerPage(copy: SoldCopy): ReportDocument | undefined {
  const { body } = copy;
  if (!isAnswer(body)) return undefined;
  const { summary, subject, citations, records = [], limits, verifyNext } = body;
  const sources = new SourceList();
  for (const [key, cited] of Object.entries(citations))
    sources.add(sectionCitation(cited), key === subject?.resolvedBy ? 'Matched place' : copy.title);
  const view = soldView(copy, sources.all(), subject);
  const components = componentCells(body, view);
  const entries = entriesOf(body, view);
  return soldPage(copy, view, {
    ...(!subject && { kind: 'Answer from public records' }),
    title: subject ? (subject.resolved ?? subject.input) : copy.title,
    summary,
    inShort: [
      pair(subject ? placeCells(subject) : [], [
        {
          title: 'What was queried',
          items: stateCells(entries, true),
          none: 'No source outside this service was queried.',
        },
        ...(components.length > 0 ? [{ title: 'Its parts', items: components, none: '' }] : []),
      ]),
    ],
    opening: [
      ...section('facts', 'What the sources state', factBlocks({ id: 'facts', ...factsOf(body, copy.route) }, view)),
      ...section('records', 'Records', recordTable('Records', records, view)),
    ],
    nextChecks: verifyNext,
    entries,
    limits,
  });
}
