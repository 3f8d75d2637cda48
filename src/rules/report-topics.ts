import { listOf, optionalText, text } from './cells.ts';
import { phrasesIn } from './phrase-match.ts';
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

/** The topics that the words of a caller name, in the order of the table. */
export const topicsNamedIn = (words: string): readonly ReportTopic[] => phrasesIn(words, reportTopics());

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
