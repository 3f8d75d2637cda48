import { TestRunner } from 'vitest';
import { requirements } from './requirements-list.ts';

const known = new Set(requirements.map(({ id }) => id));

declare module 'vitest' {
  interface TaskMeta {
    proves?: string[];
  }
}

/**
 * Says in a running test which rules it proves; an id that does not exist fails the test. Counted at the end of a whole
 * run (test/spec/reporter.ts), and only where the test passed.
 */
export function proves(...ids: string[]): void {
  for (const id of ids) if (!known.has(id)) throw new Error(`no requirement ${id}`);
  const running = TestRunner.getCurrentTest();
  if (!running) throw new Error('proves() belongs inside a test');
  running.meta.proves = [...(running.meta.proves ?? []), ...ids];
}
