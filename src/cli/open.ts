import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import type { Service } from '../main.ts';

const warningsOnly = ({ logLevel }: Config) => (logLevel === 'info' ? 'warn' : logLevel);

/**
 * Opens the service for one command and closes it after `work`.
 * @param given `logLevel` of the command; default: warnings, unless the settings say less or more
 */
export async function withService<T>(
  work: (service: Service) => Promise<T>,
  given: { readonly config?: Config; readonly logLevel?: Config['logLevel'] } = {},
): Promise<T> {
  const { openService } = await import('../main.ts');
  const { config = readConfig() } = given;
  const service = await openService({ config, log: createLog({ logLevel: given.logLevel ?? warningsOnly(config) }) });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
