// one worker as `place-records work` runs it, without what would ask the sources
import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/config/log.ts';
import { openService } from '../../../src/main.ts';
import { stopOnSignals } from '../../../src/transports/rest/server.ts';
import { openDuties } from '../../../src/work/duties.ts';
import { startWorker } from '../../../src/work/worker.ts';

const config = readConfig();
const log = createLog(config);
const service = await openService({ config, log });
const { duties, close } = openDuties(service, ['reconcile', 'purge']);
const worker = startWorker({ duties, log, now: () => service.clock().getTime() });
stopOnSignals(async () => {
  await worker.stop();
  await close();
  await service.close();
}, log);
process.stdout.write(`${JSON.stringify({ duties: duties.length })}\n`);
