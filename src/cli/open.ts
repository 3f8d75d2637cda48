import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { Service } from '../main.ts';

/** The log of a command of the terminal: errors alone, since its answer says what failed, unless the setting says more or less. */
export const commandLog = ({ logLevel }: Pick<Config, 'logLevel'>): Log => createLog({ logLevel: logLevel ?? 'error' });

/**
 * Opens the service for one command and closes it after `work`.
 * @param given `logLevel` of the command, whatever the setting says
 */
export async function withService<T>(
  work: (service: Service) => Promise<T>,
  given: { readonly config?: Config; readonly logLevel?: Config['logLevel'] } = {},
): Promise<T> {
  const { openService } = await import('../main.ts');
  const { config = readConfig() } = given;
  const service = await openService({ config, log: commandLog({ logLevel: given.logLevel ?? config.logLevel }) });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
