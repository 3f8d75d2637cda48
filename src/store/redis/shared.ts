import type { Log } from '../../kernel/ports/log.ts';
import type { CallCounter, SharedSourceLimits } from '../../kernel/ports/shared.ts';
import { sharedCallCounter } from './call-counter.ts';
import { RedisConnection } from './connection.ts';
import { redisSourceLimits } from './source-limits.ts';

/** The state that all processes on one Redis share. */
export interface Shared {
  readonly sources: SharedSourceLimits;
  /** Counts of callers, with a separate name space. */
  counter(name: string): CallCounter;
  /** Whether Redis answers now; where not, each process limits its own requests. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens no connection before the first count or turn. Its libraries come with this module: import it where Redis is set. */
export function openShared(url: string, log: Log, answerMs?: number): Shared {
  const redis = new RedisConnection(url, log, answerMs);
  return {
    sources: redisSourceLimits(redis),
    counter: (name) => sharedCallCounter(redis, name),
    check: () => redis.check(),
    close: () => redis.close(),
  };
}
