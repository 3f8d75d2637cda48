import { EventEmitter } from 'node:events';

/** Notifies waiters in this process that a job has changed, or that there is work. */
export class Bell {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** There is work: a resting worker polls at once. */
  work(): void {
    this.#emitter.emit('work');
  }

  /** A job has another revision. */
  changed(jobId: string): void {
    this.#emitter.emit(`job ${jobId}`);
  }

  /** Resolves when there is work, the time is over, or the signal is aborted. */
  workOr(limitMs: number, signal: AbortSignal): Promise<void> {
    return this.#wait('work', limitMs, signal);
  }

  /** Resolves when the job changed here, the time is over, or the signal is aborted. */
  changedOr(jobId: string, limitMs: number, signal: AbortSignal): Promise<void> {
    return this.#wait(`job ${jobId}`, limitMs, signal);
  }

  #wait(event: string, limitMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#emitter.off(event, end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, limitMs);
      this.#emitter.once(event, end);
      signal.addEventListener('abort', end, { once: true });
    });
  }
}
