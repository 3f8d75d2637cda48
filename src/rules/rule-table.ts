import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { Citation } from '../kernel/citation.ts';
import { defined } from '../kernel/defined.ts';
import type { Subject } from '../kernel/subject.ts';
import { daysBetween } from './calendar-dates.ts';
import type { CitedRow } from './cited-row.ts';
import { type Fit, fitOf, nearestFirst } from './rule-fit.ts';
import { pointersFor, type RulePointer } from './rule-pointers.ts';

/** Amounts, limits and days of such rows change from year to year. */
const freshDays = 365;

export interface RuleTable<R extends CitedRow> {
  readonly id: string;
  /** What the rows are about, as in "Table of owner programs". */
  readonly name: string;
  readonly asOf: string;
  readonly rows: readonly R[];
}

/** Rows of one kind as a table, loaded at first use; `asOf` is the newest day of a row. */
export const ruleTable = <R extends CitedRow>(id: string, name: string, rows: () => readonly R[]): RuleTable<R> => ({
  id,
  name,
  get rows() {
    return rows();
  },
  get asOf() {
    return rows().reduce((newest, { asOf }) => (asOf > newest ? asOf : newest), '');
  },
});

/** The table itself as a source, for answers without a row. Its address is a name, not a page. */
export function tableCitation(table: RuleTable<CitedRow>): Citation {
  return {
    sourceName: `Table of ${table.name} of this service`,
    sourceUrl: `urn:place-records:${table.id}`,
    fetchedAt: table.asOf,
  };
}

/** Names of the places that have at least one row. */
export const coveredPlaces = (table: RuleTable<CitedRow>): readonly string[] => [
  ...new Set(table.rows.map(({ scope }) => scope.name)),
];

export interface TableReading<R extends CitedRow> {
  /** Rows that were read, most local place first. */
  readonly rows: readonly { readonly row: R; readonly fit: Fit }[];
  /** Offices for rules of the place whose text was not read, most local place first. */
  readonly pointers: readonly RulePointer[];
}

/** Why rows are no longer fresh: none of them was checked in the last year. Undefined where one was. */
export function staleReason(rows: readonly { readonly row: CitedRow }[], now: Date): string | undefined {
  const newest = rows
    .map(({ row }) => (row.asOf.length === 7 ? `${row.asOf}-01` : row.asOf))
    .sort()
    .at(-1);
  if (newest === undefined || daysBetween(newest, now.toISOString().slice(0, 10)) <= freshDays) return undefined;
  return `the rows were last checked on ${newest}, more than ${freshDays} days ago`;
}

/**
 * Reads the rows of a place and adds the table to `searched`. The answer's state follows: `found`, `stale`
 * where `now` is given and no row was read in the year before it, `empty` where the place has rows and none fits, else
 * `not_covered`: a place with pointers only has no row to sell.
 */
export function readTable<R extends CitedRow>(
  answer: AnswerBuilder,
  table: RuleTable<R>,
  query: {
    readonly subject: Subject;
    readonly area: string;
    readonly scope?: string;
    readonly now?: Date;
    wanted?(row: R): boolean;
  },
): TableReading<R> {
  const here = table.rows
    .flatMap((row) => {
      const fit = fitOf(row.scope, query.subject);
      return fit ? [{ row, fit }] : [];
    })
    .sort((a, b) => nearestFirst(a.row, b.row));
  const rows = here.filter(({ row }) => query.wanted?.(row) ?? true);
  const pointers = pointersFor(table.id, query.subject);
  const citation = tableCitation(table);
  const searchExtent = defined({ area: query.area, recordScope: query.scope });
  const source = citation.sourceName;
  if (rows.length > 0) {
    const old = query.now && staleReason(rows, query.now);
    const state = old ? 'stale' : 'found';
    answer.count(state);
    answer.note({ source, ...searchExtent, state, ...(old && { reason: old }) });
  } else if (here.length > 0) {
    const reason = 'the table has rows for the place, and none fits';
    answer.addLookup({ state: 'empty', citation, reason }, searchExtent);
  } else {
    const reason =
      pointers.length > 0
        ? `no row for the place was read in its statute or on an official page; ${pointers.length} pointer${pointers.length === 1 ? '' : 's'} to whom to ask`
        : 'the table has no row for the place';
    answer.addLookup({ state: 'not_covered', source, reason }, searchExtent);
  }
  return { rows, pointers };
}
