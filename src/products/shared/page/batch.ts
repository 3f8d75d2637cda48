import { answerStates } from '../../../kernel/state.ts';
import {
  type Block,
  type Cell,
  type ReportDocument,
  type Run,
  run,
  type Section,
  section,
  table,
} from '../../../reports/document.ts';
import type { LedgerStatus } from '../../../reports/sections.ts';
import { capital, readable, sourceCell } from '../../../reports/words.ts';
import type { BatchPlace, BatchResults } from '../batch-results.ts';
import { SourceList } from '../compose/sources.ts';
import type { SoldCopy } from '../copies/sold-copy.ts';
import { stateRun } from './answer.ts';
import { soldPage } from './page.ts';

const isBatch = (body: SoldCopy['body']): body is BatchResults & SoldCopy['body'] =>
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

const answersTable = (label: string, answers: Answers): Block[] =>
  table(
    label,
    answers,
    [
      ['Asked', 20, ({ question }) => question],
      ['State', 13, ({ state }) => [[stateWords(state)]]],
      ['What the source says', 40, ({ says }) => readable(says)],
      ['Source and dates', 27, sourcesOf],
    ],
    look,
  );

const nameOf = ({ position, label, page }: BatchPlace): Cell => [
  [run(`${position}. `, 'muted'), run(label, 'strong', page?.startsWith('http') ? page : undefined)],
  ...(page === undefined ? [] : [[{ text: page, style: 'code' as const, page }]]),
];

const placesTable = (places: readonly BatchPlace[]): Block[] =>
  table(
    'Places',
    places,
    [
      ['Place', 40, nameOf],
      ['State', 14, ({ state = 'diagnostic' }) => [[stateWords(state)]]],
      ['What is said of it', 46, ({ says = '' }) => readable(says)],
    ],
    look,
  );

const placeSections = (places: readonly BatchPlace[]): Section[] => [
  ...section('places', 'Place by place', placesTable(places.filter(({ answers = [] }) => answers.length === 0))),
  ...places.flatMap(({ position, label, answers = [] }) =>
    section(`place-${position}`, `${position}. ${label}`, answersTable(label, answers)),
  ),
];

/** What a batch brought: the sentence of the whole, then place by place in the order of the request. */
export function batchPage(copy: SoldCopy): ReportDocument | undefined {
  if (!isBatch(copy.body)) return undefined;
  const { summary, batch, caveats } = copy.body;
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
