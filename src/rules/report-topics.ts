import { once } from '../kernel/memoize.ts';
import { listOf, optionalText, text } from './cells.ts';
import { phraseReader, phrasesIn } from './phrase-match.ts';
import { tableFile } from './table-file.ts';

const list = listOf(text).default([]);

/** What a question about a place can be about: the words that name it, and the parts of a report that bear on it. */
export const reportTopics = tableFile('report-topics', {
  topic: text,
  title: text,
  phrases: list,
  parts: list,
  lanes: list,
  main: list,
  /** What its records say, as "No record says ..." goes on. */
  clause: text,
});

/** What a question can be about and no record says: "whether there is a septic system on the parcel". */
export const questionGaps = tableFile('question-gaps', {
  phrases: list,
  topic: optionalText,
  clause: text,
  /** Ends of the ids of facts that are only near it; `=` and the first cell of the rows of a table. */
  near: list,
});

/** Why a report is read; `topics` in the order in which they matter for it. */
export const reportPurposes = tableFile('report-purposes', {
  purpose: text,
  title: optionalText,
  reportTypes: list,
  phrases: list,
  topics: list,
});

/** Why a topic matters for a purpose: what it bears on. */
export const reportReasons = tableFile('report-reasons', { topic: text, purpose: text, why: text });

export type ReportTopic = ReturnType<typeof reportTopics>[number];
export type ReportPurpose = ReturnType<typeof reportPurposes>[number];

const general = 'general';

const topicReader = once(() => phraseReader(reportTopics()));

/** The topics that the words of a caller name, in the order of the table. */
export function topicsNamedIn(words: string): readonly ReportTopic[] {
  const named = topicReader()(words);
  return reportTopics().filter((topic) => named.includes(topic));
}

type QuestionGap = ReturnType<typeof questionGaps>[number];

const isGap = (entry: ReportTopic | QuestionGap): entry is QuestionGap => 'near' in entry;

const subjectReader = once(() => phraseReader<ReportTopic | QuestionGap>([...questionGaps(), ...reportTopics()]));

/** What a question is about: `gaps` that no record says, and by its other words `topics` of which records say something. */
export function subjectOfQuestion(words: string) {
  const named = subjectReader()(words);
  return { topics: named.flatMap((entry) => (isGap(entry) ? [] : entry)), gaps: named.filter(isGap) };
}

/** The topics of these names. */
export const topicsOf = (names: readonly (string | undefined)[]): readonly ReportTopic[] =>
  reportTopics().filter(({ topic }) => names.includes(topic));

/** The topic of a part or a lane; undefined where none names it. */
export const topicOf = (name: {
  readonly part?: string;
  readonly lane?: string | undefined;
}): ReportTopic | undefined =>
  reportTopics().find(
    ({ parts, lanes }) =>
      (name.part !== undefined && parts.includes(name.part)) || (name.lane !== undefined && lanes.includes(name.lane)),
  );

/** What a report is read for: by its type, else by the words of its brief, else nothing in particular. */
export function purposeOf(reportType: string | undefined, brief: readonly string[]): ReportPurpose {
  const rows = reportPurposes();
  const typed = reportType === undefined ? undefined : rows.find(({ reportTypes }) => reportTypes.includes(reportType));
  const [named] = brief.flatMap((words) => phrasesIn(words, rows));
  const found = named ?? typed ?? rows.find(({ purpose }) => purpose === general);
  if (!found) throw new Error(`data/rules/report-purposes.csv has no row for ${general}`);
  return found;
}

/** Why a topic matters for a purpose; undefined where the table says nothing of it. */
export function reasonFor(topic: string, purpose = general): string | undefined {
  const of = (name: string) => reportReasons().find((row) => row.topic === topic && row.purpose === name)?.why;
  return of(purpose) ?? of(general);
}
