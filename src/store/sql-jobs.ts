import type { JobState } from '../kernel/ports/jobs.ts';
import { liveJobStates } from './job-states.ts';
import type {
  ItemEnd,
  ItemFailure,
  ItemHold,
  JobCounts,
  JobEnd,
  JobEndState,
  JobHold,
  JobItemRow,
  JobMoment,
  JobRow,
  NewJob,
  NewJobItem,
  Take,
} from './job-store.ts';
import { jobsSchema } from './jobs-schema.ts';
import { leaseTime, marks, recordOf, type SqlDriver, type SqlRow, type SqlValue } from './sql.ts';
import { type JobsSql, jobsSql } from './sql-jobs-text.ts';
import { openDriver, SqlStore, type StorePlace } from './sql-store.ts';

const itemsAtOnce = 400;

const endMoves = {
  completed: 'complete',
  completed_with_diagnostics: 'complete_partly',
  failed: 'fail',
} as const satisfies Record<JobEndState, string>;

/**
 * Jobs and their items. Each method is atomic under several processes; a step by a holder that has lost its lease returns
 * false and changes nothing. One statement for each step; if a process dies, another completes the rest.
 */
export class JobStore extends SqlStore {
  readonly #sql: JobsSql;

  /** @param locks claimed rows are locked, where several connections write at once */
  constructor(driver: SqlDriver, locks: boolean) {
    super(driver, { jobs: jobsSchema });
    this.#sql = jobsSql(locks ? 'FOR UPDATE OF j SKIP LOCKED' : '');
  }

  /** Creates a job unless its purchase has one; true where it was created. */
  async create(job: NewJob): Promise<boolean> {
    if ((await this.known([job.purchaseId])).size > 0) return false;
    // the items first: they are visible only with the row of their job, and a second attempt finds them
    for (let at = 0; at < job.items.length; at += itemsAtOnce) {
      const part = job.items.slice(at, at + itemsAtOnce);
      const values = part.flatMap((item, index) => itemValues(job, item, at + index + 1));
      await this.run(this.#sql.insertItems(part.length), values);
    }
    const due = job.items.filter(({ ended }) => !ended).map(({ dueAt = job.createdAt }) => dueAt);
    return this.did(this.#sql.insertJob, [
      ...[job.id, job.purchaseId, job.slug, 'accepted', job.document, job.receiptHash],
      ...[job.sequential ? 1 : job.concurrency, Number(job.sequential), Number(job.stopsOnFailure), 1, 0, 0, 0],
      ...[due.length > 0 ? Math.min(...due) : 0, job.createdAt, job.expiresAt],
    ]);
  }

  async find(id: string): Promise<JobRow | undefined> {
    const row = await this.first('SELECT * FROM jobs WHERE id = ?', [id]);
    return row && toJob(row);
  }

  async items(id: string): Promise<readonly JobItemRow[]> {
    return (await this.run('SELECT * FROM job_items WHERE job_id = ? ORDER BY position', [id])).map(toItem);
  }

  async item(id: string, position: number): Promise<JobItemRow | undefined> {
    const row = await this.first('SELECT * FROM job_items WHERE job_id = ? AND position = ?', [id, position]);
    return row && toItem(row);
  }

