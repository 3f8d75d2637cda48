import { z } from 'zod';
import { row } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { type CitedRow, pageCitation, rowCitation, rowVerifications, verificationNotes } from './cited-row.ts';
import type { Fit } from './rule-fit.ts';
import { coveredPlaces, type RuleTable } from './rule-table.ts';

/** Schema of a rule row in an answer: the tool's own fields, whom the row speaks for, and how it was read. */
export const ruleRow = <S extends z.ZodRawShape>(shape: S) =>
  row({
    ...shape,
    place: z.string().describe('Place that the row speaks for'),
    mayNotApply: z
      .boolean()
      .optional()
      .describe('The row speaks for a part of the place asked, or it is not known whether it does'),
    verification: z.enum(rowVerifications).describe('How the row was read; the day stands in the citation'),
    nationwide: z.boolean().optional().describe('The row speaks for every place of the country'),
    alsoCited: z.array(z.string()).optional().describe('Keys of further citations that say the same or a part of it'),
  });

/** The common fields of a row in an answer; registers its citations. */
export function viewRow(answer: AnswerBuilder, { row: one, fit }: { readonly row: CitedRow; readonly fit: Fit }) {
  const citation = answer.cite(rowCitation(one));
  const more = one.also?.map((page) => answer.cite(pageCitation(page, one.verification, one.asOf)));
  return {
    place: one.scope.name,
    ...(fit === 'part' && { mayNotApply: true }),
    ...(!one.scope.state && { nationwide: true }),
    verification: one.verification,
    ...(more && { alsoCited: more }),
    citation,
  };
}

/** Whether a list of an answer's facts has a row of the very place: not of all the country, nor of another part of it. */
export const hasRowOfPlace =
  (list: string) =>
  ({ facts }: { readonly facts?: Readonly<Record<string, unknown>> | undefined }): boolean => {
    const rows = facts?.[list];
    return Array.isArray(rows) && rows.some(({ mayNotApply, nationwide }) => !mayNotApply && !nationwide);
  };

/** When a row of such a list is not sold, for the published terms. */
export const noRowOfPlace = 'no matching row (one of the whole country or of another part of the place is none)';

/** What the words of verification in an answer mean: one sentence for the limits. */
export function verificationLimit(rows: readonly { readonly row: CitedRow }[]): string {
  const words = [...new Set(rows.map(({ row: one }) => one.verification))];
  return `${words.map((word) => `${word}: ${verificationNotes[word]}`).join('; ')}.`;
}

/** What the table covers: one sentence for an answer that it has nothing for. */
export const coverageLimit = (table: RuleTable<CitedRow>): string =>
  `The table has rows for ${coveredPlaces(table).join('; ')}. Not covered never means that there is nothing of the kind.`;
