import type { JobItemState, JobState } from '../kernel/ports/jobs.ts';

/**
 * The two times of a step, in milliseconds: what the service takes for now, by which work is due, dated and expires, and
 * the clock of this machine, by which leases run.
 */
export interface JobMoment {
  readonly now: number;
  readonly lease: number;
}

export interface NewJob {
  readonly id: string;
  readonly purchaseId: string;
  readonly slug: string;
  /** The status document without its items, as JSON. */
  readonly document: string;
  readonly receiptHash: string;
  readonly concurrency: number;
  readonly sequential: boolean;
  readonly stopsOnFailure: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly items: readonly NewJobItem[];
}

export interface NewJobItem {
  /** JSON. */
  readonly input: string;
  /** Milliseconds; undefined: at once. */
  readonly dueAt?: number | undefined;
  /** What it came to already. */
  readonly ended?: (ItemEnd & { readonly state: 'completed' | 'diagnostic' }) | undefined;
}

/** What is kept of an item that has ended. */
export interface ItemEnd {
  /** JSON: summary, diagnostic, addresses. */
  readonly outcome: string;
  /** Hash of its result in the object store. */
  readonly resultHash?: string | undefined;
}

export interface JobRow {
  readonly id: string;
  readonly purchaseId: string;
  readonly slug: string;
  readonly state: JobState;
  /** Of an expired job: how it ended. */
  readonly endedState: JobState | undefined;
  /** Absent once it has expired and is cleared. */
  readonly document: string | undefined;
  readonly outcome: string | undefined;
  readonly error: string | undefined;
  readonly stage: string | undefined;
  readonly receiptHash: string;
  readonly revision: number;
  /** How often its last step was begun. */
  readonly attempts: number;
  readonly restarts: number;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly expiresAt: number;
}

export interface JobItemRow {
  readonly jobId: string;
  readonly position: number;
  readonly input: string;
  readonly state: JobItemState;
  readonly outcome: string | undefined;
  readonly resultHash: string | undefined;
  readonly error: string | undefined;
  /** Attempts that failed. */
  readonly attempts: number;
  /** How often it was begun; more than its attempts where a worker died over it. */
  readonly takes: number;
  readonly revision: number;
  /** Milliseconds; undefined where it was not planned for a time. */
  readonly dueAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
}

/** An item under a lease. */
export interface ItemHold {
  readonly jobId: string;
  readonly position: number;
  readonly holder: string;
}

/** A job whose last step is under a lease. */
export interface JobHold {
  readonly jobId: string;
  readonly holder: string;
}

export interface Take {
  readonly holder: string;
  readonly leaseMs: number;
  /** Routes whose jobs this worker can do. */
  readonly slugs: readonly string[];
}

export type JobEndState = Extract<JobState, 'completed' | 'completed_with_diagnostics' | 'failed'>;

export interface JobCounts {
  /** Items that could be worked on now and are not. */
  readonly due: number;
  readonly running: number;
  /** Items that are planned for later. */
  readonly planned: number;
}

/**
 * Jobs and their items. Each method is atomic under several processes; a step by a holder that has lost its lease returns
 * false and changes nothing.
 */
export interface JobStore {
  /** Makes a job unless its purchase has one; true where it was made. */
  create(job: NewJob): Promise<boolean>;
  find(id: string): Promise<JobRow | undefined>;
  items(id: string): Promise<readonly JobItemRow[]>;
  item(id: string, position: number): Promise<JobItemRow | undefined>;
  /** Revision and state of a job without reading it whole. */
  pulse(id: string): Promise<{ readonly revision: number; readonly state: JobState } | undefined>;
  /** Which of these purchases have a job. */
  known(purchaseIds: readonly string[]): Promise<ReadonlySet<string>>;

  /** Takes one item that is due, of the oldest job that may have another one at once. */
  take(take: Take, moment: JobMoment): Promise<JobItemRow | undefined>;
  /** Takes a job whose items have all ended and whose last step nobody makes. */
  takeEnded(take: Take, moment: JobMoment): Promise<JobRow | undefined>;
  renew(hold: ItemHold | JobHold, until: number): Promise<boolean>;
  endItem(hold: ItemHold, state: 'completed' | 'diagnostic', end: ItemEnd, moment: JobMoment): Promise<boolean>;
  /** One attempt failed; the item rests until `restUntil` (clock of the lease). */
  againItem(hold: ItemHold, error: string, restUntil: number): Promise<boolean>;
  /** The item has failed; where the job stops at a failure, what waits behind it is cancelled with it. */
  failItem(hold: ItemHold, end: ItemEnd & { readonly error: string }, moment: JobMoment): Promise<boolean>;
  /** Gives an item back as if it had not been taken. */
  yieldItem(hold: ItemHold): Promise<boolean>;
  setStage(jobId: string, stage: string): Promise<void>;
  /** What was made of the whole before it was begun again stays where this brings nothing else. */
  endJob(
    hold: JobHold,
    state: JobEndState,
    end: { readonly outcome?: string | undefined; readonly error?: string | undefined; readonly expiresAt: number },
    moment: JobMoment,
  ): Promise<boolean>;
  /** Gives the last step of a job back; it rests until `restUntil`. */
  yieldJob(hold: JobHold, restUntil: number): Promise<boolean>;

  cancel(id: string, expiresAt: number, moment: JobMoment): Promise<boolean>;
  /** Begins again what failed, at most so many times. */
  restart(id: string, maxRestarts: number): Promise<boolean>;

  counts(moment: JobMoment): Promise<JobCounts>;
  /** A worker says that it is there, or that it leaves. */
  beat(worker: string, moment: JobMoment): Promise<void>;
  leave(worker: string): Promise<void>;
  /** Forgets workers that left without a word (clock of the lease). */
  forgetWorkers(unseenSince: number): Promise<void>;
  /** Whether a worker was there since (clock of the lease). */
  attended(since: number): Promise<boolean>;
  /** Jobs whose time is over, oldest first. */
  overdue(now: number, limit: number): Promise<readonly JobRow[]>;
  /** The job is readable no longer; false where it was begun again. What it brought is there until it is cleared. */
  expire(id: string): Promise<boolean>;
  /** Expired jobs that are not cleared yet. */
  expired(limit: number): Promise<readonly JobRow[]>;
  /** Forgets what an expired job was about; its row stays. */
  clear(id: string): Promise<void>;
  /** Deletes expired jobs that were made before. */
  deleteExpired(createdBefore: number): Promise<number>;
  check(): Promise<void>;
  close(): Promise<void>;
}
