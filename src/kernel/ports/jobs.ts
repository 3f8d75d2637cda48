type Fields = Readonly<Record<string, unknown>>;

/**
 * States of a job as its buyer sees them. `accepted`: nothing of it was begun; `completed_with_diagnostics`: some items
 * have a result and others a diagnostic or a failure; `failed`: no item has a result, or what the whole needs was not
 * made; `expired`: its results have expired.
 */
export const jobStates = [
  'accepted',
  'running',
  'completed',
  'completed_with_diagnostics',
  'failed',
  'cancelled',
  'expired',
] as const;
export type JobState = (typeof jobStates)[number];

export const jobItemStates = ['waiting', 'running', 'completed', 'diagnostic', 'failed', 'cancelled'] as const;
export type JobItemState = (typeof jobItemStates)[number];

export interface JobItemOutcome {
  readonly state: 'completed' | 'diagnostic';
  /** One sentence, shown in the status document. */
  readonly summary: string;
  /** JSON of any size; read at `<statusUrl>/items/<position>`, by the items after it and by `finish`. */
  readonly result?: unknown;
  /** Why there is no result; small, shown in the status document. */
  readonly diagnostic?: Fields;
  /** Addresses of what was made, by name: `{ html: '/reports/…' }`. */
  readonly artifacts?: Readonly<Record<string, string>>;
}

export interface JobItemPlan {
  /** What the item is about: shown in the status document and handed to the step. JSON. */
  readonly input: Fields;
  /** Not begun before (ISO 8601): a check that is planned in advance. Never earlier than that of the item before it. */
  readonly dueAt?: string | undefined;
  /** What is known of it at the sale: it is not worked on. */
  readonly ended?: JobItemOutcome | undefined;
}

export interface JobItem {
  /** From 1, in the order of the request. */
  readonly position: number;
  readonly input: Fields;
  readonly state: JobItemState;
  readonly dueAt?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly summary?: string | undefined;
  readonly resultUrl?: string | undefined;
  readonly diagnostic?: Fields | undefined;
  readonly artifacts?: Readonly<Record<string, string>> | undefined;
}

export interface JobItemWithResult extends JobItem {
  readonly result?: unknown;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** What is sold by a job route, and what its status address answers: the same document at every moment of the job. */
export interface JobDocument {
  readonly kind: 'job';
  readonly charged: true;
  readonly jobKind: string;
  readonly jobId: string;
  readonly state: JobState;
  readonly summary: string;
  /** What is being done now, in the words of the route. */
  readonly stage?: string | undefined;
  /** Rises with every change. */
  readonly revision: number;
  readonly createdAt: string;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  /** Until when results can be read; of a job that is under way: not before. */
  readonly expiresAt: string;
  /** Only while work remains. */
  readonly pollAfterSeconds?: number | undefined;
  readonly statusUrl: string;
  readonly cancelUrl: string;
  /** Only where the job, or items of it, failed and can be begun again free of charge. */
  readonly retryUrl?: string | undefined;
  /** Not before (ISO 8601): sources that failed are left alone until then. */
  readonly retryAfter?: string | undefined;
  /** When what failed is begun again once without the buyer (ISO 8601). */
  readonly automaticRetryAt?: string | undefined;
  readonly progress: JobProgress;
  readonly request: Fields;
  readonly items: readonly JobItem[];
  readonly artifacts?: Readonly<Record<string, string>> | undefined;
  /** Why the job failed as a whole. */
  readonly error?: string | undefined;
  readonly caveats: readonly string[];
}

export interface JobSale {
  readonly purchaseId: string;
  /** The payment's response as the buyer got it; no credential is in it. */
  readonly receipt: Fields;
}

/** A file of the whole job, served at `<statusUrl>/files/<name>`. */
export interface JobFile {
  /** Lower-case letters, digits and single hyphens, one dot before the ending: `results.csv`. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface JobFinish {
  /** Stored and served, by the name of their addresses in `artifacts`. */
  readonly files?: Readonly<Record<string, JobFile>>;
  /** What the whole says to a person: stored as page, PDF and data, each with its address (`html`, `pdf`, `json`). */
  readonly page?: Fields;
  readonly artifacts?: Readonly<Record<string, string>>;
}

/** How the items of a route's jobs are worked on. */
export interface JobTerms {
  /** `jobKind` of the document. */
  readonly kind: string;
  /** First part of the status address; default `jobs`. */
  readonly statusPath?: 'jobs' | 'monitors';
  /** Milliseconds from the end of the job for which results are stored. */
  readonly expiresAfterMs: number;
  readonly pollAfterSeconds: number;
  /** Milliseconds that one item may take. */
  readonly itemMs: number;
  /** Items of one job at once; a sequential job has one. */
  readonly concurrency: number;
  /** An item is begun when those before it have ended, and its step sees them. */
  readonly sequential?: boolean;
  /** An item that fails ends the job as failed: stages of one work, of which none is worth anything without the one before. */
  readonly stopsOnFailure?: boolean;
  /** False: an item belongs to its time, and one that failed is not begun again later. Default true. */
  readonly restartable?: boolean;
}

/** A job as a transport keeps it in mind beside what it answers. */
export interface JobHandle {
  readonly jobId: string;
  readonly path: NonNullable<JobTerms['statusPath']>;
  readonly expiresAt: string;
  readonly revision: number;
  readonly working: boolean;
  readonly pollAfterSeconds?: number | undefined;
}

/** A status document as a transport answers it. */
export interface JobReading {
  readonly document: JobDocument;
  /** True while something may still change without the buyer. */
  readonly working: boolean;
}

export type JobStatusPath = NonNullable<JobTerms['statusPath']>;

/**
 * Jobs as the rest of the service sees them. What is read by an id throws `not_found` where there is no such job, and
 * `job_expired` where its results have expired.
 */
export interface JobsPort {
  /** Throws `not_ready` where no worker runs, or the backlog is full. */
  admit(): Promise<void>;
  /** Makes the job of a settled purchase out of its sold body; doing it again changes nothing. */
  create(sold: { readonly slug: string; readonly body: JobDocument } & JobSale): Promise<void>;
  /** The sold body in its present state; the body itself where the job is not made yet or has expired. */
  current(body: JobDocument): Promise<{ readonly document: JobDocument; readonly handle: JobHandle }>;
  view(jobId: string, path?: JobStatusPath): Promise<JobReading>;
  /** The job as an Atom feed; `not_found` where its route has none. */
  feed(jobId: string, path?: JobStatusPath): Promise<string>;
  /** One item with its result; `not_found` where the job has no such item. */
  item(jobId: string, position: number, path?: JobStatusPath): Promise<JobItemWithResult>;
  file(jobId: string, name: string, path?: JobStatusPath): Promise<Omit<JobFile, 'name'>>;
  /**
   * Ends a job that was bought with one of these purchases; what it brought stays readable. One that has ended stays as it
   * is. Throws `purchase_not_proven` where it was bought with another one.
   */
  cancel(jobId: string, bought: readonly string[], path?: JobStatusPath): Promise<JobReading>;
  /** Begins what failed again, free of charge. Throws as cancel, and `job_not_failed` where nothing failed or it was begun too often. */
  retry(jobId: string, bought: readonly string[], path?: JobStatusPath): Promise<JobReading>;
  /** Resolves when the job has another revision than this, has ended, or the time is over. */
  changed(jobId: string, revision: number, limitMs: number, signal: AbortSignal): Promise<void>;
}
