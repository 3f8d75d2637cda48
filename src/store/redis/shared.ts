import type { Log } from '../../kernel/ports/log.ts';
import { sharedCallCounter } from './call-counter.ts';
import { RedisConnection } from './connection.ts';
import { redisSourceLimits } from './source-limits.ts';

/** The state that all processes on one Redis share. */
export type Shared = ReturnType<typeof openShared>;

/** Opens no connection before the first count or turn. Its libraries come with this module: import it where Redis is set. */
export function openShared(url: string, log: Log, answerMs?: number) {
  const redis = new RedisConnection(url, log, answerMs);
  return {
    sources: redisSourceLimits(redis),
    /** Counts of callers, with a separate name space. */
    counter: (name: string) => sharedCallCounter(redis, name),
    /** Whether Redis answers now; where not, each process limits its own requests. */
    check: () => redis.check(),
    close: () => redis.close(),
  };
}
