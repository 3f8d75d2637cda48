import type { Log } from '../kernel/ports/log.ts';
import type { JobStore } from '../store/job-store.ts';
import type { KeptJob } from './documents.ts';
import type { JobResults } from './results.ts';

export interface JobPurgeParts {
  readonly store: JobStore;
  readonly results: JobResults;
  readonly log: Log;
}

const atOnce = 100;

/**
 * Forgets what jobs brought whose time is over; their rows stay until `rowMs` after they were made, so that their address
 * says what became of them. Never rejects: what fails is logged.
 */
export async function purgeJobs({ store, results, log }: JobPurgeParts, now: number, rowMs: number): Promise<void> {
  try {
    let expired = 0;
    for (;;) {
      const jobs = await store.overdue(now, atOnce);
      for (const job of jobs) {
        const { files = [] } = job.outcome === undefined ? {} : (JSON.parse(job.outcome) as KeptJob);
        await results.forget(job.id, await store.items(job.id), files);
        await store.expire(job.id);
      }
      expired += jobs.length;
      if (jobs.length < atOnce) break;
    }
    const rows = await store.deleteExpired(now - rowMs);
    if (expired > 0 || rows > 0) log.info({ expired, rows }, 'jobs purged');
  } catch (error) {
    log.warn({ err: error }, 'jobs could not be purged');
  }
}
