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
import { capital } from '../../../reports/words.ts';
import { SourceList } from '../compose/ledger.ts';
import type { SoldCopy } from '../copies/names.ts';
import type { BatchPlace, BatchResults } from '../sold-body.ts';
import { stateRun } from './answer.ts';
import { soldPage, soldView } from './page.ts';
import { sentence, type View } from './view.ts';

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

const look = { quiet: true, named: true } as const;

const answersTable = (label: string, answers: Answers, view: View): Block[] =>
  table(
    label,
    answers,
    [
      ['Asked', 20, ({ question }) => question],
      ['State', 15, ({ state }) => [[stateWords(state)]]],
      [
        'What the source says',
        65,
        ({ says, citations = [] }) => [[run(sentence(says, view)), ...view.marks.ofAll(citations)]],
      ],
    ],
    look,
  );

const nameOf = ({ position, label, page }: BatchPlace): Cell => [
  [run(`${position}. `, 'muted'), run(label, 'strong', page?.startsWith('http') ? page : undefined)],
  ...(page === undefined ? [] : [[{ text: page, style: 'code' as const, page }]]),
];

const placesTable = (places: readonly BatchPlace[], view: View): Block[] =>
  table(
    'Places',
    places,
    [
      ['Place', 40, nameOf],
      ['State', 14, ({ state = 'diagnostic' }) => [[stateWords(state)]]],
      ['What is said of it', 46, ({ says = '' }) => sentence(says, view)],
    ],
    look,
  );

const placeSections = (places: readonly BatchPlace[], view: View): Section[] => [
  ...section(
    'places',
    'Place by place',
    placesTable(
      places.filter(({ answers = [] }) => answers.length === 0),
      view,
    ),
  ),
  ...places.flatMap(({ position, label, answers = [] }) =>
    section(`place-${position}`, `${position}. ${label}`, answersTable(label, answers, view)),
  ),
];

/** What a batch brought: the sentence of the whole, then place by place in the order of the request. */
export function batchPage(copy: SoldCopy): ReportDocument | undefined {
  if (!isBatch(copy.body)) return undefined;
  const { summary, batch, caveats } = copy.body;
  const sources = new SourceList();
  for (const { label, answers = [] } of batch)
    for (const { citations = [] } of answers) for (const citation of citations) sources.add(citation, label);
  const view = soldView(copy, sources.all());
  return soldPage(copy, view, {
    kind: 'From public records',
    title: copy.title,
    summary,
    sections: placeSections(batch, view),
    limits: caveats,
  });
}
