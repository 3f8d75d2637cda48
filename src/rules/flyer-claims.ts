import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';
import { rowCitation } from './cited-row.ts';

export const claimTopics = [
  'race',
  'national_origin',
  'religion',
  'sex',
  'familial_status',
  'disability',
  'steering',
  'superlative',
  'promise',
  'value',
] as const;

const patternOf = (patterns: readonly string[]) => new RegExp(`(?<=^| )(?:${patterns.join('|')})(?= |$)`, 'g');

/**
 * Words that a flyer made from public records does not carry: what indicates a preference for or against people (fair
 * housing), and opinions, promises and words on value that no record shows. `terms` and `allowed` are patterns of whole
 * words of a text as {@link foldedClaim} writes it; the row ignores text that `allowed` covers.
 */
export const flyerClaims = citedTable({
  id: 'flyer-claims',
  name: 'advertising claims',
  columns: {
    topic: z.enum(claimTopics),
    terms: listOf(text),
    allowed: listOf(text).exactOptional(),
    reason: text,
  },
  own: ({ topic, terms, allowed, reason }) => ({
    topic,
    reason,
    terms: patternOf(terms),
    allowed: allowed && patternOf(allowed),
  }),
});

/** A text as the patterns read it: small letters without marks, no apostrophes, every other sign but `+#$%` a space. */
export const foldedClaim = (claim: string): string =>
  claim
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'\u2018\u2019\u02bc]/gu, (sign) => (/['\u2018\u2019\u02bc]/.test(sign) ? ' ' : ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#$%]+/gu, ' ')
    .trim();

/** The first rule that a text breaks; undefined where it breaks none. Pure. */
export function claimFault(claim: string) {
  const folded = foldedClaim(claim);
  for (const row of flyerClaims.rows) {
    const looked = row.allowed ? folded.replace(row.allowed, '\u00b7') : folded;
    const [words] = looked.match(row.terms) ?? [];
    if (words !== undefined) return { topic: row.topic, words, reason: row.reason, citation: rowCitation(row) };
  }
  return undefined;
}
