import { type ItemMove, itemMoves, type JobMove, jobMoves, liveJobStates, openItemStates } from './job-states.ts';
import { marks, quoted } from './sql.ts';

const live = quoted(liveJobStates);
const open = quoted(openItemStates);
const itemFrom = (move: ItemMove) => `state IN (${quoted(itemMoves[move].from)})`;
const itemTo = (move: ItemMove) => `state = '${itemMoves[move].to}', revision = revision + 1`;
const jobFrom = (move: JobMove) => `state IN (${quoted(jobMoves[move].from)})`;
const jobTo = (move: JobMove) => `state = '${jobMoves[move].to}', revision = revision + 1`;

const expired = `state = '${jobMoves.expire.to}'`;
const held = 'job_id = ? AND position = ? AND holder = ?';
const unheld = 'holder = NULL, lease_until = 0';

const jobColumns = `id, purchase_id, slug, state, document, receipt_hash, concurrency, sequential, stops, revision,
  attempts, restarts, lease_until, next_at, created_at, expires_at`;
const itemColumns =
  'job_id, position, input, state, outcome, result_hash, attempts, takes, revision, not_before, planned, lease_until, finished_at';

/** Positions that may be claimed now: two marks, lease and now. */
const takeable = (alias: string) =>
  `${alias}.job_id = j.id AND ${alias}.state IN (${open}) AND ${alias}.lease_until <= ? AND ${alias}.not_before <= ?`;
const nextPosition = `(SELECT min(i.position) FROM job_items i WHERE ${takeable('i')})`;

/**
 * Marks: holder, lease until, now (start); lease, now (position); now (due); slugs; lease (running); lease, now
 * (is there one); lease, now, lease, now (the items before it); lease (again, on the row itself).
 */
const takeItem = (slugs: number, lock: string) => `UPDATE job_items
  SET ${itemTo('take')}, holder = ?, lease_until = ?, takes = takes + 1, started_at = COALESCE(started_at, ?)
  WHERE (job_id, position) = (
    SELECT j.id, ${nextPosition} FROM jobs j
    WHERE j.state IN (${live}) AND j.next_at <= ? AND j.slug IN (${marks(slugs)})
      AND (SELECT count(*) FROM job_items r WHERE r.job_id = j.id AND r.state = 'running' AND r.lease_until > ?) < j.concurrency
      AND EXISTS (SELECT 1 FROM job_items i WHERE ${takeable('i')})
      AND (j.sequential = 0 OR NOT EXISTS (
        SELECT 1 FROM job_items b WHERE b.job_id = j.id AND b.state IN (${open}) AND b.position < ${nextPosition}
          AND (b.lease_until > ? OR b.not_before > ?)))
    ORDER BY j.next_at, j.created_at, j.id LIMIT 1 ${lock})
  AND ${itemFrom('take')} AND lease_until <= ? RETURNING *`;

/** Marks: holder, lease until; lease; now; slugs; lease. */
const takeEnded = (slugs: number, lock: string) => `UPDATE jobs
  SET holder = ?, lease_until = ?, attempts = attempts + 1
  WHERE id = (
    SELECT j.id FROM jobs j
    WHERE j.state IN (${live}) AND j.lease_until <= ? AND j.next_at <= ? AND j.slug IN (${marks(slugs)})
      AND NOT EXISTS (SELECT 1 FROM job_items i WHERE i.job_id = j.id AND i.state IN (${open}))
    ORDER BY j.next_at, j.created_at, j.id LIMIT 1 ${lock})
  AND state IN (${live}) AND lease_until <= ? RETURNING *`;

const rows = (count: number, width: number) => Array.from({ length: count }, () => `(${marks(width)})`).join(', ');

const dueForRetry = 'automatic_retry_at > 0 AND automatic_retry_at <= ?';

/** Items first: they are worked on only once their job runs. Marks: id, and that of the condition. */
const restart = (condition: string, noted: string) => ({
  items: `UPDATE job_items SET ${itemTo('restart')}, ${unheld}, attempts = 0, takes = 0, outcome = NULL, error = NULL,
      started_at = NULL, finished_at = NULL
    WHERE job_id = ? AND ${itemFrom('restart')}
      AND EXISTS (SELECT 1 FROM jobs j WHERE j.id = job_items.job_id AND j.${jobFrom('restart')} AND ${condition})
    RETURNING position`,
  job: `UPDATE jobs SET ${jobTo('restart')}, ${unheld}, ${noted}, attempts = 0, next_at = 0, error = NULL, finished_at = NULL
    WHERE id = ? AND ${jobFrom('restart')} AND ${condition} RETURNING id`,
});

