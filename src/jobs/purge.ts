import type { JobRow } from '../store/job-store.ts';
import { storedJob } from './documents.ts';
import type { WorkerParts } from './leased-work.ts';

export interface JobPurgeParts extends Pick<WorkerParts, 'store' | 'results' | 'log'> {
  /** Owes the buyer a remedy; absent: the seller gives none. */
  owe?(purchaseId: string): Promise<void>;
}

const atOnce = 100;

async function eachOf(page: () => Promise<readonly JobRow[]>, work: (job: JobRow) => Promise<void>): Promise<void> {
  for (;;) {
    const jobs = await page();
    for (const job of jobs) await work(job);
    if (jobs.length < atOnce) return;
  }
}

/**
 * Deletes the results of expired jobs; their rows remain until `rowMs` after they were created, so that their address
 * reports how they ended. Never rejects: failures are logged.
 */
export async function purgeJobs(parts: JobPurgeParts, now: number, rowMs: number): Promise<void> {
  const { store, results, log, owe } = parts;
  try {
    let expired = 0;
    // the restart is closed before the results are deleted: after a crash between the two the next purge deletes them
    await eachOf(
      () => store.overdue(now, atOnce),
      async ({ id }) => {
        if (await store.expire(id)) expired += 1;
      },
    );
    await eachOf(
      () => store.expired(atOnce),
      async ({ id, outcome, endedState, purchaseId }) => {
        // nothing came of it, and it cannot be begun again
        if (endedState === 'failed') await owe?.(purchaseId);
        const { files = [] } = storedJob({ outcome });
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
