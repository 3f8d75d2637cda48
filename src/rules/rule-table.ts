import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { Citation } from '../kernel/citation.ts';
import type { Subject } from '../kernel/subject.ts';
import { foldedName } from '../kernel/text.ts';
import { daysBetween } from './calendar-dates.ts';
import { type CitedRow, isServed, type RowScope, type ServedRow } from './cited-row.ts';

/** Amounts, limits and days of such rows change from year to year. */
const freshDays = 365;

/** Cited rows of one kind. */
export interface RuleTable<R extends CitedRow> {
  readonly id: string;
  /** What the rows are about, as in "Table of owner programs". */
  readonly name: string;
  readonly asOf: string;
  readonly rows: readonly R[];
}

/** Rows of one kind as a table, read when they are first asked for; `asOf` is the newest day of a row. */
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

/**
 * How a row's place meets the place that was asked: it holds all of it, or only a part of it (which also stands for
 * "not known whether", as for a city row and a county or a bare point that was asked).
 */
export type Fit = 'whole' | 'part';

/** Undefined where the row speaks for another place. */
export function fitOf(scope: RowScope, subject: Subject): Fit | undefined {
  if (!scope.state) return 'whole';
  if (subject.stateCode !== scope.state) return undefined;
  if (!scope.counties && !scope.place) return 'whole';
  // the city that a ZIP is named after is a post office and no boundary
  if (scope.place && subject.placeName && foldedName(subject.placeName) === scope.place)
    return subject.areaKind === 'zip' && !scope.counties ? 'part' : 'whole';
  const sure = [...(subject.county ? [subject.county] : []), ...subject.countyAlternates].map(({ fips }) => fips);
  const perhaps = subject.countyCandidates.map(({ fips }) => fips);
  if (scope.counties?.some((fips) => sure.includes(fips))) return 'whole';
  if (scope.counties?.some((fips) => perhaps.includes(fips)) || subject.areaKind === 'state') return 'part';
  const around = scope.placeCounties?.some((fips) => sure.includes(fips) || perhaps.includes(fips));
  return around && !subject.placeName ? 'part' : undefined;
}

/** The table itself as a source, for what it does not have. Its address is a name, not a page. */
export function tableCitation(table: RuleTable<CitedRow>): Citation {
  return {
    sourceName: `Table of ${table.name} of this service`,
    sourceUrl: `urn:place-records:${table.id}`,
    fetchedAt: table.asOf,
  };
}

/** Names of the places that have at least one row that may be served. */
export const coveredPlaces = (table: RuleTable<CitedRow>): readonly string[] => [
  ...new Set(table.rows.filter(isServed).map(({ scope }) => scope.name)),
];

export interface TableReading<R extends CitedRow> {
  /** Rows that may be stated, nearest place first. */
  readonly rows: readonly { readonly row: R & ServedRow; readonly fit: Fit }[];
  /** Rows for the place that nobody has held against a page: at most leads. */
  readonly unverified: readonly R[];
}

/** Why rows are no longer fresh: none of them was checked in the last year. Undefined where one was. */
export function staleReason(rows: readonly { readonly row: ServedRow }[], now: Date): string | undefined {
  const newest = rows
    .map(({ row }) => (row.asOf.length === 7 ? `${row.asOf}-01` : row.asOf))
    .sort()
    .at(-1);
  if (newest === undefined || daysBetween(newest, now.toISOString().slice(0, 10)) <= freshDays) return undefined;
  return `the rows were last checked on ${newest}, more than ${freshDays} days ago`;
}

const width = ({ place, counties, state }: RowScope) => (place ? 0 : counties ? 1 : state ? 2 : 3);

/**
 * Reads the rows of a place and enters the table among what was searched. The answer's state follows: `found`,
 * `partial` where sources disagree, `stale` where `now` is given and no row was checked in the year before it,
 * `empty` where the place has rows and none fits, else `not_covered`.
 */
export function readTable<R extends CitedRow>(
  answer: AnswerBuilder,
  table: RuleTable<R>,
  asked: {
    readonly subject: Subject;
    readonly area: string;
    readonly scope?: string;
    readonly now?: Date;
    wanted?(row: R): boolean;
  },
): TableReading<R> {
  const here = table.rows
    .flatMap((row) => {
      const fit = fitOf(row.scope, asked.subject);
      return fit ? [{ row, fit }] : [];
    })
    .sort((a, b) => width(a.row.scope) - width(b.row.scope));
  const served = here.flatMap(({ row, fit }) => (isServed(row) ? [{ row, fit }] : []));
  const rows = served.filter(({ row }) => asked.wanted?.(row) ?? true);
  const unverified = here.map(({ row }) => row).filter((row) => !isServed(row) && (asked.wanted?.(row) ?? true));
  const citation = tableCitation(table);
  const searchExtent = { area: asked.area, ...(asked.scope && { recordScope: asked.scope }) };
  const source = citation.sourceName;
  if (rows.length > 0) {
    const disputed = rows.filter(({ row }) => row.verification === 'conflict').length;
    const old = asked.now && staleReason(rows, asked.now);
    const [state, reason] =
      disputed > 0
        ? (['partial', `sources disagree on ${disputed} of ${rows.length} rows; every claim is shown`] as const)
        : old
          ? (['stale', old] as const)
          : (['found', undefined] as const);
    answer.count(state);
    answer.note({ source, ...searchExtent, state, ...(reason && { reason }) });
  } else if (served.length > 0) {
    answer.addLookup(
      { state: 'empty', citation, reason: 'the table has rows for the place, and none fits' },
      searchExtent,
    );
  } else {
    const reason =
      unverified.length > 0
        ? `${unverified.length} row${unverified.length === 1 ? '' : 's'} for the place, not verified here and so not given`
        : 'the table has no row for the place';
    answer.addLookup({ state: 'not_covered', source, reason }, searchExtent);
  }
  return { rows, unverified };
}
