import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { childScript } from '../child-script.ts';
import { ledgerStores } from './ledger-stores.ts';

const child = childScript(new URL('./race-child.ts', import.meta.url));
const keys = 300;

for (const kind of ledgerStores) {
  describe.skipIf(kind.missing !== undefined)(
    `four processes on ${kind.name}${kind.missing ? ` (${kind.missing})` : ''}`,
    () => {
      test('grant each claim exactly once', async () => {
        const store = await kind.start();
        try {
          const racers = ['a', 'b', 'c', 'd'].map((holder) => {
            const args = [child, JSON.stringify(store.settings), holder, String(keys)];
            const racer = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
            const lines = createInterface({ input: racer.stdout })[Symbol.asyncIterator]();
            return { racer, next: async () => String((await lines.next()).value) };
          });
          for (const { next } of racers) expect(await next()).toBe('ready');
          for (const { racer } of racers) racer.stdin.write('go\n');
          const won = await Promise.all(racers.map(async ({ next }) => JSON.parse(await next()) as string[]));
          expect(won.flat().length).toBe(keys);
          expect(new Set(won.flat()).size).toBe(keys);
        } finally {
          await store.stop();
        }
      }, 60_000);
    },
  );
}
