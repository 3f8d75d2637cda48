import type { Pace } from './postgres-limits.ts';

export type SqlValue = string | number | null;

/**
 * A moment of the clock by which leases run, `plusMs` later: the clock of the database where several machines share it, so
 * that none of them is ahead of another; else `now`, the time of this process.
 */
export interface LeaseTime {
  readonly now: number;
  readonly plusMs: number;
}

export type SqlParam = SqlValue | LeaseTime;

export const leaseTime = (now: number, plusMs = 0): LeaseTime => ({ now, plusMs });
export const isLeaseTime = (param: SqlParam): param is LeaseTime => typeof param === 'object' && param !== null;

/** Parameters in which a moment of a lease is by the clock of this process. */
export const byOwnClock = (params: readonly SqlParam[]): SqlValue[] =>
  params.map((param) => (isLeaseTime(param) ? param.now + param.plusMs : param));

/** Constants as a list of SQL. */
export const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Marks of parameters, separated by commas. */
export const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');

export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface Statement {
  readonly sql: string;
  readonly params?: readonly SqlParam[];
  /** Default: `call`. */
  readonly pace?: Pace;
}

/** Statements one after the other; each gets the rows of the one before. */
export type Statements<T> = () => Generator<Statement, T, readonly SqlRow[]>;

/**
 * What must survive a power cut before a statement resolves. `at_once`, the default: the statement. `in_order`: nothing
 * yet; it is on the disk before any later `at_once` statement. A killed process loses neither.
 */
export type Keeping = 'at_once' | 'in_order';

/**
 * One database behind the ledger. Every ledger step is one statement with `?` marks, so that it is atomic on its own:
 * SQLite and PostgreSQL run the same text.
 */
export interface SqlDriver {
  /** Runs one statement durably and returns the rows that it gives back. Rejects where the store cannot be reached, or takes too long. */
  run(sql: string, params?: readonly SqlParam[], keeping?: Keeping, pace?: Pace): Promise<readonly SqlRow[]>;
  /** Runs statements as one transaction, one such transaction at a time over all processes; all or nothing is stored. */
  exclusively<T>(statements: Statements<T>): Promise<T>;
  close(): Promise<void>;
}

/** A transition of a row from one of several states. */
export interface Moves<State> {
  readonly from: readonly State[];
  readonly to: State;
  /** The cause of the transition. */
  readonly when: string;
}

/** A condition with its parameters; false where it does not apply. */
export type Condition = false | readonly [sql: string, params: readonly SqlParam[]];

/** The WHERE clause of the conditions that apply; empty where none does. */
export function whereAll(conditions: readonly Condition[]): { readonly where: string; readonly params: SqlParam[] } {
  const all = conditions.filter((condition) => condition !== false);
  const where = all.length > 0 ? `WHERE ${all.map(([sql]) => sql).join(' AND ')}` : '';
  return { where, params: all.flatMap(([, params]) => params) };
}

/**
 * A row with names in camel case, NULL as undefined, and `numbers` (which PostgreSQL gives as text where they are long) as
 * numbers. `transaction_id` is `transaction`, which is a word of SQL.
 */
export function recordOf<T>(row: SqlRow, numbers: readonly string[]): T {
  const entries = Object.entries(row).map(([column, value]) => {
    const name =
      column === 'transaction_id' ? 'transaction' : column.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    return [name, value === null ? undefined : numbers.includes(name) ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries) as T;
}
