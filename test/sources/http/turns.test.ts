import { expect, test } from 'vitest';
import { loopCounter } from '../../loop-counter.ts';
import { testCard, withRig } from '../rig.ts';

test('replies that are at hand are read one after the other, each in a turn of the event loop', () =>
  withRig({}, async ({ access, upstreams }) => {
    const card = testCard();
    const ask = () => access.fetch(card, { url: card.endpoint, ttlSeconds: 60 });
    access.accept(await ask());
    const loop = loopCounter();
    const readIn = await Promise.all(Array.from({ length: 20 }, () => ask().then(loop.now)));
    loop.stop();
    expect(new Set(readIn).size).toBe(20);
    expect(upstreams.requests).toHaveLength(1);
  }));
