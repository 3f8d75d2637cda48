import type { Log } from '../kernel/ports/log.ts';
import type { JobRow, JobStore } from '../store/job-store.ts';
import type { KeptJob } from './documents.ts';
import type { JobResults } from './results.ts';

export interface JobPurgeParts {
  readonly store: JobStore;
  readonly results: JobResults;
  readonly log: Log;
}

const atOnce = 100;

/** Page by page, until a page is not full. */
async function eachOf(page: () => Promise<readonly JobRow[]>, work: (job: JobRow) => Promise<void>): Promise<void> {
  for (;;) {
    const jobs = await page();
    for (const job of jobs) await work(job);
    if (jobs.length < atOnce) return;
  }
}

/**
 * Forgets what jobs brought whose time is over; their rows stay until `rowMs` after they were made, so that their address
 * says what became of them. Never rejects: what fails is logged.
 */
export async function purgeJobs({ store, results, log }: JobPurgeParts, now: number, rowMs: number): Promise<void> {
  try {
    let expired = 0;
    // first it cannot be begun again, then what it brought goes: whoever dies between the two leaves it to the next purge
    await eachOf(
      () => store.overdue(now, atOnce),
      async ({ id }) => {
        if (await store.expire(id)) expired += 1;
      },
    );
    await eachOf(
      () => store.expired(atOnce),
      async ({ id, outcome }) => {
        const { files = [] } = outcome === undefined ? {} : (JSON.parse(outcome) as KeptJob);
        await results.forget(id, await store.items(id), files);
        await store.clear(id);
      },
    );
    const rows = await store.deleteExpired(now - rowMs);
    if (expired > 0 || rows > 0) log.info({ expired, rows }, 'jobs purged');
  } catch (error) {
    log.warn({ err: error }, 'jobs could not be purged');
  }
}
