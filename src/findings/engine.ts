import { z } from 'zod';
import type { PartReading } from '../answers/ask-tools.ts';
import { askOffice, officeOfLane } from '../answers/offices.ts';
import { held } from '../kernel/answer-builder.ts';
import { isAnswered } from '../kernel/state.ts';
import type { Subject } from '../kernel/subject.ts';
import { ToolNameSchema } from '../kernel/tool-names.ts';
import { lanes } from '../places/schema/jurisdiction.ts';
import { sectionCitation } from '../reports/section-citation.ts';
import { findingKinds, type LedgerEntry, type ListedFinding } from '../reports/sections.ts';
import { optionalText, text } from '../rules/cells.ts';
import { reasonFor, topicOf } from '../rules/report-topics.ts';
import { tableFile } from '../rules/table-file.ts';
import { type Finding, type FindingDraft, type FindingRule, type Step, stated } from './finding.ts';
import { contaminationRules } from './rules/contamination.ts';
import { landRules } from './rules/land.ts';
import { moneyRules } from './rules/money.ts';
import { premisesRules } from './rules/premises.ts';
import { surroundingsRules } from './rules/surroundings.ts';
import { noWords, type StatusWords } from './status-words.ts';

/** All rules, by their names. */
export const findingRules = {
  ...moneyRules,
  ...landRules,
  ...contaminationRules,
  ...premisesRules,
  ...surroundingsRules,
} as const satisfies Record<string, FindingRule>;

export type RuleName = keyof typeof findingRules;

const fallback: Step = { action: 'Ask for the record', with: 'the city or county office in charge' };

function findingOf(reading: PartReading, { kind, topic: about }: FindingRule, draft: FindingDraft): Finding {
  const { tool, lane, title, answer, id } = reading;
  const { key, sentence, headline, citations, next, where, recordIds = [], evidenceNeeded, ...own } = draft;
  const topic = about ?? topicOf({ part: tool, lane })?.topic;
  const finding = stated({
    kind,
    id: `${id}.${key}`,
    headline: headline ?? title,
    finding: sentence,
    where: where ?? 'area',
    ...(topic && { topic }),
    question: draft.question,
    evidenceNeeded: [...evidenceNeeded],
    recordIds: [...recordIds],
    citations: citations.map(sectionCitation),
    next: next ?? answer.verifyNext.find(({ url }) => url) ?? answer.verifyNext[0] ?? fallback,
  });
  return { ...finding, ...own };
}

/** What these rules find in one answer; none where its source did not answer. */
export const foundBy = (
  rules: readonly FindingRule[],
  reading: PartReading,
  words: StatusWords = noWords,
): readonly Finding[] =>
  isAnswered(reading.answer.state)
    ? rules.flatMap((rule) => held([rule.find(reading, words)].flat()).map((draft) => findingOf(reading, rule, draft)))
    : [];

/** The rules whose findings a product lists: all but those that only ask an office, and of these the ones it names. */
const listedRules = (tool: string, also: readonly RuleName[]) =>
  Object.entries(findingRules).flatMap(([name, rule]: [string, FindingRule]) =>
    rule.needs === tool && (!rule.asks || (also as readonly string[]).includes(name)) ? [rule] : [],
  );

/** What all rules find in the answers of free tools, and the questions to offices that a product names. */
export const findingsIn = (readings: readonly PartReading[], also: readonly RuleName[] = []): readonly Finding[] =>
  readings.flatMap((reading) => foundBy(listedRules(reading.tool, also), reading));

/** What a reader has to look at where it could not be read, with its official page. */
export const findingGaps = tableFile('finding-gaps', {
  tool: ToolNameSchema.exactOptional(),
  lane: z.enum(lanes).exactOptional(),
  label: text,
  page: optionalText,
  url: z.url().exactOptional(),
});

