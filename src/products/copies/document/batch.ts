import { answerStates } from '../../../kernel/state.ts';
import {
  apart,
  type Block,
  type Cell,
  plain,
  type ReportDocument,
  type Run,
  run,
  type Section,
  section,
  table,
} from '../../../reports/document.ts';
import type { LedgerStatus } from '../../../reports/sections.ts';
import { capital, readable, sourceCell } from '../../../reports/words.ts';
import type { BatchPlace, BatchResults } from '../../shared/batch-results.ts';
import { SourceList } from '../../shared/compose/sources.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { stateRun } from './answer.ts';
import { soldPage } from './parts.ts';

/** A body that says place by place what a batch brought. */
export const isBatch = (body: SoldCopy['body']): body is BatchResults & SoldCopy['body'] =>
  Array.isArray(body.batch) && typeof body.summary === 'string' && typeof body.generatedAt === 'string';

const endings: Readonly<Record<string, { readonly text: string; readonly status: LedgerStatus }>> = {
  completed: { text: 'Made', status: 'covered' },
  diagnostic: { text: 'No result', status: 'not_wired' },
  failed: { text: 'Failed', status: 'unavailable' },
  cancelled: { text: 'Not begun', status: 'not_asked' },
};

/** The state of an answer, or how an item ended, in words and in the color of the ledger. */
function stateWords(state: string): Run {
  const known = answerStates.find((one) => one === state);
  return known
    ? stateRun(known)
    : { ...(endings[state] ?? { text: capital(state), status: 'not_asked' }), style: 'strong' };
}

type Answers = NonNullable<BatchPlace['answers']>;

const sourcesOf = ({ citations = [] }: Answers[number]): Cell =>
  citations.length > 0 ? citations.flatMap(sourceCell) : [[run('-', 'muted')]];

const look = { quiet: true, named: true } as const;

/** The questions about one place, each with the answer and its source. */
const answersTable = (label: string, answers: Answers): Block[] =>
  table(
    label,
    { Asked: 20, State: 13, 'What the source says': 40, 'Source and dates': 27 },
    apart(
      answers.map((answer) => [
        [[run(answer.question)]],
        [[stateWords(answer.state)]],
        [plain(readable(answer.says))],
        sourcesOf(answer),
      ]),
    ),
    look,
  );

/** The place's number and name; a link to its own page where it has one. */
const nameOf = ({ position, label, page }: BatchPlace): Cell => [
  [run(`${position}. `, 'muted'), run(label, 'strong', page?.startsWith('http') ? page : undefined)],
  ...(page === undefined ? [] : [[{ text: page, style: 'code' as const, page }]]),
];

const placesTable = (places: readonly BatchPlace[]): Block[] =>
  table(
    'Places',
    { Place: 40, State: 14, 'What is said of it': 46 },
    apart(
      places.map((place) => [
        nameOf(place),
        [[stateWords(place.state ?? 'diagnostic')]],
        [plain(readable(place.says ?? ''))],
      ]),
    ),
    look,
  );

const placeSections = (places: readonly BatchPlace[]): Section[] => [
  ...section('places', 'Place by place', placesTable(places.filter(({ answers = [] }) => answers.length === 0))),
  ...places.flatMap(({ position, label, answers = [] }) =>
    section(`place-${position}`, `${position}. ${label}`, answersTable(label, answers)),
  ),
];

/** What a batch brought: the sentence of the whole, then place by place in the order of the request. */
export function batchDocument(copy: SoldCopy, { summary, batch, caveats }: BatchResults): ReportDocument {
  const sources = new SourceList();
  for (const { label, answers = [] } of batch)
    for (const { citations = [] } of answers) for (const citation of citations) sources.add(citation, label);
  return soldPage(copy, {
    kind: 'From public records',
    title: copy.title,
    summary,
    sections: placeSections(batch),
    limits: caveats,
    sources: sources.all(),
  });
}
