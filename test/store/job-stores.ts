import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobMoment, JobStore, NewJob, NewJobItem } from '../../src/store/job-store.ts';
import { openJobs } from '../../src/store/open-jobs.ts';
import { postgresMissing, temporaryPostgres } from './temporary-postgres.ts';

export interface OpenJobStore {
  readonly settings: { databaseUrl: string | undefined; dataDir: string };
  /** Another connection to the same store. */
  open(): JobStore;
  stop(): Promise<void>;
}

export interface JobStoreKind {
  readonly name: string;
  readonly missing: string | undefined;
  start(): Promise<OpenJobStore>;
}

/** Both stores that jobs are held against; PostgreSQL is skipped by name where its programs are absent. */
export const jobStores: readonly JobStoreKind[] = [
  {
    name: 'SQLite',
    missing: undefined,
    start: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'jobs-'));
      const settings = { databaseUrl: undefined, dataDir };
      return {
        settings,
        open: () => openJobs(settings),
        stop: async () => rmSync(dataDir, { recursive: true, force: true }),
      };
    },
  },
  {
    name: 'PostgreSQL',
    missing: postgresMissing(),
    start: async () => {
      const cluster = await temporaryPostgres();
      const settings = { databaseUrl: cluster.url, dataDir: '' };
      return { settings, open: () => openJobs(settings), stop: async () => cluster.stop() };
    },
  },
];

export const t0 = Date.parse('2026-03-01T12:00:00Z');
export const slug = 'svc-batch';

/** Both clocks so many milliseconds after the beginning. */
export const at = (ms = 0): JobMoment => ({ now: t0 + ms, lease: t0 + ms });

export const taker = (holder: string, leaseMs = 30_000) => ({ holder, leaseMs, slugs: [slug] });

/** A job with so many items, or with these. */
export function job(id: string, items: number | readonly NewJobItem[], more: Partial<NewJob> = {}): NewJob {
  return {
    id,
    purchaseId: `purchase of ${id}`,
    slug,
    document: '{"jobKind":"batch"}',
    receiptHash: 'receipt',
    concurrency: 2,
    sequential: false,
    stopsOnFailure: false,
    createdAt: t0,
    expiresAt: t0 + 86_400_000,
    items: typeof items === 'number' ? Array.from({ length: items }, (_, n) => ({ input: `{"n":${n + 1}}` })) : items,
    ...more,
  };
}
