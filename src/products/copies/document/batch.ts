import { answerStates } from '../../../kernel/state.ts';
import {
  type Block,
  type Cell,
  plain,
  type ReportDocument,
  type Run,
  run,
  type Section,
} from '../../../reports/document.ts';
import type { LedgerStatus } from '../../../reports/sections.ts';
import { capital, readable, sourceCell } from '../../../reports/words.ts';
import type { BatchPlace, BatchResults } from '../../shared/batch-results.ts';
import { SourceList } from '../../shared/compose/sources.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { stateRun } from './answer.ts';
import { appendixSections, section } from './parts.ts';

/** A body that says place by place what a batch brought. */
export const isBatch = (body: SoldCopy['body']): body is BatchResults & SoldCopy['body'] =>
  Array.isArray(body.batch) && typeof body.summary === 'string' && typeof body.generatedAt === 'string';

const endings: Readonly<Record<string, { readonly words: string; readonly status: LedgerStatus }>> = {
  completed: { words: 'Made', status: 'covered' },
  diagnostic: { words: 'No result', status: 'not_wired' },
  failed: { words: 'Failed', status: 'unavailable' },
  cancelled: { words: 'Not begun', status: 'not_asked' },
};

/** The state of an answer, or how an item ended, in words and in the color of the ledger. */
function stateWords(state: string): Run {
  const known = answerStates.find((one) => one === state);
  if (known) return stateRun(known);
  const { words, status } = endings[state] ?? { words: capital(state), status: 'not_asked' };
  return { text: words, style: 'strong', status };
}

type Answers = NonNullable<BatchPlace['answers']>;

const sourcesOf = ({ citations = [] }: Answers[number]): Cell =>
  citations.length > 0 ? citations.flatMap(sourceCell) : [[run('-', 'muted')]];

/** What was asked about one place: each question with what was said of it and by whom. */
const answersTable = (label: string, answers: Answers): Block => ({
  kind: 'table',
  caption: label,
  quiet: true,
  named: true,
  columns: [
    { title: 'Asked', width: 20 },
    { title: 'State', width: 13 },
    { title: 'What the source says', width: 40 },
    { title: 'Source and dates', width: 27 },
  ],
  groups: answers.map((answer) => ({
    rows: [[[[run(answer.question)]], [[stateWords(answer.state)]], [plain(readable(answer.says))], sourcesOf(answer)]],
  })),
});

/** The place's number and name; a link to its own page where it has one. */
const nameOf = ({ position, label, page }: BatchPlace): Cell => [
  [run(`${position}. `, 'muted'), run(label, 'strong', page?.startsWith('http') ? page : undefined)],
  ...(page === undefined ? [] : [[{ text: page, style: 'code' as const, page }]]),
];

const placesTable = (places: readonly BatchPlace[]): Block => ({
  kind: 'table',
  caption: 'Places',
  quiet: true,
  named: true,
  columns: [
    { title: 'Place', width: 40 },
    { title: 'State', width: 14 },
    { title: 'What is said of it', width: 46 },
  ],
  groups: places.map((place) => ({
    rows: [[nameOf(place), [[stateWords(place.state ?? 'diagnostic')]], [plain(readable(place.says ?? ''))]]],
  })),
});

function placeSections(places: readonly BatchPlace[]): Section[] {
  const own = places.filter(({ answers }) => answers && answers.length > 0);
  const bare = places.filter(({ answers }) => !answers || answers.length === 0);
  return [
    ...(bare.length > 0 ? section('places', 'Place by place', [placesTable(bare)]) : []),
    ...own.flatMap(({ position, label, answers = [] }) =>
      section(`place-${position}`, `${position}. ${label}`, [answersTable(label, answers)]),
    ),
  ];
}

/** What a batch brought: the sentence of the whole, then place by place in the order of the request. */
export function batchDocument(copy: SoldCopy, { summary, batch, caveats }: BatchResults): ReportDocument {
  const sources = new SourceList();
  for (const { label, answers = [] } of batch)
    for (const { citations = [] } of answers) for (const citation of citations) sources.add(citation, label);
  return {
    kind: 'From public records',
    title: copy.title,
    generatedAt: copy.generatedAt,
    reportId: copy.id,
    meta: [],
    opening: section('in-short', 'In short', [{ kind: 'text', tone: 'lead', line: plain(readable(summary)) }]),
    sections: [...placeSections(batch), ...appendixSections(copy, { limits: caveats, sources: sources.all() })],
  };
}
