import type { JobItemState, JobState } from '../kernel/ports/jobs.ts';
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
  JobStore,
  NewJob,
  NewJobItem,
  Take,
} from './job-store.ts';
import { jobsSchema } from './jobs-schema.ts';
import { withSchema } from './migrate.ts';
import { leaseTime, type SqlDriver, type SqlParam, type SqlRow, type SqlValue } from './sql.ts';
import { type JobsSql, jobsSql, marks } from './sql-jobs-text.ts';

/** Items that one statement inserts. */
const itemsAtOnce = 400;

const endMoves = {
  completed: 'complete',
  completed_with_diagnostics: 'complete_partly',
  failed: 'fail',
} as const satisfies Record<JobEndState, string>;

/** Jobs on any {@link SqlDriver}. One statement for each step; if a process dies, another completes the rest. */
export class SqlJobs implements JobStore {
  readonly #driver: SqlDriver;
  readonly #sql: JobsSql;

  /** @param locks claimed rows are locked, where several connections write at once */
  constructor(driver: SqlDriver, locks: boolean) {
    this.#driver = withSchema(driver, 'jobs', jobsSchema);
    this.#sql = jobsSql(locks ? 'FOR UPDATE OF j SKIP LOCKED' : '');
  }

  async create(job: NewJob): Promise<boolean> {
    if ((await this.known([job.purchaseId])).size > 0) return false;
    // the items first: they are visible only with the row of their job, and a second attempt finds them
    for (let at = 0; at < job.items.length; at += itemsAtOnce) {
      const part = job.items.slice(at, at + itemsAtOnce);
      const values = part.flatMap((item, index) => itemValues(job, item, at + index + 1));
      await this.#driver.run(this.#sql.insertItems(part.length), values);
    }
    const due = job.items.filter(({ ended }) => !ended).map(({ dueAt = job.createdAt }) => dueAt);
    const made = await this.#driver.run(this.#sql.insertJob, [
      ...[job.id, job.purchaseId, job.slug, 'accepted', job.document, job.receiptHash],
      ...[job.sequential ? 1 : job.concurrency, Number(job.sequential), Number(job.stopsOnFailure), 1, 0, 0, 0],
      ...[due.length > 0 ? Math.min(...due) : 0, job.createdAt, job.expiresAt],
    ]);
    return made.length > 0;
  }

  async find(id: string): Promise<JobRow | undefined> {
    const [row] = await this.#driver.run('SELECT * FROM jobs WHERE id = ?', [id]);
    return row && toJob(row);
  }

  async items(id: string): Promise<readonly JobItemRow[]> {
    return (await this.#driver.run('SELECT * FROM job_items WHERE job_id = ? ORDER BY position', [id])).map(toItem);
  }

  async item(id: string, position: number): Promise<JobItemRow | undefined> {
    const [row] = await this.#driver.run('SELECT * FROM job_items WHERE job_id = ? AND position = ?', [id, position]);
    return row && toItem(row);
  }

  async pulse(id: string): Promise<{ readonly revision: number; readonly state: JobState } | undefined> {
    const [row] = await this.#driver.run(this.#sql.pulse, [id]);
    return row && { revision: Number(row.revision), state: row.state as JobState };
  }

  async known(purchaseIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (purchaseIds.length === 0) return new Set();
    const sql = `SELECT purchase_id FROM jobs WHERE purchase_id IN (${marks(purchaseIds.length)})`;
    return new Set((await this.#driver.run(sql, purchaseIds)).map((row) => String(row.purchase_id)));
  }

  async take({ holder, leaseMs, slugs }: Take, moment: JobMoment): Promise<JobItemRow | undefined> {
    const { now } = moment;
    const lease = leaseTime(moment.lease);
    const [row] = await this.#driver.run(
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
    await this.#driver.run(this.#sql.startJob, [now, item.jobId], 'in_order');
    return item;
  }

  async takeEnded({ holder, leaseMs, slugs }: Take, { now, lease }: JobMoment): Promise<JobRow | undefined> {
    const free = leaseTime(lease);
    const values = [holder, leaseTime(lease, leaseMs), free, now, ...slugs, free];
    const [row] = await this.#driver.run(this.#sql.takeEnded(slugs.length), values, 'in_order');
    return row && toJob(row);
  }

  renew(hold: ItemHold | JobHold, leaseMs: number, { lease }: JobMoment): Promise<boolean> {
    const until = leaseTime(lease, leaseMs);
    return 'position' in hold
      ? this.#did(this.#sql.renewItem, [until, ...heldValues(hold)])
      : this.#did(this.#sql.renewJob, [until, hold.jobId, hold.holder]);
  }

  async endItem(hold: ItemHold, state: 'completed' | 'diagnostic', end: ItemEnd, { now }: JobMoment): Promise<boolean> {
    const values = [end.outcome, end.resultHash ?? null, now, ...heldValues(hold)];
    const made = await this.#did(this.#sql.endItem(state === 'completed' ? 'complete' : 'diagnose'), values);
    if (made) await this.#noteNext(hold.jobId);
    return made;
  }

  againItem(hold: ItemHold, failure: ItemFailure, restMs: number, { lease }: JobMoment): Promise<boolean> {
    const { isCounted, error } = failure;
    return this.#did(this.#sql.again, [leaseTime(lease, restMs), Number(isCounted), error, ...heldValues(hold)]);
  }

  async failItem(
    { jobId, position, holder }: ItemHold,
    { outcome, error, isCounted }: ItemFailure,
    { now }: JobMoment,
  ): Promise<boolean> {
    const made = await this.#did(this.#sql.fail, [
      ...[now, position, position, Number(isCounted), position, outcome, position, error],
      ...[jobId, position, holder, position, holder],
    ]);
    if (made) await this.#noteNext(jobId);
    return made;
  }

  yieldItem(hold: ItemHold): Promise<boolean> {
    return this.#did(this.#sql.yieldItem, heldValues(hold));
  }

  async setStage(jobId: string, stage: string): Promise<void> {
    await this.#driver.run(this.#sql.setStage, [stage, jobId], 'in_order');
  }

  endJob({ jobId, holder }: JobHold, state: JobEndState, end: JobEnd, { now }: JobMoment): Promise<boolean> {
    const { outcome, error, expiresAt, retryAfter, automaticRetryAt, isUncounted = false } = end;
    const retry = [retryAfter ?? null, automaticRetryAt ?? null, Number(isUncounted)];
    const values = [outcome ?? null, error ?? null, expiresAt, now, ...retry, jobId, holder];
    return this.#did(this.#sql.endJob(endMoves[state]), values);
  }

  yieldJob({ jobId, holder }: JobHold, restMs: number, { lease }: JobMoment): Promise<boolean> {
    return this.#did(this.#sql.yieldJob, [leaseTime(lease, restMs), jobId, holder]);
  }

  async cancel(id: string, expiresAt: number, { now }: JobMoment): Promise<boolean> {
    const made = await this.#did(this.#sql.cancelJob, [expiresAt, now, id]);
    // also where the process that ended the job stopped before this
    const state = made ? 'cancelled' : (await this.pulse(id))?.state;
    if (state === 'cancelled') await this.#driver.run(this.#sql.cancelItems, [now, id]);
    return made;
  }

  async restart(id: string, maxRestarts: number): Promise<boolean> {
    return this.#restart('buyer', [id, maxRestarts]);
  }

  async restartDue(slugs: readonly string[], { now }: JobMoment): Promise<number> {
    if (slugs.length === 0) return 0;
    const due = await this.#driver.run(this.#sql.dueForRetry(slugs.length), [now, ...slugs]);
    let restarted = 0;
    for (const { id } of due) restarted += Number(await this.#restart('automatic', [String(id), now]));
    return restarted;
  }

  async counts({ now }: JobMoment): Promise<JobCounts> {
    const [row] = await this.#driver.run(this.#sql.counts, [now, now]);
    return {
      due: Number(row?.due ?? 0),
      running: Number(row?.running ?? 0),
      planned: Number(row?.planned ?? 0),
      failed: Number(row?.failed ?? 0),
    };
  }

  async beat(worker: string, { lease }: JobMoment): Promise<void> {
    const sql =
      'INSERT INTO job_workers (id, seen_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at';
    await this.#driver.run(sql, [worker, leaseTime(lease)], 'in_order');
  }

  async leave(worker: string): Promise<void> {
    await this.#driver.run('DELETE FROM job_workers WHERE id = ?', [worker], 'in_order');
  }

  async forgetWorkers(awayMs: number, { lease }: JobMoment): Promise<void> {
    await this.#driver.run('DELETE FROM job_workers WHERE seen_at < ?', [leaseTime(lease, -awayMs)], 'in_order');
  }

  async attended(withinMs: number, { lease }: JobMoment): Promise<boolean> {
    const sql = 'SELECT id FROM job_workers WHERE seen_at >= ? LIMIT 1';
    return (await this.#driver.run(sql, [leaseTime(lease, -withinMs)])).length > 0;
  }

  async overdue(now: number, limit: number): Promise<readonly JobRow[]> {
    return (await this.#driver.run(this.#sql.overdue, [now, limit])).map(toJob);
  }

  expire(id: string): Promise<boolean> {
    return this.#did(this.#sql.expireJob, [id]);
  }

  async expired(limit: number): Promise<readonly JobRow[]> {
    return (await this.#driver.run(this.#sql.expired, [limit])).map(toJob);
  }

  async clear(id: string): Promise<void> {
    await this.#driver.run(this.#sql.clearItems, [id]);
    await this.#driver.run(this.#sql.clearJob, [id]);
  }

  async deleteExpired(createdBefore: number): Promise<number> {
    const sql = `DELETE FROM jobs WHERE state = 'expired' AND created_at < ? RETURNING id`;
    return (await this.#driver.run(sql, [createdBefore], 'at_once', 'purge')).length;
  }

  async check(): Promise<void> {
    await this.#driver.run('SELECT count(*) AS one FROM jobs WHERE id IS NULL');
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  async #restart(by: keyof JobsSql['restart'], values: readonly [string, number]): Promise<boolean> {
    const { items, job } = this.#sql.restart[by];
    await this.#driver.run(items, values);
    return this.#did(job, values);
  }

  async #noteNext(jobId: string): Promise<void> {
    await this.#driver.run(this.#sql.noteNext, [jobId], 'in_order');
  }

  async #did(sql: string, values: readonly SqlParam[]): Promise<boolean> {
    return (await this.#driver.run(sql, values)).length > 0;
  }
}

const heldValues = ({ jobId, position, holder }: ItemHold) => [jobId, position, holder];

function itemValues({ id, createdAt }: NewJob, { input, dueAt, ended }: NewJobItem, position: number): SqlValue[] {
  return [
    ...[id, position, input, ended?.state ?? 'waiting', ended?.outcome ?? null, ended?.resultHash ?? null],
    ...[0, 0, 0, dueAt ?? createdAt, dueAt === undefined ? 0 : 1, 0, ended ? createdAt : null],
  ];
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
/** PostgreSQL returns large numbers as text. */
const number = (value: SqlValue | undefined) => (value === null || value === undefined ? undefined : Number(value));

function toJob(row: SqlRow): JobRow {
  return {
    id: String(row.id),
    purchaseId: String(row.purchase_id),
    slug: String(row.slug),
    state: row.state as JobState,
    endedState: row.ended_state === null ? undefined : (row.ended_state as JobState),
    document: text(row.document),
    outcome: text(row.outcome),
    error: text(row.error),
    stage: text(row.stage),
    receiptHash: String(row.receipt_hash),
    revision: Number(row.revision),
    attempts: Number(row.attempts),
    restarts: Number(row.restarts),
    createdAt: Number(row.created_at),
    startedAt: number(row.started_at),
    finishedAt: number(row.finished_at),
    expiresAt: Number(row.expires_at),
    retryAfter: number(row.retry_after),
    // 0: it was made
    automaticRetryAt: number(row.automatic_retry_at) || undefined,
  };
}

function toItem(row: SqlRow): JobItemRow {
  return {
    jobId: String(row.job_id),
    position: Number(row.position),
    input: String(row.input),
    state: row.state as JobItemState,
    outcome: text(row.outcome),
    resultHash: text(row.result_hash),
    error: text(row.error),
    attempts: Number(row.attempts),
    takes: Number(row.takes),
    revision: Number(row.revision),
    dueAt: Number(row.planned) === 1 ? Number(row.not_before) : undefined,
    startedAt: number(row.started_at),
    finishedAt: number(row.finished_at),
  };
}

/** True for a job that can still change without its buyer. */
export const isLive = (state: JobState): boolean => (liveJobStates as readonly JobState[]).includes(state);
