import { expect, test } from 'vitest';
import { startChild } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import { onEachStore } from './stores.ts';

const child = await childScript(new URL('./race-child.ts', import.meta.url));
const keys = 300;

onEachStore('four processes', (start) => {
  test('grant each claim exactly once', async () => {
    const store = await start();
    try {
      const racers = ['a', 'b', 'c', 'd'].map((holder) => startChild(child, store.settings, holder, String(keys)));
      for (const racer of racers) expect(await racer.line()).toBe('ready');
      for (const racer of racers) racer.tell('go');
      const won = await Promise.all(racers.map(async ({ line }) => JSON.parse(await line()) as string[]));
      expect(won.flat().length).toBe(keys);
      expect(new Set(won.flat()).size).toBe(keys);
    } finally {
      await store.stop();
    }
  }, 60_000);
});
