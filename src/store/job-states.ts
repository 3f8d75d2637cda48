import type { JobItemState, JobState } from '../kernel/ports/jobs.ts';
import type { Moves } from './sql.ts';

/** A job that can still change without its buyer. */
export const liveJobStates = ['accepted', 'running'] as const satisfies readonly JobState[];
/** An item that has not ended. */
export const openItemStates = ['waiting', 'running'] as const satisfies readonly JobItemState[];

/**
 * All transitions of an item; each is one conditional UPDATE built from this table. A `running` item whose lease has
 * expired is claimed like a waiting one: its holder is gone, and doing an item twice is harmless.
 */
export const itemMoves = {
  take: { from: ['waiting', 'running'], to: 'running', when: 'a worker begins it, under a lease' },
  complete: { from: ['running'], to: 'completed', when: 'its result is stored' },
  diagnose: { from: ['running'], to: 'diagnostic', when: 'it has no result, and it is known why' },
  again: { from: ['running'], to: 'waiting', when: 'an attempt failed and another one is left' },
  yield: { from: ['running'], to: 'waiting', when: 'the worker stops and gives the lease back' },
  fail: { from: ['running'], to: 'failed', when: 'the last attempt failed' },
  cancel: {
    from: ['waiting', 'running'],
    to: 'cancelled',
    when: 'the buyer ends the job, or a stage before it failed',
  },
  restart: { from: ['failed', 'cancelled'], to: 'waiting', when: 'the buyer begins what failed again' },
} as const satisfies Record<string, Moves<JobItemState>>;

/** All transitions of a job. Its last step has a separate lease. */
export const jobMoves = {
  start: { from: ['accepted'], to: 'running', when: 'its first item is begun' },
  complete: { from: ['accepted', 'running'], to: 'completed', when: 'every item has a result' },
  complete_partly: {
    from: ['accepted', 'running'],
    to: 'completed_with_diagnostics',
    when: 'items ended, some of them without a result',
  },
  fail: { from: ['accepted', 'running'], to: 'failed', when: 'no item has a result, or the whole could not be made' },
  cancel: { from: ['accepted', 'running'], to: 'cancelled', when: 'the buyer ends it' },
  restart: {
    from: ['failed', 'completed_with_diagnostics'],
    to: 'running',
    when: 'the buyer begins what failed again',
  },
  expire: {
    from: ['completed', 'completed_with_diagnostics', 'failed', 'cancelled'],
    to: 'expired',
    when: 'the time is over for which results are stored',
  },
} as const satisfies Record<string, Moves<JobState>>;

export type ItemMove = keyof typeof itemMoves;
export type JobMove = keyof typeof jobMoves;
