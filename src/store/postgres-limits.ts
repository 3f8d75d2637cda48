/**
 * How long PostgreSQL may take over one statement. `call`: somebody waits for the answer, a caller or whoever keeps a
 * lease. `purge`: nobody does, but a process that stops. `migration`: a table is brought up to date, however large.
 */
export type Pace = 'call' | 'purge' | 'migration';

/** Milliseconds after which the server gives up a statement. */
export const statementMs: Readonly<Record<Pace, number>> = { call: 15_000, purge: 90_000, migration: 1_800_000 };

/** Milliseconds for a connection: to make it, or to wait for one that others use. */
const connectMs = 5_000;
/** Milliseconds beyond the server's own limit, after which a server that says nothing is given up. */
const silentMs = 2_000;

/** Milliseconds after which a statement is given up here: a silent server does not say that it gave it up. */
export const answerMs = (pace: Pace): number => statementMs[pace] + silentMs;

/** What every pool of connections is opened with. */
export const poolLimits = {
  connectionTimeoutMillis: connectMs,
  statement_timeout: statementMs.call,
  query_timeout: answerMs('call'),
} as const;
