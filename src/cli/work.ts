import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { openService } from '../main.ts';
import { stopOnSignals } from '../transports/rest/server.ts';
import { type DutyName, dutyNames, openDuties } from '../work/duties.ts';
import { startWorker } from '../work/worker.ts';
import { fail, say } from './terminal.ts';

const isDuty = (name: string): name is DutyName => (dutyNames as readonly string[]).includes(name);

function wantedOf(text: string | undefined): readonly DutyName[] {
  if (text === undefined) return dutyNames;
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => (isDuty(name) ? name : fail(`no duty ${name}; there are ${dutyNames.join(', ')}`)));
}

async function work({ duties: named }: { duties?: string }): Promise<void> {
  const wanted = wantedOf(named);
  const config = { ...readConfig(), backgroundWork: 'worker' as const };
  const log = createLog(config);
  const service = await openService({ config, log });
  const { duties, close } = openDuties(service, wanted);
  const worker = startWorker({ duties, log, now: () => service.clock().getTime() });
  stopOnSignals(async () => {
    await worker.stop();
    await close();
    await service.close();
  }, log);
  say(`place-records works on ${duties.map(({ name }) => name).join(', ')}`);
}

/** `place-records work`. */
export function addWorkCommand(program: Command): void {
  program
    .command('work')
    .description(
      'does what recurs, for all processes on the same store: closes purchases, purges, looks at the sources, refreshes mirrored datasets',
    )
    .option('--duties <names>', `which of ${dutyNames.join(', ')}; default all`)
    .action(work);
}
