import { expect, test } from 'vitest';
import type { JobDocument } from '../../src/kernel/ports/jobs.ts';
import { acceptedJob } from '../../src/products/shared/job.ts';
import { testClock } from '../clock.ts';
import { openTestJobs } from '../pipeline/test-jobs.ts';
import { onEachStore } from '../store/stores.ts';

const terms = {
  kind: 'batch',
  expiresAfterMs: 86_400_000,
  pollAfterSeconds: 1,
  itemMs: 10_000,
  concurrency: 2,
} as const;

onEachStore(
  'the queue',
  (start) => {
    test('wakes a worker of another process that would look much later', async () => {
      const place = await start();
      const settings = { ...place.settings, clock: testClock };
      const seller = openTestJobs(settings);
      // looks once at its start, and then not before this test is over
      const elsewhere = openTestJobs({ ...settings, worker: { busyMs: 300_000, idleMs: 300_000 } });
      try {
        elsewhere.jobs.work(1);
        await expect
          .poll(
            () =>
              seller.jobs.port.admit().then(
                () => true,
                () => false,
              ),
            { timeout: 15_000 },
          )
          .toBe(true);
        // its ears are open a moment after its hands
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        const request = { items: 1, unsupported: 0, failing: 0, takesMs: 0 };
        const body: JobDocument = acceptedJob({ now: testClock() }, terms, {
          ...{ request, items: [{ input: { n: 1 } }], caveats: [], summary: 'A batch.' },
        });
        await seller.jobs.port.create({ slug: 'svc-batch', body, purchaseId: 'p', receipt: {} });
        const state = async () => (await seller.jobs.port.view(body.jobId)).document.state;
        await expect.poll(state, { timeout: 30_000, interval: 200 }).toBe('completed');
      } finally {
        for (const one of [elsewhere, seller]) {
          await one.jobs.close();
          await one.ledger.close();
        }
        await place.stop();
      }
    }, 90_000);
  },
  ['PostgreSQL'],
);
