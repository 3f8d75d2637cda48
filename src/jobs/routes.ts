import type {
  JobDocument,
  JobFinish,
  JobItemOutcome,
  JobItemWithResult,
  JobSale,
  JobTerms,
} from '../kernel/ports/jobs.ts';
import type { RequestLogEntry } from '../kernel/ports/sources.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The arguments of every piece of work on a job. */
export interface JobWork {
  readonly slug: string;
  readonly document: JobDocument;
  readonly sale: JobSale;
  /** Aborted when the time is over, the job is cancelled or the worker stops. */
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

export interface ItemWork extends JobWork {
  readonly position: number;
  readonly input: Fields;
  /** Of a sequential job: the items before this one, with their results. */
  readonly ended: readonly JobItemWithResult[];
  /** Filled with every query of a source. */
  readonly queried: RequestLogEntry[];
  /** Sets the current stage. */
  stage(name: string): void;
}

export interface FinishWork extends JobWork {
  readonly items: readonly JobItemWithResult[];
}

/** A route that sells jobs, and what it publishes about one. */
export interface JobRoute extends JobTerms {
  /** Further fields of the status document, computed from the items at this time. */
  document?(job: JobDocument, items: readonly JobItemWithResult[], now: Date): Fields;
  /** The status document as a feed. */
  feed?(job: Fields): string;
}

/** The routes that sell jobs, and their work. */
export interface JobRoutes {
  /** Every route that sells jobs. */
  readonly slugs: readonly string[];
  /** Undefined where the route sells no jobs, or not any more. */
  terms(slug: string): JobRoute | undefined;
  /** Does one item. Whatever it throws is a failed attempt. */
  step(work: ItemWork): Promise<JobItemOutcome>;
  /** Makes the whole once all items have ended. */
  finish(work: FinishWork): Promise<JobFinish>;
}