/** What matters and could not be read, each once. */
export function gapFindings(subject: Subject, entries: readonly LedgerEntry[]): readonly Finding[] {
  const failed = entries.filter(({ status }) => status === 'unavailable');
  return findingGaps().flatMap(({ tool, lane, label, page, url }): Finding[] => {
    const entry = failed.find((one) => (tool ? one.tool === tool : one.lane === lane));
    if (!entry) return [];
    const topic = topicOf({ part: tool ?? '', lane })?.topic;
    const look = 'Look the place up there, or ask again later';
    const ask = `Ask for ${label.toLowerCase()}`;
    const office = lane && askOffice(subject, officeOfLane[lane], ask);
    return [
      stated({
        id: `gap.${tool ?? lane}`,
        kind: 'gaps',
        headline: `${label}: not read`,
        finding: `${label}: the source did not answer${page ? `; open ${page}` : ''}.`,
        where: 'area',
        ...(topic && { topic }),
        question: `What do the records say about ${label.toLowerCase()}?`,
        evidenceNeeded: ['The answer of the source itself'],
        recordIds: [],
        citations: [],
        next: page && url ? { action: look, with: page, url } : (office ?? fallback),
      }),
    ];
  });
}

const wheres: readonly Finding['where'][] = ['on_parcel', 'in_building', 'near', 'area'];

/** What holds for a whole area is said with what is near, whatever it is of; what could not be read is said last. */
const rankOf = ({ kind, where }: Finding) =>
  where === 'area' && kind !== 'gaps' ? findingKinds.indexOf('near') : findingKinds.indexOf(kind);

/** Findings of one thing are one finding: the first states it, and the others say on which further lists it is. */
function oneOfEach<F extends Finding>(findings: readonly F[]): readonly F[] {
  const kept: F[] = [];
  for (const finding of findings) {
    const at = kept.findIndex(({ thing }) => thing !== undefined && thing === finding.thing);
    const known = kept[at];
    if (!known) {
      kept.push(finding);
      continue;
    }
    const further = finding.citations.filter(
      ({ sourceUrl }) => !known.citations.some((cited) => cited.sourceUrl === sourceUrl),
    );
    kept[at] = {
      ...known,
      ...(further.length > 0 && { finding: `${known.finding} Also listed: ${finding.headline}.` }),
      citations: [...known.citations, ...further],
      recordIds: [...new Set([...known.recordIds, ...finding.recordIds])],
    };
  }
  return kept;
}

/**
 * Findings in the order in which they are said: by kind, then on the parcel, in the building and by distance, then by the
 * topics for which they are read; of one answer two nearby before what else there is. Each thing once. Pure.
 */
export function inOrder<F extends Finding>(findings: readonly F[], topics: readonly string[] = []): readonly F[] {
  const topicRank = ({ topic }: Finding) => {
    const at = topic === undefined ? -1 : topics.indexOf(topic);
    return at < 0 ? topics.length : at;
  };
  const sorted = findings.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      wheres.indexOf(a.where) - wheres.indexOf(b.where) ||
      (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0) ||
      topicRank(a) - topicRank(b),
  );
  return rowsBehind(oneOfEach(sorted));
}

/** Of one answer: a row of tanks would hide the permits of the parcel. */
const mostNearOfAnswer = 2;

/** The same, with the third and further things nearby of one answer behind everything else but what could not be read. */
function rowsBehind<F extends Finding>(sorted: readonly F[]): readonly F[] {
  const nearOf = new Map<string, number>();
  const isFurther = ({ where, id }: F) => {
    if (where !== 'near') return false;
    const answer = id.slice(0, id.indexOf('.'));
    const count = (nearOf.get(answer) ?? 0) + 1;
    nearOf.set(answer, count);
    return count > mostNearOfAnswer;
  };
  const further = new Set(sorted.filter(isFurther));
  const of = (holds: (finding: F) => boolean) => sorted.filter(holds);
  return [
    ...of((one) => one.kind !== 'gaps' && !further.has(one)),
    ...further,
    ...of((one) => one.kind === 'gaps' && !further.has(one)),
  ];
}

/** Findings as a body has them, with the reason why each matters for what it is read. */
export const listedFindings = (findings: readonly Finding[], purpose?: string): ListedFinding[] =>
  findings.map(({ status: _status, resolvedBy: _resolved, thing: _thing, differs: _differs, ...finding }, at) => {
    const why = finding.topic && reasonFor(finding.topic, purpose);
    return { order: at + 1, ...finding, ...(why && { why }) };
  });
