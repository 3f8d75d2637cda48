import { pino } from 'pino';
import type { Log } from '../kernel/ports/log.ts';
import type { Config } from './config.ts';

const never = ['payment', 'authorization', 'signature', 'credential', 'headers'];

/** Structured log on stderr; stdout belongs to the protocol. Fields that could carry a credential are dropped whatever their depth. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      redact: { paths: never.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
