import type { JobItemState, JobState } from '../kernel/ports/jobs.ts';

/**
 * The two times of a step, in milliseconds: the time of the service, by which work is due, dated and expires, and the
 * clock of this machine, by which leases run where the database has no clock of its own.
 */
export interface JobMoment {
  readonly now: number;
  readonly lease: number;
}

export interface NewJob extends Pick<JobRow, 'id' | 'purchaseId' | 'slug' | 'receiptHash' | 'createdAt' | 'expiresAt'> {
  /** The status document without its items, as JSON. */
  readonly document: string;
  readonly concurrency: number;
  readonly sequential: boolean;
  readonly stopsOnFailure: boolean;
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
export type JobHold = Omit<ItemHold, 'position'>;

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
