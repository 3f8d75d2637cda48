import type { SchemaSteps } from './migrate.ts';

/** Tables of jobs, version by version. Steps are only added. Times in milliseconds. */
export const jobsSchema: SchemaSteps = [
  [
    `CREATE TABLE IF NOT EXISTS jobs (
       id TEXT PRIMARY KEY, purchase_id TEXT NOT NULL UNIQUE, slug TEXT NOT NULL, state TEXT NOT NULL, ended_state TEXT,
       document TEXT, outcome TEXT, error TEXT, stage TEXT, receipt_hash TEXT NOT NULL,
       concurrency INTEGER NOT NULL, sequential INTEGER NOT NULL, stops INTEGER NOT NULL,
       revision BIGINT NOT NULL, attempts INTEGER NOT NULL, restarts INTEGER NOT NULL,
       holder TEXT, lease_until BIGINT NOT NULL, next_at BIGINT NOT NULL,
       created_at BIGINT NOT NULL, started_at BIGINT, finished_at BIGINT, expires_at BIGINT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS jobs_live ON jobs (next_at, created_at) WHERE state IN ('accepted', 'running')`,
    'CREATE INDEX IF NOT EXISTS jobs_expiry ON jobs (expires_at)',
    `CREATE TABLE IF NOT EXISTS job_items (
       job_id TEXT NOT NULL, position INTEGER NOT NULL, input TEXT NOT NULL, state TEXT NOT NULL, outcome TEXT,
       result_hash TEXT, error TEXT, attempts INTEGER NOT NULL, takes INTEGER NOT NULL, revision BIGINT NOT NULL,
       not_before BIGINT NOT NULL, planned INTEGER NOT NULL, holder TEXT, lease_until BIGINT NOT NULL,
       started_at BIGINT, finished_at BIGINT, PRIMARY KEY (job_id, position))`,
    `CREATE INDEX IF NOT EXISTS job_items_open ON job_items (job_id, position) WHERE state IN ('waiting', 'running')`,
    'CREATE TABLE IF NOT EXISTS job_workers (id TEXT PRIMARY KEY, seen_at BIGINT NOT NULL)',
  ],
  [
    'ALTER TABLE jobs ADD COLUMN retry_after BIGINT',
    // 0 once it was made
    'ALTER TABLE jobs ADD COLUMN automatic_retry_at BIGINT',
    'CREATE INDEX IF NOT EXISTS jobs_automatic_retry ON jobs (automatic_retry_at) WHERE automatic_retry_at > 0',
    // a poll counts the running items of every live job
    `CREATE INDEX IF NOT EXISTS job_items_running ON job_items (job_id) WHERE state = 'running'`,
    `CREATE INDEX IF NOT EXISTS job_items_failed ON job_items (job_id) WHERE state = 'failed'`,
  ],
];
