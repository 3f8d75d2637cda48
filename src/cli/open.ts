import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import type { Service } from '../main.ts';

/** The service as the environment configures it, for one command: its log says warnings only. */
export async function openConfigured(): Promise<Service> {
  const { openService } = await import('../main.ts');
  const config = readConfig();
  return openService({ config, log: createLog({ logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }) });
}
