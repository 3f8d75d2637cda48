import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import type { ToolName } from '../../kernel/tool-names.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { reasonFor, topicOf } from '../../rules/report-topics.ts';
import { hasAnswered } from './brief.ts';
import { sectionCitation } from './compose/facts.ts';
import { foundBy, type ItemDraft, type ItemRule } from './follow-up/reading.ts';

/** More of them are no longer what stands out. */
const mostItems = 8;
/** Of one topic nearby: a row of tanks would hide everything else. */
const mostOfTopic = 2;

export const briefItemWheres = ['on_site', 'nearby', 'area'] as const;

/** One thing that stands out in what a brief read, by a fixed rule; never scored. */
export const BriefItemSchema = z.strictObject({
  order: z.int().positive(),
  id: z.string().min(1),
  finding: z.string().min(1).describe('What the records state'),
  where: z.enum(briefItemWheres),
  distanceMeters: z.number().optional(),
  why: z.string().optional().describe('What it bears on'),
  question: z.string().min(1).describe('What the records leave open'),
  evidenceNeeded: z.array(z.string()),
  recordIds: z.array(z.string()),
  next: z.strictObject({ action: z.string(), with: z.string(), url: z.url().optional() }),
  citations: z.array(SectionCitationSchema),
});

export type BriefItem = z.infer<typeof BriefItemSchema>;
export type BriefItemDraft = Omit<BriefItem, 'order' | 'why'> & { readonly topic?: string };

export const briefItemFields = {
  standsOut: z
    .array(BriefItemSchema)
    .describe('By fixed rules, of the place itself first, then by distance; empty: no rule found anything'),
  standsOutLeftOut: z.int().optional(),
};

const fallback = { action: 'Ask for the record', with: 'the city or county office in charge' };

function draftOf(reading: PartReading, draft: ItemDraft): BriefItemDraft {
  const { id, tool, answer, lane } = reading;
  const { key, place, factualBasis, question, evidenceNeeded, recordIds = [], citations, verifyNext } = draft;
  const known = Object.values(answer.citations);
  const next = verifyNext ?? answer.verifyNext.find(({ url }) => url) ?? answer.verifyNext[0] ?? fallback;
  const topic = topicOf({ part: tool, lane })?.topic;
  return {
    id: `${id}.${key}`,
    finding: factualBasis,
    where: place?.over ? 'on_site' : place?.distanceMeters === undefined ? 'area' : 'nearby',
    ...(place?.distanceMeters !== undefined && { distanceMeters: place.distanceMeters }),
    ...(topic && { topic }),
    question,
    evidenceNeeded,
    recordIds,
    next,
    citations: known
      .filter((one) =>
        citations.some(
          ({ sourceName, sourceUrl, recordId }) =>
            one.sourceName === sourceName && one.sourceUrl === sourceUrl && one.recordId === recordId,
        ),
      )
      .map(sectionCitation),
  };
}

/** What fixed rules find in the answers of free tools, by the tool whose answer they read. */
export const draftsOf = (
  readings: readonly PartReading[],
  rules: Partial<Record<ToolName, readonly ItemRule[]>>,
): readonly BriefItemDraft[] =>
  readings
    .filter(hasAnswered)
    .flatMap((reading) =>
      foundBy(rules[reading.tool as ToolName] ?? [], reading).map((draft) => draftOf(reading, draft)),
    );

const order = ({ where }: BriefItemDraft) => briefItemWheres.indexOf(where);

/** What stands out, as a brief says it: of the place itself first, then by distance. Pure. */
export function itemsOf(drafts: readonly BriefItemDraft[]): { standsOut: BriefItem[]; standsOutLeftOut?: number } {
  const sorted = drafts.toSorted((a, b) => order(a) - order(b) || (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0));
  const shown = sorted
    .filter(({ where, topic }, at) => {
      const before = sorted.slice(0, at).filter((one) => one.where === 'nearby' && one.topic === topic);
      return where !== 'nearby' || before.length < mostOfTopic;
    })
    .slice(0, mostItems);
  const left = sorted.length - shown.length;
  return {
    standsOut: shown.map(({ topic, ...draft }, at) => {
      const why = topic && reasonFor(topic);
      return { order: at + 1, ...draft, ...(why && { why }) };
    }),
    ...(left > 0 && { standsOutLeftOut: left }),
  };
}
