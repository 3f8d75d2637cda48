import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Flags of Node for a process that ends before optimized code could repay what it takes to make: a fifth less work. */
export const shortLived = ['--no-opt'];

/** A process of its own that is spoken with in lines. */
export interface Child {
  /** Its next line. */
  line(): Promise<string>;
  tell(line: string): void;
  /** Its exit status; null where it was killed. */
  readonly ended: Promise<number | null>;
  /** Ends it without a word; settles when it is gone. */
  kill(): Promise<void>;
}

/** Starts a script (see `childScript`) with arguments, objects among them as JSON; it ends with the test at the latest. */
export function startChild(script: string, ...args: readonly (string | object)[]): Child {
  const words = args.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const child = spawn(process.execPath, [...shortLived, script, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  // outside a test its caller ends it
  if (process.env.VITEST) onTestFinished(kill);
  return {
    line: async () => String((await lines.next()).value),
    tell: (line) => void child.stdin.write(`${line}\n`),
    ended,
    kill,
  };
}
