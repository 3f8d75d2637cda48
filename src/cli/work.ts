import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { openService, sellingConfigured } from '../main.ts';
import { stopOnSignals } from '../transports/rest/server.ts';
import { type DutyName, dutyNames, openDuties } from '../work/duties.ts';
import { startWorker } from '../work/worker.ts';
import { fail, say } from './terminal.ts';

/** Everything that is done here: what one process at a time does, and the jobs that were bought, on which all work. */
const workNames = [...dutyNames, 'jobs'] as const;
type WorkName = (typeof workNames)[number];

const isWork = (name: string): name is WorkName => (workNames as readonly string[]).includes(name);
const isDuty = (name: WorkName): name is DutyName => name !== 'jobs';

function wantedOf(text: string | undefined): readonly WorkName[] {
  if (text === undefined) return workNames;
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => (isWork(name) ? name : fail(`no duty ${name}; there are ${workNames.join(', ')}`)));
}

const mostAtOnce = 64;

function concurrencyOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= mostAtOnce
    ? count
    : fail(`--concurrency takes a whole number from 1 to ${mostAtOnce}`);
}

async function work(options: { duties?: string; concurrency?: string }): Promise<void> {
  const wanted = wantedOf(options.duties);
  const concurrency = concurrencyOf(options.concurrency);
  const config = { ...readConfig(), backgroundWork: 'worker' as const };
  const log = createLog(config);
  const service = await openService({ config, log });
  const { duties, close } = openDuties(service, wanted.filter(isDuty));
  const doesJobs = wanted.includes('jobs') && sellingConfigured(config);
  if (doesJobs) (await service.selling()).jobs.work(concurrency);
  const worker = startWorker({ duties, log, now: () => service.clock().getTime() });
  stopOnSignals(async () => {
    await worker.stop();
    await close();
    await service.close();
  }, log);
  say(`place-records works on ${[...duties.map(({ name }) => name), ...(doesJobs ? ['jobs'] : [])].join(', ')}`);
}

/** `place-records work`. */
export function addWorkCommand(program: Command): void {
  program
    .command('work')
    .description(
      'does what recurs, for all processes on the same store: closes purchases, purges, looks at the sources, refreshes mirrored datasets; and works on the jobs that were bought',
    )
    .option('--duties <names>', `which of ${workNames.join(', ')}; default all`)
    .option('--concurrency <count>', 'items of jobs at once; default SVC_JOBS_CONCURRENCY')
    .action(work);
}
