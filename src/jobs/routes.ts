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
}

export interface ItemWork extends JobWork {
  readonly position: number;
  readonly input: Fields;
  /** Of a sequential job: the items before this one, with their results. */
  readonly ended: readonly JobItemWithResult[];
  readonly limitMs: number;
  /** Filled with every query of a source. */
  readonly queried: RequestLogEntry[];
  /** Sets the current stage. */
  stage(name: string): void;
}

export interface FinishWork extends JobWork {
  readonly items: readonly JobItemWithResult[];
  readonly limitMs: number;
}

/** The routes that sell jobs, and their work. */
export interface JobRoutes {
  /** Every route that sells jobs. */
  readonly slugs: readonly string[];
  /** Undefined where the route sells no jobs, or not any more. */
  terms(slug: string): JobTerms | undefined;
  /** Does one item. Whatever it throws is a failed attempt. */
  step(work: ItemWork): Promise<JobItemOutcome>;
  /** Makes the whole once all items have ended. */
  finish(work: FinishWork): Promise<JobFinish>;
  /** Whether the route adds fields to the status document. */
  adds(slug: string): boolean;
  /** The status document as a feed; undefined where the route has none. */
  feed(slug: string, document: JobDocument): string | undefined;
  /** These fields, computed from the items at this time. */
  added(slug: string, document: JobDocument, items: readonly JobItemWithResult[], now: Date): Fields;
}
