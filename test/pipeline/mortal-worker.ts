import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { shortLived } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import { aheadEnvironment } from '../clock.ts';

/**
 * Between which steps of an item a worker dies: it was `taken`; its step came to something (`read`); its `result` is
 * stored and the item not ended; it has `ended` and when the next one is due is not noted; that is noted too. `closing`:
 * the last step of the job was begun.
 */
export type MortalPoint = 'taken' | 'read' | 'result stored' | 'ended' | 'next noted' | 'closing';

export interface MortalOptions {
  /** Address of the fake upstreams. */
  readonly upstreams: string;
  readonly directory: string;
  readonly databaseUrl?: string | undefined;
  /** File that holds what the worker takes for now, in milliseconds. */
  readonly clockFile: string;
  /** Milliseconds for which it holds what it has taken. */
  readonly leaseMs: number;
  /** Milliseconds by which its own clock, that of leases, is ahead: what a dead one had taken is then free at once. */
  readonly aheadMs: number;
  /** Of `closing` the position says nothing. */
  readonly diesAt?: { readonly point: MortalPoint; readonly position: number } | undefined;
}

export interface MortalWorker {
  /** Resolves when the process is gone: by which signal. */
  readonly gone: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

const script = () => childScript(new URL('./mortal-worker-child.ts', import.meta.url));

/** A process that works on the jobs of the whole registry, and kills itself where it is reported to. */
export async function startMortalWorker(options: MortalOptions): Promise<MortalWorker> {
  const child: ChildProcess = spawn(process.execPath, [...shortLived, await script(), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...aheadEnvironment(options.aheadMs) },
  });
  const gone = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  if (!child.stdout) throw new Error('a worker without output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await Promise.race([lines.next(), gone]);
  return {
    gone,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
