/**
 * Time limits of one statement of PostgreSQL. `call`: a caller or the holder of a lease waits for the result. `purge`: only
 * a process that stops waits. `migration`: a table of any size is brought up to date.
 */
export type Pace = 'call' | 'purge' | 'migration';

/** Milliseconds after which the server cancels a statement. */
export const statementMs: Readonly<Record<Pace, number>> = { call: 15_000, purge: 90_000, migration: 1_800_000 };

/** Milliseconds for a connection: to make it, or to wait for one that others use. */
const connectMs = 5_000;
/** Milliseconds beyond the server's own limit, after which a silent server counts as lost. */
const silentMs = 2_000;

/** Milliseconds after which the client abandons a statement: a silent server does not report its cancellation. */
export const answerMs = (pace: Pace): number => statementMs[pace] + silentMs;

/** What every pool of connections is opened with. */
export const poolLimits = {
  connectionTimeoutMillis: connectMs,
  statement_timeout: statementMs.call,
  query_timeout: answerMs('call'),
} as const;
