import type {
  JobDocument,
  JobFinish,
  JobItem,
  JobItemOutcome,
  JobItemWithResult,
  JobSale,
  JobTerms,
} from '../kernel/ports/jobs.ts';
import type { ToolContext } from './context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the step of an item is handed beside its context. */
export interface JobStep<Input> {
  readonly input: Input;
  /** Of a sequential job: the items before this one, ended, with their results. Else none. */
  readonly ended: readonly JobItemWithResult[];
  /** Aborted when the time of the item is over, the job is cancelled or the worker stops. The context has the same. */
  readonly signal: AbortSignal;
  readonly job: JobDocument;
  readonly sale: JobSale;
  /** Shows in the status document what is being done now. */
  stage(name: string): void;
}

/**
 * Work that goes on after the sale. `run` plans it (`acceptedJob` of src/products/shared/job.ts makes the document that is
 * sold), and this does it: each item in a context of its own, which can do what a paid run can.
 */
export interface JobDefinition<Input = never, Body = never> extends JobTerms {
  /**
   * Does one item. Its place is not resolved: what `run` found out is in the item's `input`. Done twice, it must do
   * no harm. What it throws is an attempt that failed; after three the item has failed.
   */
  step(
    ctx: ToolContext<'none'>,
    item: Pick<JobItem, 'position' | 'input' | 'dueAt'>,
    work: JobStep<Input>,
  ): Promise<JobItemOutcome>;
  /** Further fields of the status document, read from the items as they stand at this time. Pure. */
  document?(job: JobDocument, items: readonly JobItemWithResult[], now: Date): Partial<Body>;
  /** The status document as an Atom feed (RFC 4287), served at `<statusUrl>.atom`. Pure. */
  feed?(job: Body): string;
  /** What is made of the whole once every item has ended and one of them has a result. */
  finish?(
    ctx: ToolContext<'none'>,
    job: JobDocument,
    items: readonly JobItemWithResult[],
    work: { readonly input: Input; readonly sale: JobSale },
  ): Promise<JobFinish>;
}

export type AnyJobDefinition = JobDefinition<never, Fields>;
