import { z } from 'zod';
import type { VerifyNext } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { beyond, filled } from '../kernel/nearby-shape.ts';
import type { Subject } from '../kernel/subject.ts';
import { fitOf } from './rule-fit.ts';
import { pointerChecks, pointerLimits, pointersFor } from './rule-pointers.ts';
import { readTable } from './rule-table.ts';
import { ageWords, cautionLimits, ruleRow, verificationLimit, viewRow } from './rule-view.ts';
import { assessmentLevels, type LawTopic, lawTables, lawTopics } from './state-laws.ts';

/** Schema of a statement of law in an answer. */
export const lawRow = ruleRow({
  topic: z.enum(lawTopics),
  about: z.string(),
  rule: z.string().optional().describe('Absent where the text read has the reach of the law only'),
  appliesTo: z.string().optional(),
  timing: z.string().optional(),
  conditions: z.string().optional(),
  exceptions: z.string().optional(),
  statute: z.string().optional(),
  quote: z.string().optional().describe('Words of the text that was read'),
  textOf: z.string().optional().describe('Date or edition that the copy gives for its text'),
});

const columns = ['about', 'rule', 'appliesTo', 'timing', 'conditions', 'exceptions', 'statute', 'quote'] as const;

/**
 * What the tables of some topics have for a place, at most `shown` statements, the most local first within a topic. Every table is
 * named in `searched`; `words` counts the statements by table, '' where there are none; `age` follows a summary (see ageWords).
 */
export function readLaws(
  answer: AnswerBuilder,
  topics: readonly LawTopic[],
  query: { readonly subject: Subject; readonly area: string; readonly now: Date },
  shown: number,
) {
  const readings = topics.map((topic) => ({ topic, ...readTable(answer, lawTables[topic], query) }));
  const found = readings.flatMap(({ topic, rows }) => rows.map((hit) => ({ topic, ...hit })));
  const kept = found.slice(0, shown);
  const pointers = readings.flatMap((reading) => reading.pointers);
  const counts = readings
    .filter(({ rows }) => rows.length > 0)
    .map(({ topic, rows }) => `${lawTables[topic].name} ${rows.length}`);
  return {
    laws: filled(
      kept.map(({ topic, ...hit }) => ({ topic, ...viewRow(answer, hit, columns), textOf: hit.row.page.edition })),
    ),
    lawsLeftOut: beyond(found, shown),
    pointers,
    words: counts.join(', '),
    age: ageWords(kept, query.now),
    limits: [...(kept.length > 0 ? [verificationLimit(kept)] : []), ...cautionLimits(kept), ...pointerLimits(pointers)],
  };
}

/** Follows a summary: how many statements of law an input of the tool adds, by table; '' where there are none. */
export function lawsOnRequest(subject: Subject, topics: readonly LawTopic[]): string {
  const read = topics.flatMap((topic) => {
    const { name, rows } = lawTables[topic];
    const count = rows.filter(({ scope }) => scope.state && fitOf(scope, subject) === 'whole').length;
    return count > 0 ? [`${name} ${count}`] : [];
  });
  return read.length > 0 ? ` On request, by state law: ${read.join(', ')}.` : '';
}

/**
 * What an assessed value of a place means by the law of its state: one sentence for the limits with statute and rule, and
 * the page to read it on. Without a row the offices that know; neither where no text and no office is known.
 */
export function assessmentLevel(subject: Subject): {
  readonly limits: readonly string[];
  readonly next: readonly VerifyNext[];
} {
  const row = assessmentLevels.rows.find(({ scope }) => fitOf(scope, subject) === 'whole');
  if (!row) {
    const pointers = pointersFor(assessmentLevels.id, subject);
    return { limits: pointerLimits(pointers), next: pointerChecks(pointers) };
  }
  const { about, rule, appliesTo, statute, page } = row;
  const reach = appliesTo ? ` (${appliesTo})` : '';
  return {
    limits: [`${about} by state law: ${rule}${reach}; ${statute}, read in a copy.`, ...cautionLimits([{ row }])],
    next: [{ action: 'Read at which level values are assessed', with: page.name, url: page.url }],
  };
}
