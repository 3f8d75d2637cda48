import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flushed = promisify(fdatasync);

/**
 * Flushes a write-ahead log to the disk without blocking the event loop. Calls during a flush share the next one: writes
 * after the start of a flush may not be part of it.
 */
export class LogFlush {
  readonly #path: string;
  #descriptor: number | undefined;
  #last = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when everything is on the disk that was in the log before the call. Rejects where the disk refuses. */
  flush(): Promise<void> {
    this.#next ??= this.#last.catch(() => undefined).then(() => this.#write());
    this.#last = this.#next;
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  async #write(): Promise<void> {
    this.#next = undefined;
    // the log stays the same file for as long as the store is open
    this.#descriptor ??= openSync(this.#path, 'r+');
    await flushed(this.#descriptor);
  }
}