  /** Revision and state of a job without reading it whole. */
  async pulse(id: string): Promise<{ readonly revision: number; readonly state: JobState } | undefined> {
    const row = await this.first(this.#sql.pulse, [id]);
    return row && { revision: Number(row.revision), state: row.state as JobState };
  }

  /** Which of these purchases have a job. */
  async known(purchaseIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (purchaseIds.length === 0) return new Set();
    const sql = `SELECT purchase_id FROM jobs WHERE purchase_id IN (${marks(purchaseIds.length)})`;
    return new Set((await this.run(sql, purchaseIds)).map((row) => String(row.purchase_id)));
  }

  /** Claims one due item of the oldest job that may have another running item. */
  async take({ holder, leaseMs, slugs }: Take, moment: JobMoment): Promise<JobItemRow | undefined> {
    const { now } = moment;
    const lease = leaseTime(moment.lease);
    const row = await this.first(
      this.#sql.takeItem(slugs.length),
      [
        ...[holder, leaseTime(moment.lease, leaseMs), now],
        ...[lease, now, now, ...slugs, lease],
        ...[lease, now, lease, now, lease, now, lease],
      ],
      'in_order',
    );
    if (!row) return undefined;
    const item = toItem(row);
    await this.run(this.#sql.startJob, [now, item.jobId], 'in_order');
    return item;
  }

  /** Claims a job whose items have all ended and whose last step has no holder. */
  async takeEnded({ holder, leaseMs, slugs }: Take, { now, lease }: JobMoment): Promise<JobRow | undefined> {
    const free = leaseTime(lease);
    const values = [holder, leaseTime(lease, leaseMs), free, now, ...slugs, free];
    const row = await this.first(this.#sql.takeEnded(slugs.length), values, 'in_order');
    return row && toJob(row);
  }

  renew(hold: ItemHold | JobHold, leaseMs: number, { lease }: JobMoment): Promise<boolean> {
    const until = leaseTime(lease, leaseMs);
    return 'position' in hold
      ? this.did(this.#sql.renewItem, [until, ...heldValues(hold)])
      : this.did(this.#sql.renewJob, [until, hold.jobId, hold.holder]);
  }

  async endItem(hold: ItemHold, state: 'completed' | 'diagnostic', end: ItemEnd, { now }: JobMoment): Promise<boolean> {
    const values = [end.outcome, end.resultHash ?? null, now, ...heldValues(hold)];
    const made = await this.did(this.#sql.endItem(state === 'completed' ? 'complete' : 'diagnose'), values);
    if (made) await this.#noteNext(hold.jobId);
    return made;
  }

  /** One attempt failed; the item rests. */
  againItem(hold: ItemHold, failure: ItemFailure, restMs: number, { lease }: JobMoment): Promise<boolean> {
    const { isCounted, error } = failure;
    return this.did(this.#sql.again, [leaseTime(lease, restMs), Number(isCounted), error, ...heldValues(hold)]);
  }

  /** The item has failed; where the job stops at a failure, the waiting items are cancelled. */
  async failItem(
    { jobId, position, holder }: ItemHold,
    { outcome, error, isCounted }: ItemFailure,
    { now }: JobMoment,
  ): Promise<boolean> {
    const made = await this.did(this.#sql.fail, [
      ...[now, position, position, Number(isCounted), position, outcome, position, error],
      ...[jobId, position, holder, position, holder],
    ]);
    if (made) await this.#noteNext(jobId);
    return made;
  }

  /** Releases an item as if it had not been claimed. */
  yieldItem(hold: ItemHold): Promise<boolean> {
    return this.did(this.#sql.yieldItem, heldValues(hold));
  }

  async setStage(jobId: string, stage: string): Promise<void> {
    await this.run(this.#sql.setStage, [stage, jobId], 'in_order');
  }

  /** The outcome of the whole job before a restart remains where this one has no other. */
  endJob({ jobId, holder }: JobHold, state: JobEndState, end: JobEnd, { now }: JobMoment): Promise<boolean> {
    const { outcome, error, expiresAt, retryAfter, automaticRetryAt, isUncounted = false } = end;
    const retry = [retryAfter ?? null, automaticRetryAt ?? null, Number(isUncounted)];
    const values = [outcome ?? null, error ?? null, expiresAt, now, ...retry, jobId, holder];
    return this.did(this.#sql.endJob(endMoves[state]), values);
  }

  /** Releases the last step of a job, which rests. */
  yieldJob({ jobId, holder }: JobHold, restMs: number, { lease }: JobMoment): Promise<boolean> {
    return this.did(this.#sql.yieldJob, [leaseTime(lease, restMs), jobId, holder]);
  }

  async cancel(id: string, expiresAt: number, { now }: JobMoment): Promise<boolean> {
    const made = await this.did(this.#sql.cancelJob, [expiresAt, now, id]);
    // also where the process that ended the job stopped before this
    const state = made ? 'cancelled' : (await this.pulse(id))?.state;
    if (state === 'cancelled') await this.run(this.#sql.cancelItems, [now, id]);
    return made;
  }

  /** Restarts failed items, at most a number of times. */
  async restart(id: string, maxRestarts: number): Promise<boolean> {
    return this.#restart('buyer', [id, maxRestarts]);
  }

  /** Restarts failed items of jobs that are due for their automatic retry, some jobs at a time; their number. */
  async restartDue(slugs: readonly string[], { now }: JobMoment): Promise<number> {
    if (slugs.length === 0) return 0;
    const due = await this.run(this.#sql.dueForRetry(slugs.length), [now, ...slugs]);
    let restarted = 0;
    for (const { id } of due) restarted += Number(await this.#restart('automatic', [String(id), now]));
    return restarted;
  }

  async counts({ now }: JobMoment): Promise<JobCounts> {
    const row = await this.first(this.#sql.counts, [now, now]);
    return recordOf<JobCounts>(row ?? {}, ['due', 'running', 'planned', 'failed']);
  }

  /** Registers a worker. */
  async beat(worker: string, { lease }: JobMoment): Promise<void> {
    const sql =
      'INSERT INTO job_workers (id, seen_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at';
    await this.run(sql, [worker, leaseTime(lease)], 'in_order');
  }

  async leave(worker: string): Promise<void> {
    await this.run('DELETE FROM job_workers WHERE id = ?', [worker], 'in_order');
  }

  /** Deletes workers without a sign of life for so long. */
  async forgetWorkers(awayMs: number, { lease }: JobMoment): Promise<void> {
    await this.run('DELETE FROM job_workers WHERE seen_at < ?', [leaseTime(lease, -awayMs)], 'in_order');
  }

  /** Whether a worker was seen within the last `withinMs`. */
  attended(withinMs: number, { lease }: JobMoment): Promise<boolean> {
    return this.did('SELECT id FROM job_workers WHERE seen_at >= ? LIMIT 1', [leaseTime(lease, -withinMs)]);
  }

  /** Jobs that have expired, oldest first. */
  async overdue(now: number, limit: number): Promise<readonly JobRow[]> {
    return (await this.run(this.#sql.overdue, [now, limit])).map(toJob);
  }

  /** Marks the job as expired; false where it was restarted. Its results exist until it is cleared. */
  expire(id: string): Promise<boolean> {
    return this.did(this.#sql.expireJob, [id]);
  }

  /** Expired jobs that are not cleared yet. */
  async expired(limit: number): Promise<readonly JobRow[]> {
    return (await this.run(this.#sql.expired, [limit])).map(toJob);
  }

  /** Deletes the document of an expired job; its row remains. */
  async clear(id: string): Promise<void> {
    await this.run(this.#sql.clearItems, [id]);
    await this.run(this.#sql.clearJob, [id]);
  }

  /** Deletes expired jobs that were created before. */
  deleteExpired(createdBefore: number): Promise<number> {
    return this.purged(`DELETE FROM jobs WHERE state = 'expired' AND created_at < ? RETURNING id`, [createdBefore]);
  }

  async check(): Promise<void> {
    await this.run('SELECT count(*) AS one FROM jobs WHERE id IS NULL');
  }

  async #restart(by: keyof JobsSql['restart'], values: readonly [string, number]): Promise<boolean> {
    const { items, job } = this.#sql.restart[by];
    await this.run(items, values);
    return this.did(job, values);
  }

  async #noteNext(jobId: string): Promise<void> {
    await this.run(this.#sql.noteNext, [jobId], 'in_order');
  }
}

const heldValues = ({ jobId, position, holder }: ItemHold) => [jobId, position, holder];

function itemValues({ id, createdAt }: NewJob, { input, dueAt, ended }: NewJobItem, position: number): SqlValue[] {
  return [
    ...[id, position, input, ended?.state ?? 'waiting', ended?.outcome ?? null, ended?.resultHash ?? null],
    ...[0, 0, 0, dueAt ?? createdAt, dueAt === undefined ? 0 : 1, 0, ended ? createdAt : null],
  ];
}

const jobNumbers = [
  ...['revision', 'attempts', 'restarts', 'createdAt', 'startedAt', 'finishedAt', 'expiresAt', 'retryAfter'],
  'automaticRetryAt',
];
const itemNumbers = ['position', 'attempts', 'takes', 'revision', 'notBefore', 'planned', 'startedAt', 'finishedAt'];

function toJob(row: SqlRow): JobRow {
  const job = recordOf<JobRow>(row, jobNumbers);
  // 0: it was made
  return { ...job, automaticRetryAt: job.automaticRetryAt || undefined };
}

function toItem(row: SqlRow): JobItemRow {
  const item = recordOf<JobItemRow & { readonly planned: number; readonly notBefore: number }>(row, itemNumbers);
  return { ...item, dueAt: item.planned === 1 ? item.notBefore : undefined };
}

/** True for a job that can still change without its buyer. */
export const isLive = (state: JobState): boolean => (liveJobStates as readonly JobState[]).includes(state);

/** Jobs on PostgreSQL where a database is configured, else in `jobs.sqlite` under the data directory. */
export const openJobs = (place: StorePlace): JobStore =>
  new JobStore(openDriver(place, 'jobs.sqlite'), place.databaseUrl !== undefined);
