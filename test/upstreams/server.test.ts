import { expect, test } from 'vitest';
import { withRig } from '../sources/rig.ts';
import { hostile, hostileText } from './faults.ts';
import { startWorld } from './server.ts';
import type { StandInRequest } from './stand-in.ts';

async function withWorld(test: (ask: typeof fetch, world: Awaited<ReturnType<typeof startWorld>>) => Promise<void>) {
  const got: StandInRequest[] = [];
  const world = await startWorld({
    standIns: [
      { cardId: 'a', hosts: ['shared.test'], respond: (r) => (r.path === '/a' ? { body: { is: 'a' } } : undefined) },
      {
        cardId: 'b',
        hosts: ['shared.test', 'b.test'],
        respond: (request) => {
          got.push(request);
          if (request.path === '/broken') throw new Error('stand-in is broken');
          return { status: 201, headers: { 'x-more': 'yes' }, body: { echo: request.body, q: request.query.get('q') } };
        },
      },
    ],
  });
  const ask = ((path: string, init?: RequestInit) => fetch(`${world.url}${path}`, init)) as typeof fetch;
  try {
    await test(ask, world);
  } finally {
    await world.close();
  }
}

test('takes the address apart, asks stand-ins of the host in turn, marks what they say as synthetic', async () => {
  await withWorld(async (ask, world) => {
    expect(await (await ask('/shared.test/a')).json()).toEqual({ is: 'a' });
    const reply = await ask('/shared.test/other?q=1%202', { method: 'POST', body: 'x=1' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-place-records-synthetic')).toBe('1');
    expect(reply.headers.get('x-more')).toBe('yes');
    expect(await reply.json()).toEqual({ echo: 'x=1', q: '1 2' });
    expect(world.requests.map((request) => request.cardId)).toEqual(['a', 'b']);
  });
});

test('a host that nobody plays is a miss; a stand-in that throws is seen as broken', async () => {
  await withWorld(async (ask, world) => {
    const miss = await ask('/nobody.test/x');
    expect([miss.status, miss.headers.get('x-world-miss')]).toEqual([404, '1']);
    expect(world.misses).toMatchObject([{ host: 'nobody.test', path: '/x' }]);
    const broken = await ask('/b.test/broken');
    expect([broken.status, broken.headers.get('x-world-broken')]).toEqual([500, '1']);
  });
});

test('a fault is set for a card, a host or all, and taken back', async () => {
  await withWorld(async (ask, world) => {
    world.setFault('a', 'http500');
    expect([(await ask('/shared.test/a')).status, (await ask('/shared.test/b')).status]).toEqual([500, 201]);
    world.setFault('a', undefined);
    world.setFault('b.test', 'http403');
    expect([(await ask('/shared.test/b')).status, (await ask('/b.test/b')).status]).toEqual([201, 403]);
    world.setFault('*', 'refused');
    world.setFault('b.test', undefined);
    await expect(ask('/b.test/b')).rejects.toThrow();
    world.setFault('*', undefined);
    const other = ({ cardId }: { cardId: string | undefined }) => cardId !== 'a';
    world.setFault(other, 'http403');
    expect([(await ask('/shared.test/a')).status, (await ask('/b.test/b')).status]).toEqual([200, 403]);
    world.setFault(other, undefined);
    expect((await ask('/b.test/b')).status).toBe(201);
  });
});

test('hostile text goes where people write and leaves codes, dates and links alone', () => {
  const body = {
    type: 'Feature',
    zone: 'AE',
    at: '2026-11-21T12:00:00Z',
    url: 'https://a.test',
    name: 'Elm Street',
    n: 1,
  };
  expect(hostile({ rows: [body] })).toEqual({ rows: [{ ...body, name: `Elm Street ${hostileText}` }] });
  for (const hidden of ['\u001b', '\u202e', '\u200b']) expect(hostileText).toContain(hidden);
});

test('the world closes even while requests hang', async () => {
  await withRig({ faults: { '*': 'timeout' } }, async ({ world }) => {
    const hanging = fetch(`${world.url}/office.test/x`).catch(() => 'ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await world.close();
    expect(await hanging).toBe('ended');
    await startWorld({ standIns: [] }).then((again) => again.close());
  });
});
