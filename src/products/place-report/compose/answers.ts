import type { PartReading } from '../../../answers/ask-tools.ts';
import type { Finding } from '../../../findings/finding.ts';
import type {
  LedgerEntry,
  RecordEntry,
  ReportFact,
  ReportSection,
  ReportSignal,
  SectionOf,
} from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { shown } from '../../../reports/words.ts';
import { type ReportTopic, subjectOfQuestion, topicsNamedIn, topicsOf } from '../../../rules/report-topics.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';
import type { ReportMaterial } from '../gather.ts';

export interface ReadAnswer extends Pick<AnswerFacts, 'facts' | 'tables' | 'dated'> {
  readonly reading: PartReading;
}

type Answered = SectionOf<'answers'>['answers'][number];

/** What a report holds that can answer a question. */
interface Held {
  readonly read: readonly ReadAnswer[];
  readonly findings: readonly Finding[];
  readonly signals: readonly ReportSignal[];
  readonly entries: readonly RecordEntry[];
  readonly sections: readonly ReportSection[];
  readonly ledger: readonly LedgerEntry[];
}

const maxFindings = 4;
const maxFacts = 4;
const maxEntries = 8;

const unknownTopic = 'No record that is read here bears on it: its words name no subject of these sources.';
const noRecordSays = (clauses: readonly string[]) => `No record that is read here says ${clauses.join(', or ')}.`;

/** Rows of a table as one fact; those alone whose first cell is the text after `=`. */
function tableFact({ tables }: ReadAnswer, wanted: string): ReportFact[] {
  const [end = '', of] = wanted.split('=');
  const table = tables.find(({ id }) => id.endsWith(end));
  const rows = table?.rows.filter(({ cells }) => of === undefined || cells[0] === of) ?? [];
  const [first] = rows;
  if (!table || !first) return [];
  const words = rows.map(({ cells }) =>
    cells
      .slice(0, 2)
      .flatMap((cell, at) => (cell === null ? [] : shown(valueText(cell, table.columns[at]?.unit))))
      .join(', '),
  );
  return [{ id: table.id, label: table.label, value: [...new Set(words)].join('; '), citation: first.citation }];
}

const factsAt = (ends: readonly string[], { read }: Held): readonly ReportFact[] =>
  ends.flatMap((end) =>
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

/** How many records of a lane a source brought, as a fact. */
const countsOf = ({ lanes }: ReportTopic, { signals, ledger }: Held): readonly ReportFact[] =>
  signals
    .filter(({ id }) => lanes.some((lane) => ledger.some((line) => `signal.${line.id}` === id && line.lane === lane)))
    .map(({ id, label, value, unit, searchExtent, citation }) => ({
      ...{ id, label, value, unit, citation },
      note: searchExtent,
    }));

/** What a report has on one topic: what stands out, else what is stated; and what was searched for it without a result. */
function onTopic(topic: ReportTopic, held: Held) {
  const findings = held.findings.filter((finding) => finding.topic === topic.topic);
  const isAnswered = findings.some(({ kind }) => kind !== 'gaps');
  const counts = countsOf(topic, held);
  // records around the place say nothing of the parcel, where these are looked for by themselves
  const ofParcel = held.ledger.some(({ id, lane }) => id.startsWith('parcel.') && lane && topic.lanes.includes(lane));
  const facts = isAnswered ? [] : [...factsAt(topic.main, held), ...(ofParcel ? [] : counts)];
  const entries = held.entries.filter(({ lane }) => topic.lanes.includes(lane));
  const empty = held.ledger.filter(
    ({ status, lane, tool }) =>
      status === 'empty' &&
      ((lane !== undefined && topic.lanes.includes(lane)) || (tool !== undefined && topic.parts.includes(tool))),
  );
  const none = !isAnswered && facts.length + entries.length + empty.length === 0;
  return { findings, facts, near: ofParcel ? counts : [], entries, empty, ...(none && { clause: topic.clause }) };
}

const idsOf = (of: readonly { readonly id: string }[], most: number) =>
  [...new Set(of.map(({ id }) => id))].slice(0, most);

function answerTo(queried: string, as: Answered['as'], held: Held): Answered {
  const { topics, gaps } =
    as === 'question' ? subjectOfQuestion(queried) : { topics: topicsNamedIn(queried), gaps: [] };
  const all = [...new Set([...topics, ...topicsOf(gaps.map(({ topic }) => topic))])];
  const on = topics.map((topic) => onTopic(topic, held));
  const clauses = [...gaps, ...on].flatMap(({ clause }) => clause ?? []);
  const near = [...gaps.flatMap((gap) => factsAt(gap.near, held)), ...on.flatMap((one) => one.near)].slice(0, maxFacts);
  return {
    asked: queried,
    as,
    topics: all.map(({ topic }) => topic),
    findingIds: idsOf(on.flatMap(({ findings }) => findings).toSorted(inOrderOf(held.findings)), maxFindings),
    facts: on.flatMap(({ facts }) => facts).slice(0, maxFacts),
    entryIds: idsOf(
      on.flatMap(({ entries }) => entries),
      maxEntries,
    ),
    emptyIn: [...new Set(on.flatMap(({ empty }) => empty.map(({ label }) => label)))],
    sectionIds: held.sections.filter((section) => all.some((topic) => bearsOn(topic)(section))).map(({ id }) => id),
    ...(clauses.length > 0 && { unanswered: noRecordSays(clauses) }),
    ...(clauses.length + all.length === 0 && { unanswered: unknownTopic }),
    ...(near.length > 0 && { near }),
  };
}

const inOrderOf = (findings: readonly Finding[]) => (a: Finding, b: Finding) =>
  findings.indexOf(a) - findings.indexOf(b);

/**
 * Each question and focus area of the caller with what stands out on its topic, else with the cited facts and records of
 * it, else that no record says it; none where the caller has no question.
 */
export function answersOf({ input }: Pick<ReportMaterial, 'input'>, held: Held): SectionOf<'answers'>[] {
  const { questions = [], focusAreas = [] } = input.reportPrefs ?? {};
  const answers = [
    ...questions.map((queried) => answerTo(queried, 'question', held)),
    ...focusAreas.map((queried) => answerTo(queried, 'focus', held)),
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
