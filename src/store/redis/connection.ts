import { createClient, type RedisClientType } from '@redis/client';
import { within } from '../../kernel/bounded.ts';
import type { Log } from '../../kernel/ports/log.ts';

export type RedisClient = RedisClientType;

/** Longest wait for one reply: shared state is never worth a longer delay of a call. */
const usualAnswerMs = 250;
const restMs = 1000;
const connectMs = 2000;

class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

/**
 * One connection to Redis that is opened at first use and reconnects automatically. A server that is down or slow costs one
 * caller a quarter of a second once a second: other work is refused at once, and its process continues without Redis.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #log: Log;
  readonly #answerMs: number;
  #client: Promise<RedisClient> | undefined;
  #restUntil = 0;
  #away = false;

  constructor(url: string, log: Log, answerMs = usualAnswerMs) {
    this.#url = url;
    this.#log = log;
    this.#answerMs = answerMs;
  }

  /** Runs work on the connection; rejects where Redis does not answer in time. */
  async run<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    if (performance.now() < this.#restUntil) throw new RedisAway('resting after a failure');
    let gaveUp = false;
    const attempt = async () => {
      this.#client ??= this.#connect();
      const client = await this.#client;
      // the waiting process continues without Redis
      if (gaveUp) throw new RedisAway('too late');
      return { result: await work(client) };
    };
    try {
      const answer = await within(this.#answerMs, attempt(), () => undefined);
      if (!answer) throw new RedisAway(`no answer within ${this.#answerMs} ms`);
      this.#note(false);
      return answer.result;
    } catch (error) {
      gaveUp = true;
      this.#restUntil = performance.now() + restMs;
      this.#note(true);
      throw error;
    }
  }

  /** True where Redis answers. */
  check(): Promise<boolean> {
    return this.run((client) => client.ping()).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    client?.destroy();
  }

  #note(away: boolean): void {
    if (away === this.#away) return;
    this.#away = away;
    if (away) this.#log.warn({}, 'Redis does not answer: limits are counted by each process alone');
    else this.#log.info({}, 'Redis answers again: limits are shared');
  }

  async #connect(): Promise<RedisClient> {
    const client = createClient({
      url: this.#url,
      // no call waits for a server that is down
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMs, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) },
    }) as RedisClient;
    // without a listener a lost connection would end the process; the next work reports it
    client.on('error', () => undefined);
    const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
    client.connect().catch(() => undefined);
    await ready;
    return client;
  }
}
