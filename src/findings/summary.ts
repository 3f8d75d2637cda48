import type { z } from 'zod';
import type { FoldedParts } from '../answers/context-parts.ts';
import { rows } from '../kernel/answer.ts';
import { type AnswerBuilder, held, type Perhaps } from '../kernel/answer-builder.ts';
import { many } from '../kernel/nearby-shape.ts';
import { cutText } from '../kernel/text.ts';
import { FindingSchema, type LedgerEntry } from '../reports/sections.ts';
import { inUsUnits } from '../reports/values.ts';
import { findingsIn, inOrder } from './engine.ts';

/** Findings that a composed tool lists: what a first screen has room for. */
const listedFindings = 7;
const { headline } = FindingSchema.shape;

export const standsOutShape = {
  standsOut: rows({ headline })
    .max(listedFindings)
    .optional()
    .describe('What stands out in the parts by fixed rules, the first to know first; never scored'),
} satisfies z.ZodRawShape;

/** What stands out in the parts of a composed tool, each cited; undefined where nothing does. */
export function standsOutIn(answer: AnswerBuilder, { readings }: Pick<FoldedParts, 'readings'>) {
  const listed = inOrder(findingsIn(readings)).slice(0, listedFindings);
  const cited = listed.flatMap(({ headline, citations: [citation] }) =>
    citation
      ? [
          {
            headline: inUsUnits(headline),
            citation: answer.cite(citation),
          },
        ]
      : [],
  );
  return cited.length > 0 ? cited : undefined;
}

/** A summary is read aloud and quoted whole. */
export const longestSummary = 240;

interface SummaryParts {
  /** Absent where nothing can stand out: figures of an area. */
  readonly findings?: readonly { readonly headline: string }[] | undefined;
  /** What the product itself answers, in a sentence. */
  readonly lead?: string | undefined;
  /** What was searched, and where, in a sentence. */
  readonly searched: string;
}

/** A part of the product's own sentence that is shorter says too little. */
const shortestLead = 30;

const ended = (text: string) => (/[.!?\u2026]$/.test(text) ? text : `${text}.`);

/** As many whole clauses of a sentence as there is room for; undefined where that is too little to be said. */
function clausesWithin(text: string, longest: number): string | undefined {
  if (text.length <= longest) return text;
  const ends = [...text.slice(0, longest).matchAll(/[;,:.](?= )| (?=\()/g)].map(({ index }) => index);
  const last = ends.filter((end) => end >= shortestLead).at(-1);
  return last === undefined ? undefined : text.slice(0, last);
}

/**
 * The first thing that a person has to know, with its figure, and how many follow; what the product answers, as far as there
 * is room; what was searched. At most 240 characters.
 */
export function summaryOf({ findings, lead, searched }: SummaryParts): string {
  const [first, ...others] = findings ?? [];
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const found = first ? ended(`${cutText(inUsUnits(first.headline).replace(/\.$/, ''), 130)}${more}`) : undefined;
  const end = found || !findings ? ended(searched) : `${ended(searched)} Nothing stands out by fixed rules.`;
  const room = longestSummary - end.length - (found ? found.length + 1 : 0) - 2;
  const answered = lead && clausesWithin(inUsUnits(lead), room);
  return cutText([found, answered && ended(answered), end].filter(Boolean).join(' '), longestSummary);
}

/** "Searched for <place>: 20 kinds of records, 1 of them could not be read" */
export function searchedWords(place: string, entries: readonly LedgerEntry[]): string {
  const failed = entries.filter(({ status }) => status === 'unavailable').length;
  const queried = entries.filter(({ status }) => status !== 'not_wired' && status !== 'not_asked').length;
  const missing = failed > 0 ? `, ${failed} of them could not be read` : '';
  return `Searched for ${place}: ${many(queried, 'kind')} of records${missing}`;
}

/**
 * The summary of a composed tool: what stands out in its parts, what they state, what was searched. `more` is what the tool
 * read itself; what can stand out of its parts is left aside where it gives figures of an area.
 */
export function contextSummary(
  place: string,
  { readings, says, withoutFacts, unread }: Pick<FoldedParts, 'readings' | 'says' | 'withoutFacts' | 'unread'>,
  more: readonly Perhaps<string>[] = [],
  stands = true,
): string {
  const without = withoutFacts.length > 0 ? `, without facts: ${withoutFacts.join(', ')}` : '';
  const failed = unread.length > 0 ? `, could not be read: ${unread.join(', ')}` : '';
  const lead = [...says, ...held(more)].join('; ');
  return summaryOf({
    findings: stands ? inOrder(findingsIn(readings)) : undefined,
    lead: capital(lead) || undefined,
    searched: `Searched for ${place}: ${many(readings.length, 'part')}${failed}${without}`,
  });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
