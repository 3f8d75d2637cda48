import { expect, test } from 'vitest';
import { testCard, withRig } from '../rig.ts';

test('replies that are at hand are read one after the other, each in a turn of the event loop', () =>
  withRig({}, async ({ access, upstreams }) => {
    const card = testCard();
    const ask = () => access.fetch(card, { url: card.endpoint, ttlSeconds: 60 });
    access.accept(await ask());
    let turn = 0;
    let going = true;
    const count = () => {
      turn += 1;
      if (going) setImmediate(count);
    };
    setImmediate(count);
    const readIn = await Promise.all(Array.from({ length: 20 }, () => ask().then(() => turn)));
    going = false;
    expect(new Set(readIn).size).toBe(20);
    expect(upstreams.requests).toHaveLength(1);
  }));
