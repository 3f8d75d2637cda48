import type { JobHandle, JobReading, JobStatusPath, JobsPort } from '../../kernel/ports/jobs.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { CallOptions } from '../../pipeline/free.ts';
import type { PaidCall, PaidResult } from '../../pipeline/paid.ts';
import type { ShownProof } from '../../pipeline/proof.ts';
import type { Invocation, Task } from './wire.ts';

/** A task with what is stored beside it. It never carries a payment. */
export interface TaskRecord {
  readonly task: Task;
  /** What the task is bound to; a payment-only message runs exactly this. */
  readonly bound?: Invocation;
  readonly receipts: readonly object[];
  /** The job that was bought: the task works and is stored as long as the job. */
  readonly job?: Pick<JobHandle, 'jobId' | 'path' | 'expiresAt'>;
}

/** Store of tasks as JSON text; an expired task is gone. */
export interface TaskStore {
  get(id: string): Promise<string | undefined>;
  put(row: { id: string; contextId: string; updatedAt: number; expiresAt: number; record: string }): Promise<void>;
  /** Newest first. */
  list(contextId: string, limit: number): Promise<readonly string[]>;
}

export interface SuggestedTool {
  readonly name: string;
  readonly summary: string;
  /** Arguments that the tool takes as they are; absent where it has no example. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
}

/** Everything that the A2A transport needs of the service. */
export interface A2aPorts {
  readonly log: Log;
  readonly tasks: TaskStore;
  readonly clock: () => Date;
  isPaid(name: string): boolean;
  /** Runs a free tool and gives its result. Throws ServiceError. */
  callFree(name: string, args: unknown, options: CallOptions): Promise<unknown>;
  /** Absent: nothing is sold here. */
  callPaid?(call: Omit<PaidCall, 'transport'>): Promise<PaidResult>;
  /** Jobs that were bought; absent: nothing is sold here. */
  readonly jobs?: Pick<JobsPort, 'view' | 'changed'> & {
    /** Ends the job for its buyer; throws purchase_not_proven for anyone else. */
    cancel(jobId: string, path: JobStatusPath | undefined, proof: ShownProof | undefined): Promise<JobReading>;
  };
  /** Tools that may fit a text, for a caller that named none. */
  suggest?(text: string): Promise<readonly SuggestedTool[]>;
}

/** One HTTP request below `/a2a/v1`. */
export interface A2aRequest {
  readonly method: string;
  /** Below `/a2a/v1`: `/message:send`, `/tasks/abc`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly baseUrl: string;
}

export interface A2aReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | AsyncIterable<string>;
}
