import { groupBy } from '../kernel/group.ts';
/** One row as a source or a file has it: column name to value. */
export type RawRow = Readonly<Record<string, unknown>>;

/** A value that broke the rules of its field: it is left out of the row, counted and reported. */
export interface Refusal {
  readonly field: string;
  /** Short code of the rule that was broken, for counting: `future`, `range`, `order`, `disagrees` … */
  readonly why: string;
  /** The same as a clause for a reader; never text of the source. */
  readonly reason: string;
}

/** What has to be known to read a row, besides the row. */
export interface ReadScope {
  /** IANA name of the time zone of the place, where a moment becomes a calendar day; UTC where absent. */
  readonly zone?: string;
  /** Today at the place, YYYY-MM-DD; without it no date is refused for being in the future. */
  readonly today?: string;
  readonly part?: string;
  /** Collects the values that were left out. */
  readonly refusals?: Pick<Refusal[], 'push'>;
}

/** Adds a refusal for a field of the row that is being read. */
export function refuse(scope: ReadScope, field: string, why: string, reason: string): undefined {
  scope.refusals?.push({ field, why, reason });
  return undefined;
}

/** Refusals in a few clauses, those of one rule counted: "issuedOn: a date lies after today; 3 such values are not shown." */
export function refusalSentences(refusals: readonly Refusal[]): readonly string[] {
  return [...groupBy(refusals, ({ field, why }) => `${field}\n${why}`).values()].flatMap(([first, ...more]) =>
    first
      ? `${first.field}: ${first.reason}; ${more.length === 0 ? 'not shown' : `${1 + more.length} such values are not shown`}.`
      : [],
  );
}
