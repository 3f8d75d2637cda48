import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Turns } from '../../src/kernel/turns.ts';
import { serveLocally } from '../local-server.ts';
import { loopCounter } from '../loop-counter.ts';

describe('turns', () => {
  test('each begins in a turn of the event loop of its own, in the order in which it was requested', async () => {
    const loop = loopCounter();
    const turns = new Turns();
    const begun: [name: string, turn: number][] = [];
    const ask = (name: string) => turns.take().then(() => begun.push([name, loop.now()]));
    await Promise.all(['first', 'second', 'third'].map(ask));
    await ask('later');
    loop.stop();
    expect(begun.map(([name]) => name)).toEqual(['first', 'second', 'third', 'later']);
    expect(new Set(begun.map(([, turn]) => turn)).size).toBe(4);
  });

  test('a request that comes while many wait is answered between them', async () => {
    const turns = new Turns();
    const many = 200;
    let begun = 0;
    const server = await serveLocally((_req, res) => res.end(String(begun)));
    const answered = new Promise<number>((resolve) =>
      get(server.url, (res) => {
        res.setEncoding('utf8').once('data', (text) => resolve(Number(text)));
      }),
    );
    const work = Promise.all(
      Array.from({ length: many }, async () => {
        await turns.take();
        begun += 1;
        // computes, as an answer does whose replies are at hand
        for (const until = performance.now() + 2; performance.now() < until; );
      }),
    );
    expect(await answered).toBeLessThan(many);
    await work;
    expect(begun).toBe(many);
    await server.close();
  });
});
