import type { Log } from '../kernel/ports/log.ts';
import { poolLimits } from '../store/postgres-limits.ts';

const queue = 'place-records-jobs';
const pollSeconds = 1;
/** A message that was not received in time is useless: polling finds the job. */
const lifeSeconds = 600;

/**
 * Notifies workers in other processes of a job by a queue of pg-boss on the same PostgreSQL. A message carries only the id:
 * the work is in the tables. Rejects where the queue cannot be used; workers then find jobs by polling.
 */
export async function openCarrier(databaseUrl: string, log: Log) {
  const { default: PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'place-records',
    max: 2,
    ...poolLimits,
    schedule: false,
    archiveCompletedAfterSeconds: lifeSeconds,
    deleteAfterSeconds: lifeSeconds,
  });
  // without a listener a lost connection would end the process
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of jobs does not answer'));
  await boss.start();
  await boss.createQueue(queue);
  return {
    async announce(jobId: string): Promise<void> {
      await boss.send(queue, { jobId }, { retentionSeconds: lifeSeconds, retryLimit: 0, singletonKey: jobId });
    },
    /** Receives jobs until it is closed; each job goes to one of several listeners. */
    async listen(onJob: () => void): Promise<void> {
      await boss.work(queue, { pollingIntervalSeconds: pollSeconds }, async () => onJob());
    },
    async close(): Promise<void> {
      await boss.stop({ graceful: false, close: true, wait: true, timeout: 2_000 });
    },
  };
}

export type Carrier = Awaited<ReturnType<typeof openCarrier>>;
