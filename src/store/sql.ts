export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * One database behind the ledger. Every ledger step is one statement with `?` marks, so that it is atomic on its own:
 * SQLite and PostgreSQL run the same text.
 */
export interface SqlDriver {
  /** Runs one statement durably and returns the rows that it gives back. Rejects where the store cannot be reached. */
  run(sql: string, params?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** True where the store answers. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}
