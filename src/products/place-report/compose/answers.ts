import type { PartReading } from '../../../answers/ask-tools.ts';
import type { RecordEntry, ReportFact, ReportSection, SectionOf } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { type ReportTopic, topicsNamedIn } from '../../../rules/report-topics.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';
import type { ReportMaterial } from '../material.ts';

export interface ReadAnswer extends Pick<AnswerFacts, 'facts' | 'tables' | 'dated'> {
  readonly reading: PartReading;
}

type Answered = SectionOf<'answers'>['answers'][number];

const maxFacts = 4;
const maxEntries = 8;

const unknownTopic = 'Its words name nothing that the sources of this report keep; no source of it answered this.';
const noAnswer = (topics: readonly ReportTopic[]) =>
  `No source of this report gave anything on ${topics.map(({ title }) => title.toLowerCase()).join(' or ')} here.`;

function tableFact({ tables }: ReadAnswer, end: string): ReportFact[] {
  const table = tables.find(({ id }) => id.endsWith(end));
  const [first] = table?.rows ?? [];
  if (!table || !first) return [];
  const rows = table.rows.map(({ cells }) =>
    cells
      .slice(0, 2)
      .flatMap((cell, at) => (cell === null ? [] : valueText(cell, table.columns[at]?.unit)))
      .join(', '),
  );
  return [{ id: table.id, label: table.label, value: [...new Set(rows)].join('; '), citation: first.citation }];
}

const factsOn = ({ main }: ReportTopic, read: readonly ReadAnswer[]): readonly ReportFact[] =>
  main.flatMap((end) =>
    read.flatMap((answer) => {
      const fact = answer.facts.find(({ id }) => id.endsWith(end));
      return fact ? [fact] : tableFact(answer, end);
    }),
  );

const bearsOn =
  ({ lanes, parts }: ReportTopic) =>
  ({ id }: ReportSection) => {
    const name = id.slice(id.indexOf('.') + 1);
    return (
      lanes.includes(name) ||
      parts.includes(`svc_${name}`) ||
      (id === 'facts.parcel' && parts.includes('svc_parcel_lookup'))
    );
  };

function answerTo(
  queried: string,
  as: Answered['as'],
  read: readonly ReadAnswer[],
  entries: readonly RecordEntry[],
  sections: readonly ReportSection[],
): Answered {
  const topics = topicsNamedIn(queried);
  const facts = topics.flatMap((topic) => factsOn(topic, read)).slice(0, maxFacts);
  const own = entries.filter(({ lane }) => topics.some(({ lanes }) => lanes.includes(lane))).slice(0, maxEntries);
  const bearing = sections.filter((section) => topics.some((topic) => bearsOn(topic)(section)));
  const none = facts.length + own.length + bearing.length === 0;
  return {
    asked: queried,
    as,
    topics: topics.map(({ topic }) => topic),
    facts,
    entryIds: own.map(({ id }) => id),
    sectionIds: bearing.map(({ id }) => id),
    ...(none && { unanswered: topics.length === 0 ? unknownTopic : noAnswer(topics) }),
  };
}

/** Each question and focus area of the caller with the cited facts and records that bear on it; none where the caller has no question. */
export function answersOf(
  { input }: Pick<ReportMaterial, 'input'>,
  about: {
    readonly read: readonly ReadAnswer[];
    readonly entries: readonly RecordEntry[];
    readonly sections: readonly ReportSection[];
  },
): SectionOf<'answers'>[] {
  const { questions = [], focusAreas = [] } = input.reportPrefs ?? {};
  const { read, entries, sections } = about;
  const answers = [
    ...questions.map((queried) => answerTo(queried, 'question', read, entries, sections)),
    ...focusAreas.map((queried) => answerTo(queried, 'focus', read, entries, sections)),
  ];
  if (answers.length === 0) return [];
  return [
    {
      id: 'your_questions',
      title: 'Your questions',
      kind: 'answers',
      note: 'What the records that were read state about it; the question itself is for the office that keeps them.',
      answers,
    },
  ];
}

/** Sections that bear on the caller's focus areas come first among their like. */
export function focusFirst(
  { input }: Pick<ReportMaterial, 'input'>,
  sections: readonly ReportSection[],
): readonly ReportSection[] {
  const topics = (input.reportPrefs?.focusAreas ?? []).flatMap((words) => topicsNamedIn(words));
  const place = (section: ReportSection) => {
    const at = topics.findIndex((topic) => bearsOn(topic)(section));
    return at < 0 ? topics.length : at;
  };
  return sections.toSorted((a, b) => place(a) - place(b));
}
