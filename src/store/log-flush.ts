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
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when everything is on the disk that was in the log before the call. Rejects where the disk refuses. */
  flush(): Promise<void> {
    if (!this.#running) return this.#begin();
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = this.#write();
    this.#running = running;
    const done = () => {
      if (this.#running === running) this.#running = undefined;
    };
    running.then(done, done);
    return running;
  }

  async #write(): Promise<void> {
    // the log stays the same file for as long as the store is open
    this.#descriptor ??= openSync(this.#path, 'r+');
    await flushed(this.#descriptor);
  }
}
