import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { CallCounter } from '../../kernel/ports/shared.ts';
import type { RedisConnection } from './connection.ts';

const windowSeconds = 60;
/** The caller of the counter refuses; the counter only counts. */
const points = Number.MAX_SAFE_INTEGER;

/** Names of callers are network addresses: only their hash is stored, for a minute. */
const keyOf = (key: string) => createHash('sha256').update(`caller\n${key}`).digest('base64url').slice(0, 22);

/** Counts that all processes share through Redis; while it is away each process counts alone. */
export function sharedCallCounter(redis: RedisConnection, name: string): CallCounter {
  const keyPrefix = `place-records:calls:${name}`;
  const alone = new RateLimiterMemory({ points, duration: windowSeconds });
  let shared: RateLimiterRedis | undefined;
  const limiterOf = (storeClient: unknown) => {
    shared ??= new RateLimiterRedis({
      ...{ storeClient, useRedisPackage: true, keyPrefix },
      ...{ points, duration: windowSeconds },
    });
    return shared;
  };
  return {
    async count(key, calls = 1) {
      const named = keyOf(key);
      const { consumedPoints, msBeforeNext } = await redis
        .run((client) => limiterOf(client).consume(named, calls))
        .catch(() => alone.consume(named, calls));
      return { calls: consumedPoints, resetsInMs: msBeforeNext };
    },
    async giveBack(key, calls = 1) {
      const named = keyOf(key);
      await redis.run((client) => limiterOf(client).reward(named, calls)).catch(() => alone.reward(named, calls));
    },
  };
}
