import { fork } from 'node:child_process';
import { childEnvironment } from '../config/child-environment.ts';
import { OverBound } from '../kernel/over-bound.ts';
import type { Outcome } from './outcome.ts';

interface Apart {
  /** Path of a program that takes one message and answers with an {@link Outcome}. */
  readonly program: string;
  readonly message: object;
  readonly ms: number;
  readonly heapMegabytes: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a task in a process of its own that has none of the settings. Rejects with the fault of the task, with an
 * `OverBound` where it takes too long or too much memory, and with the signal's reason; settles when the process is gone.
 */
export function runApart<T>({ program, message, ms, heapMegabytes, signal }: Apart): Promise<T> {
  return new Promise((resolve, reject) => {
    const isSource = program.endsWith('.ts');
    const child = fork(program, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, ...(isSource ? ['--import', 'tsx'] : [])],
      ...(isSource && { cwd: import.meta.dirname }),
      env: childEnvironment(),
      serialization: 'advanced',
      stdio: 'ignore',
    });
    let outcome: Outcome<T> | undefined;
    let reason: unknown;
    const end = (why: unknown) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const abort = () => end(signal.reason);
    const timer = setTimeout(() => end(new OverBound('time', `it took longer than ${Math.round(ms / 1000)} s`)), ms);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    const settle = (code: number | null, killedBy: NodeJS.Signals | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (outcome && 'done' in outcome) return resolve(outcome.done);
      if (outcome)
        return reject(outcome.bound ? new OverBound(outcome.bound, outcome.fault) : new Error(outcome.fault));
      // V8 aborts at the end of its heap, and so does the system at the end of its memory
      const isMemory = killedBy === 'SIGABRT' || killedBy === 'SIGKILL' || code === 134;
      const memory = () => new OverBound('memory', `it took more than ${heapMegabytes} MB of memory`);
      reject(reason ?? (isMemory ? memory() : new Error(`the process ended with ${code ?? killedBy}`)));
    };
    child.once('message', (sent) => {
      outcome = sent as Outcome<T>;
    });
    child.once('error', end);
    child.once('exit', (...how) => {
      if (child.connected) child.once('disconnect', () => settle(...how));
      else settle(...how);
    });
    child.send(message, () => undefined);
  });
}
