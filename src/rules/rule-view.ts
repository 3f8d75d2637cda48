import { z } from 'zod';
import { row } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { type CitedRow, pageCitation, rowCitation, rowVerifications, verificationNotes } from './cited-row.ts';
import type { Fit } from './rule-fit.ts';
import { pointerLimits, type RulePointer } from './rule-pointers.ts';
import { coveredPlaces, type RuleTable, type TableReading } from './rule-table.ts';

/** Schema of a rule row in an answer: the tool's own fields, the place to which the row applies, and how it was read. */
export const ruleRow = <S extends z.ZodRawShape>(shape: S) =>
  row({
    ...shape,
    place: z.string().describe('Place that the row speaks for'),
    mayNotApply: z
      .boolean()
      .optional()
      .describe('The row speaks for a part of the place queried, or it is not known whether it does'),
    verification: z.enum(rowVerifications).describe('How the row was read; the day is in the citation'),
    nationwide: z.boolean().optional().describe('The row speaks for every place of the country'),
    alsoCited: z.array(z.string()).optional().describe('Keys of further citations that say the same or a part of it'),
  });

/** A row in an answer: its own columns that are named, as far as it has them, and the common ones; registers its citations. */
export function viewRow<R extends CitedRow, K extends keyof R = never>(
  answer: AnswerBuilder,
  { row: one, fit }: { readonly row: R; readonly fit: Fit },
  columns: readonly K[] = [],
) {
  const own = columns.flatMap((column) => (one[column] === undefined ? [] : [[column, one[column]]]));
  const citation = answer.cite(rowCitation(one));
  const more = one.also?.map((page) => answer.cite(pageCitation(page, one.verification, one.asOf)));
  return {
    ...(Object.fromEntries(own) as Pick<R, K>),
    place: one.scope.name,
    ...(fit === 'part' && { mayNotApply: true }),
    ...(!one.scope.state && { nationwide: true }),
    verification: one.verification,
    ...(more && { alsoCited: more }),
    citation,
  };
}

/** Whether a list of an answer's facts has a row of this place: neither of the whole country nor of another part of it. */
export const hasRowOfPlace =
  (list: string) =>
  ({ facts }: { readonly facts?: Readonly<Record<string, unknown>> | undefined }): boolean => {
    const rows = facts?.[list];
    return Array.isArray(rows) && rows.some(({ mayNotApply, nationwide }) => !mayNotApply && !nationwide);
  };

/** Terms of a tool that sells the rows of a place: when such a list is charged. */
export const soldByPlace = (list: string) => ({
  chargesWhen: 'the table has a row of the place, or of the state that it lies in',
  freeWhen: 'no matching row (one of the whole country or of another part of the place is none)',
  sells: hasRowOfPlace(list),
});

/** What the words of verification in an answer mean: one sentence for the limits. */
export function verificationLimit(rows: readonly { readonly row: CitedRow }[]): string {
  const words = [...new Set(rows.map(({ row: one }) => one.verification))];
  return `${words.map((word) => `${word}: ${verificationNotes[word]}`).join('; ')}.`;
}

/** A text older than this is named with its age, for it may have been amended. */
const freshTextYears = 5;
const cautionsShown = 3;

/** The first year that the date or edition of a row's text names. */
const yearOfText = ({ page }: CitedRow): number => Number(page.edition?.match(/(?:19|20)\d\d/)?.[0] ?? Number.NaN);

/** Follows a summary: the year of the oldest statute text of some rows where it is more than five years old, else ''. */
export function ageWords(rows: readonly { readonly row: CitedRow }[], now: Date): string {
  const texts = rows.map(({ row: one }) => one).filter(({ verification }) => verification === 'statute_text');
  const old = texts.map(yearOfText).filter((year) => year < now.getUTCFullYear() - freshTextYears);
  return old.length > 0 ? `; text of ${Math.min(...old)}, read it live first` : '';
}

/** What the copies of some rows do not show: one sentence for each row that has such a caution. */
export const cautionLimits = (rows: readonly { readonly row: CitedRow }[]): readonly string[] =>
  rows
    .flatMap(({ row: { scope, statute, page, caution } }) =>
      caution ? [`${scope.name}, ${statute ?? page.name}: ${caution}.`] : [],
    )
    .slice(0, cautionsShown);

/** What the table covers: one sentence for an answer without a row. */
export const coverageLimit = (table: RuleTable<CitedRow>): string =>
  `The table has rows for ${coveredPlaces(table).join('; ')}. Not covered never means that there is nothing of the kind.`;

/** Limits of an answer out of one table: how its rows were read, what is not given, and without a row what it covers. */
export const tableLimits = (
  table: RuleTable<CitedRow>,
  rows: TableReading<CitedRow>['rows'],
  pointers: readonly RulePointer[],
): readonly string[] =>
  rows.length > 0
    ? [verificationLimit(rows), ...cautionLimits(rows), ...pointerLimits(pointers)]
    : [...pointerLimits(pointers), coverageLimit(table)];

/** A row in an answer that names its place otherwise: the columns that are named, how it was read, and its citation. */
export const viewCited = <R extends CitedRow, K extends keyof R>(
  answer: AnswerBuilder,
  one: R,
  columns: readonly K[],
) => ({
  ...(Object.fromEntries(columns.map((column) => [column, one[column]])) as Pick<R, K>),
  verification: one.verification,
  citation: answer.cite(rowCitation(one)),
});
