import { EventEmitter } from 'node:events';

/** Notifies waiters in this process that a job has changed, or that there is work. */
export class Bell {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** There is work: the worker that rests longest polls at once, and wakes the next one where it finds some. */
  work(): void {
    this.#emitter.listeners('work')[0]?.();
  }

  /** A job has another revision. */
  changed(jobId: string): void {
    this.#emitter.emit(`job ${jobId}`);
  }

  /** Resolves when there is work, the time (where one is given) is over, or the signal is aborted. */
  workOr(limitMs: number | undefined, signal: AbortSignal): Promise<void> {
    return this.#wait('work', limitMs, signal);
  }

  /** Resolves when the job changed here, the time is over, or the signal is aborted. */
  changedOr(jobId: string, limitMs: number, signal: AbortSignal): Promise<void> {
    return this.#wait(`job ${jobId}`, limitMs, signal);
  }

  #wait(event: string, limitMs: number | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#emitter.off(event, end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
      this.#emitter.on(event, end);
      signal.addEventListener('abort', end, { once: true });
    });
  }
}
