import type { JobItemState, JobState } from '../kernel/ports/jobs.ts';

/**
 * The two times of a step, in milliseconds: the time of the service, by which work is due, dated and expires, and the
 * clock of this machine, by which leases run where the database has no clock of its own.
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
  /** The outcome of an item that has ended at the sale. */
  readonly ended?: (ItemEnd & { readonly state: 'completed' | 'diagnostic' }) | undefined;
}

/** The stored outcome of an item that has ended. */
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
  /** How often its last step was started. */
  readonly attempts: number;
  readonly restarts: number;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly expiresAt: number;
  /** Of a job in which something failed: when its buyer may begin that again, and when it is begun again without the buyer. */
  readonly retryAfter: number | undefined;
  readonly automaticRetryAt: number | undefined;
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
  /** How often it was started; more than its attempts where a worker died during one. */
  readonly takes: number;
  readonly revision: number;
  /** Milliseconds; undefined where it was not planned for a time. */
  readonly dueAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
}

/** The stored outcome of an attempt that failed. */
export interface ItemFailure extends ItemEnd {
  readonly error: string;
  /** False where the attempt queried no source, since all are left alone for a while. */
  readonly isCounted: boolean;
}

/** How a job ended. */
export interface JobEnd {
  readonly outcome?: string | undefined;
  readonly error?: string | undefined;
  readonly expiresAt: number;
  readonly retryAfter?: number | undefined;
  /** Ignored where the job had its automatic retry. */
  readonly automaticRetryAt?: number | undefined;
  /** What failed queried no source: a restart that led to this does not count. */
  readonly isUncounted?: boolean;
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
  /** Due items that no worker has. */
  readonly due: number;
  readonly running: number;
  /** Items that are planned for later. */
  readonly planned: number;
  /** Items that failed, of jobs that have not expired. */
  readonly failed: number;
}

/**
 * Jobs and their items. Each method is atomic under several processes; a step by a holder that has lost its lease returns
 * false and changes nothing.
 */
export interface JobStore {
  /** Creates a job unless its purchase has one; true where it was created. */
  create(job: NewJob): Promise<boolean>;
  find(id: string): Promise<JobRow | undefined>;
  items(id: string): Promise<readonly JobItemRow[]>;
  item(id: string, position: number): Promise<JobItemRow | undefined>;
  /** Revision and state of a job without reading it whole. */
  pulse(id: string): Promise<{ readonly revision: number; readonly state: JobState } | undefined>;
  /** Which of these purchases have a job. */
  known(purchaseIds: readonly string[]): Promise<ReadonlySet<string>>;

  /** Claims one due item of the oldest job that may have another running item. */
  take(take: Take, moment: JobMoment): Promise<JobItemRow | undefined>;
  /** Claims a job whose items have all ended and whose last step has no holder. */
  takeEnded(take: Take, moment: JobMoment): Promise<JobRow | undefined>;
  renew(hold: ItemHold | JobHold, leaseMs: number, moment: JobMoment): Promise<boolean>;
  endItem(hold: ItemHold, state: 'completed' | 'diagnostic', end: ItemEnd, moment: JobMoment): Promise<boolean>;
  /** One attempt failed; the item rests. */
  againItem(hold: ItemHold, failure: ItemFailure, restMs: number, moment: JobMoment): Promise<boolean>;
  /** The item has failed; where the job stops at a failure, the waiting items are cancelled. */
  failItem(hold: ItemHold, failure: ItemFailure, moment: JobMoment): Promise<boolean>;
  /** Releases an item as if it had not been claimed. */
  yieldItem(hold: ItemHold): Promise<boolean>;
  setStage(jobId: string, stage: string): Promise<void>;
  /** The outcome of the whole job before a restart remains where this one has no other. */
  endJob(hold: JobHold, state: JobEndState, end: JobEnd, moment: JobMoment): Promise<boolean>;
  /** Releases the last step of a job, which rests. */
  yieldJob(hold: JobHold, restMs: number, moment: JobMoment): Promise<boolean>;

  cancel(id: string, expiresAt: number, moment: JobMoment): Promise<boolean>;
  /** Restarts failed items, at most a number of times. */
  restart(id: string, maxRestarts: number): Promise<boolean>;
  /** Restarts failed items of jobs that are due for their automatic retry, some jobs at a time; their number. */
  restartDue(slugs: readonly string[], moment: JobMoment): Promise<number>;

  counts(moment: JobMoment): Promise<JobCounts>;
  /** Registers a worker, or removes it. */
  beat(worker: string, moment: JobMoment): Promise<void>;
  leave(worker: string): Promise<void>;
  /** Deletes workers without a sign of life for so long. */
  forgetWorkers(awayMs: number, moment: JobMoment): Promise<void>;
  /** Whether a worker was seen within the last `withinMs`. */
  attended(withinMs: number, moment: JobMoment): Promise<boolean>;
  /** Jobs that have expired, oldest first. */
  overdue(now: number, limit: number): Promise<readonly JobRow[]>;
  /** Marks the job as expired; false where it was restarted. Its results exist until it is cleared. */
  expire(id: string): Promise<boolean>;
  /** Expired jobs that are not cleared yet. */
  expired(limit: number): Promise<readonly JobRow[]>;
  /** Deletes the document of an expired job; its row remains. */
  clear(id: string): Promise<void>;
  /** Deletes expired jobs that were created before. */
  deleteExpired(createdBefore: number): Promise<number>;
  check(): Promise<void>;
  close(): Promise<void>;
}