/** The statements of the job store: the same text for SQLite and PostgreSQL but for the lock of a claimed row. */
export const jobsSql = (lock: '' | 'FOR UPDATE OF j SKIP LOCKED') => ({
  insertItems: (count: number) =>
    `INSERT INTO job_items (${itemColumns}) VALUES ${rows(count, 13)} ON CONFLICT (job_id, position) DO NOTHING`,
  insertJob: `INSERT INTO jobs (${jobColumns}) VALUES (${marks(16)}) ON CONFLICT DO NOTHING RETURNING id`,
  takeItem: (slugs: number) => takeItem(slugs, lock),
  takeEnded: (slugs: number) => takeEnded(slugs, lock),
  startJob: `UPDATE jobs SET ${jobTo('start')}, started_at = COALESCE(started_at, ?) WHERE id = ? AND ${jobFrom('start')} RETURNING id`,
  renewItem: `UPDATE job_items SET lease_until = ? WHERE ${held} AND state = 'running' RETURNING position`,
  renewJob: `UPDATE jobs SET lease_until = ? WHERE id = ? AND holder = ? AND state IN (${live}) RETURNING id`,
  endItem: (move: 'complete' | 'diagnose') =>
    `UPDATE job_items SET ${itemTo(move)}, ${unheld}, outcome = ?, result_hash = ?, finished_at = ?
     WHERE ${held} AND ${itemFrom(move)} RETURNING position`,
  /** The next due time, or that of the last step: stored with the job, so that a poll reads no items. */
  noteNext: `UPDATE jobs SET next_at = COALESCE(
      (SELECT min(i.not_before) FROM job_items i WHERE i.job_id = jobs.id AND i.state IN (${open})), 0)
    WHERE id = ? RETURNING id`,
  again: `UPDATE job_items SET ${itemTo('again')}, holder = NULL, lease_until = ?, attempts = attempts + ?, error = ?
    WHERE ${held} AND ${itemFrom('again')} RETURNING position`,
  yieldItem: `UPDATE job_items SET ${itemTo('yield')}, ${unheld}, takes = takes - 1
    WHERE ${held} AND ${itemFrom('yield')} RETURNING position`,
  fail: `UPDATE job_items SET ${unheld}, revision = revision + 1, finished_at = ?,
      state = CASE WHEN position = ? THEN '${itemMoves.fail.to}' ELSE '${itemMoves.cancel.to}' END,
      attempts = CASE WHEN position = ? THEN attempts + ? ELSE attempts END,
      outcome = CASE WHEN position = ? THEN ? ELSE outcome END,
      error = CASE WHEN position = ? THEN ? ELSE error END
    WHERE job_id = ? AND ((position = ? AND holder = ? AND ${itemFrom('fail')})
      OR (state = 'waiting' AND EXISTS (SELECT 1 FROM jobs j WHERE j.id = job_items.job_id AND j.stops = 1)
        AND EXISTS (SELECT 1 FROM job_items m WHERE m.job_id = job_items.job_id AND m.position = ? AND m.holder = ?
          AND m.state = 'running'))) RETURNING position`,
  setStage: `UPDATE jobs SET stage = ?, revision = revision + 1 WHERE id = ? AND state IN (${live}) RETURNING id`,
  endJob: (move: 'complete' | 'complete_partly' | 'fail') =>
    `UPDATE jobs SET ${jobTo(move)}, ${unheld}, outcome = COALESCE(?, outcome), error = ?, stage = NULL, expires_at = ?, finished_at = ?,
       retry_after = ?, automatic_retry_at = CASE WHEN automatic_retry_at = 0 THEN 0 ELSE CAST(? AS BIGINT) END,
       restarts = CASE WHEN ? = 1 AND restarts > 0 THEN restarts - 1 ELSE restarts END
     WHERE id = ? AND holder = ? AND ${jobFrom(move)} RETURNING id`,
  yieldJob: `UPDATE jobs SET holder = NULL, lease_until = ? WHERE id = ? AND holder = ? RETURNING id`,
  cancelJob: `UPDATE jobs SET ${jobTo('cancel')}, ${unheld}, stage = NULL, expires_at = ?, finished_at = ?
    WHERE id = ? AND ${jobFrom('cancel')} RETURNING id`,
  cancelItems: `UPDATE job_items SET ${itemTo('cancel')}, ${unheld}, finished_at = ?
    WHERE job_id = ? AND ${itemFrom('cancel')} RETURNING position`,
  /** By the buyer, whose restarts are counted, or by the service, once. */
  restart: {
    buyer: restart('restarts < ?', 'restarts = restarts + 1'),
    automatic: restart(dueForRetry, 'automatic_retry_at = 0'),
  },
  dueForRetry: (slugs: number) =>
    `SELECT id FROM jobs WHERE ${jobFrom('restart')} AND ${dueForRetry} AND slug IN (${marks(slugs)}) ORDER BY automatic_retry_at LIMIT 20`,
  counts: `SELECT
      COALESCE(sum(CASE WHEN i.state = 'waiting' AND i.not_before <= ? THEN 1 ELSE 0 END), 0) AS due,
      COALESCE(sum(CASE WHEN i.state = 'running' THEN 1 ELSE 0 END), 0) AS running,
      COALESCE(sum(CASE WHEN i.state = 'waiting' AND i.not_before > ? THEN 1 ELSE 0 END), 0) AS planned,
      (SELECT count(*) FROM job_items WHERE state = '${itemMoves.fail.to}') AS failed
    FROM job_items i JOIN jobs j ON j.id = i.job_id WHERE i.state IN (${open}) AND j.state IN (${live})`,
  pulse: `SELECT state, revision + COALESCE((SELECT sum(i.revision) FROM job_items i WHERE i.job_id = jobs.id), 0) AS revision
    FROM jobs WHERE id = ?`,
  overdue: `SELECT * FROM jobs WHERE ${jobFrom('expire')} AND expires_at <= ? ORDER BY expires_at LIMIT ?`,
  expireJob: `UPDATE jobs SET ended_state = state, ${jobTo('expire')} WHERE id = ? AND ${jobFrom('expire')} RETURNING id`,
  expired: `SELECT * FROM jobs WHERE ${expired} AND document IS NOT NULL ORDER BY expires_at LIMIT ?`,
  clearJob: `UPDATE jobs SET document = NULL, outcome = NULL, error = NULL WHERE id = ? AND ${expired} RETURNING id`,
  clearItems: `DELETE FROM job_items WHERE job_id = ? AND EXISTS (SELECT 1 FROM jobs j WHERE j.id = job_items.job_id AND j.${expired})`,
});

export type JobsSql = ReturnType<typeof jobsSql>;
