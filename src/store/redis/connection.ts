import { createClient, type RedisClientType } from '@redis/client';
import type { Log } from '../../kernel/ports/log.ts';

export type RedisClient = RedisClientType;

/** Longest wait for one answer: what is shared is never worth more than that to a caller. */
const answerMs = 250;
/** After a failure nothing is tried for so long. */
const restMs = 1000;
const connectMs = 2000;

class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

/**
 * One connection to Redis that is opened at first use and comes back by itself. A server that is away or slow costs a
 * caller a quarter of a second once a second, and then nothing: work is refused at once, and whoever asked goes on alone.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #log: Log;
  #client: Promise<RedisClient> | undefined;
  #restUntil = 0;
  #away = false;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether the last thing that was tried came through. */
  get answers(): boolean {
    return !this.#away;
  }

  /** Runs work on the connection; rejects where Redis does not answer in time. */
  async run<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    if (performance.now() < this.#restUntil) throw new RedisAway('resting after a failure');
    let timer: NodeJS.Timeout | undefined;
    let gaveUp = false;
    const attempt = async () => {
      const client = await this.#open();
      // whoever waited for the connection has gone on alone
      if (gaveUp) throw new RedisAway('too late');
      return work(client);
    };
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new RedisAway(`no answer within ${answerMs} ms`)), answerMs);
    });
    try {
      const result = await Promise.race([attempt(), late]);
      this.#note(false);
      return result;
    } catch (error) {
      gaveUp = true;
      this.#restUntil = performance.now() + restMs;
      this.#note(true);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks whether Redis is there; true where it is. */
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

  #open(): Promise<RedisClient> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<RedisClient> {
    const client = createClient({
      url: this.#url,
      // nothing waits for a server that is away
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMs, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) },
    }) as RedisClient;
    // without a listener a lost connection would end the process; that it is lost, the next work says
    client.on('error', () => undefined);
    const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
    client.connect().catch(() => undefined);
    await ready;
    return client;
  }
}
