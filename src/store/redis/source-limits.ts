import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedSourceLimits } from '../../kernel/ports/shared.ts';
import type { RedisConnection } from './connection.ts';

/**
 * One turn, decided in Redis by its own clock: the pause that a source requested, the slots of its host and of the source,
 * and the requests of the last interval. Returns {0, 0} where the turn is granted, {1, ms to wait} where it is not yet,
 * {2, ms} during a pause that the source requested. A slot of a process that died expires.
 */
const takeTurn = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local paused = redis.call('PTTL', KEYS[1])
if paused > 0 then return {2, paused} end
local hostSlots, sourceSlots, requests, perMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local token, holdMs = ARGV[5], tonumber(ARGV[6])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= hostSlots or redis.call('ZCARD', KEYS[3]) >= sourceSlots then return {1, 0} end
if requests > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now - perMs)
  if redis.call('ZCARD', KEYS[4]) >= requests then
    local oldest = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')
    return {1, oldest[2] + perMs - now + 1}
  end
  redis.call('ZADD', KEYS[4], now, token)
  redis.call('PEXPIRE', KEYS[4], perMs + 1000)
end
redis.call('ZADD', KEYS[2], now + holdMs, token)
redis.call('PEXPIRE', KEYS[2], holdMs + 1000)
redis.call('ZADD', KEYS[3], now + holdMs, token)
redis.call('PEXPIRE', KEYS[3], holdMs + 1000)
return {0, 0}
`;

/** Between two attempts to get a slot; random each time, so that processes do not collide. */
const lookAgainMs = () => 15 + Math.random() * 25;
const longestPauseMs = 120_000;

// the braces keep all keys of a host on one node of a cluster
const keysOf = (host: string, source: string) => ({
  pause: `place-records:source:{${host}}:pause`,
  host: `place-records:source:{${host}}:slots`,
  source: `place-records:source:{${host}}:slots:${source}`,
  rate: `place-records:source:{${host}}:rate`,
});

/** Limits of requests to sources, shared by all processes on one Redis. */
export const redisSourceLimits = (redis: RedisConnection): SharedSourceLimits => ({
  async take(turn) {
    const token = randomUUID();
    const keys = keysOf(turn.host, turn.source);
    const queried = {
      keys: [keys.pause, keys.host, keys.source, keys.rate],
      arguments: [
        ...[turn.hostSlots, turn.sourceSlots, turn.rate?.requests ?? 0, turn.rate?.perMs ?? 0].map(String),
        token,
        String(Math.ceil(turn.holdMs)),
      ],
    };
    const release = () => {
      const slots = [keys.host, keys.source];
      // where that fails, the slots expire
      redis.run((client) => Promise.all(slots.map((key) => client.zRem(key, token)))).catch(() => undefined);
    };
    while (!turn.signal.aborted) {
      const answer = await redis.run((client) => client.eval(takeTurn, queried)).catch(() => undefined);
      if (!Array.isArray(answer)) return { kind: 'alone' };
      const [word, ms] = answer.map(Number);
      if (word === 2) return { kind: 'paused' };
      if (word === 0) return { kind: 'go', release };
      await pause(ms ? ms + Math.random() * 5 : lookAgainMs(), undefined, { signal: turn.signal }).catch(
        () => undefined,
      );
    }
    return { kind: 'cancelled' };
  },
  pause(host, ms) {
    const until = Math.min(Math.max(1, Math.ceil(ms)), longestPauseMs);
    const key = keysOf(host, '').pause;
    redis.run((client) => client.set(key, '1', { expiration: { type: 'PX', value: until } })).catch(() => undefined);
  },
});
