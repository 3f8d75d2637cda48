import { expect, test } from 'vitest';
import { withRig } from '../sources/rig.ts';
import type { UpstreamRequest } from './fake-upstream.ts';
import { hiddenMarks, hostile, hostileText } from './faults.ts';
import { startUpstreams } from './server.ts';

async function withUpstreams(
  test: (ask: typeof fetch, upstreams: Awaited<ReturnType<typeof startUpstreams>>) => Promise<void>,
) {
  const got: UpstreamRequest[] = [];
  const upstreams = await startUpstreams({
    fakeUpstreams: [
      { cardId: 'a', hosts: ['shared.test'], respond: (r) => (r.path === '/a' ? { body: { is: 'a' } } : undefined) },
      {
        cardId: 'b',
        hosts: ['shared.test', 'b.test'],
        respond: (request) => {
          got.push(request);
          if (request.path === '/broken') throw new Error('fake upstream is broken');
          return { status: 201, headers: { 'x-more': 'yes' }, body: { echo: request.body, q: request.query.get('q') } };
        },
      },
    ],
  });
  const ask = ((path: string, init?: RequestInit) => fetch(`${upstreams.url}${path}`, init)) as typeof fetch;
  try {
    await test(ask, upstreams);
  } finally {
    await upstreams.close();
  }
}

test('takes the address apart, asks fake upstreams of the host in turn, marks what they say as synthetic', async () => {
  await withUpstreams(async (ask, upstreams) => {
    expect(await (await ask('/shared.test/a')).json()).toEqual({ is: 'a' });
    const reply = await ask('/shared.test/other?q=1%202', { method: 'POST', body: 'x=1' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-place-records-synthetic')).toBe('1');
    expect(reply.headers.get('x-more')).toBe('yes');
    expect(await reply.json()).toEqual({ echo: 'x=1', q: '1 2' });
    expect(upstreams.requests.map((request) => request.cardId)).toEqual(['a', 'b']);
  });
});

test('a host that no one plays is a miss; a fake upstream that throws is seen as broken', async () => {
  await withUpstreams(async (ask, upstreams) => {
    const miss = await ask('/nowhere.test/x');
    expect([miss.status, miss.headers.get('x-world-miss')]).toEqual([404, '1']);
    expect(upstreams.misses).toMatchObject([{ host: 'nowhere.test', path: '/x' }]);
    const broken = await ask('/b.test/broken');
    expect([broken.status, broken.headers.get('x-world-broken')]).toEqual([500, '1']);
  });
});

test('a fault is set for a card, a host or all, and taken back', async () => {
  await withUpstreams(async (ask, upstreams) => {
    upstreams.setFault('a', 'http500');
    expect([(await ask('/shared.test/a')).status, (await ask('/shared.test/b')).status]).toEqual([500, 201]);
    upstreams.setFault('a', undefined);
    upstreams.setFault('b.test', 'http403');
    expect([(await ask('/shared.test/b')).status, (await ask('/b.test/b')).status]).toEqual([201, 403]);
    upstreams.setFault('*', 'refused');
    upstreams.setFault('b.test', undefined);
    await expect(ask('/b.test/b')).rejects.toThrow();
    upstreams.setFault('*', undefined);
    const other = ({ cardId }: { cardId: string | undefined }) => cardId !== 'a';
    upstreams.setFault(other, 'http403');
    expect([(await ask('/shared.test/a')).status, (await ask('/b.test/b')).status]).toEqual([200, 403]);
    upstreams.setFault(other, undefined);
    expect((await ask('/b.test/b')).status).toBe(201);
  });
});

test('hostile text goes where people write, hidden marks behind codes, dates and links', () => {
  const body = {
    type: 'Feature',
    zone: 'AE',
    at: '2026-11-21T12:00:00Z',
    url: 'https://a.test',
    name: 'Elm Street',
    n: 1,
  };
  const marked = Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? `${value}${hiddenMarks}` : value]),
  );
  expect(hostile({ rows: [body] })).toEqual({
    rows: [{ ...marked, type: `Feature ${hostileText}`, name: `Elm Street ${hostileText}` }],
  });
  for (const hidden of ['\u001b', '\u202e', '\u200b']) expect(hostileText).toContain(hidden);
});

test('the world closes even while requests hang', async () => {
  await withRig({ faults: { '*': 'timeout' } }, async ({ upstreams }) => {
    const hanging = fetch(`${upstreams.url}/office.test/x`).catch(() => 'ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await upstreams.close();
    expect(await hanging).toBe('ended');
    await startUpstreams({ fakeUpstreams: [] }).then((again) => again.close());
  });
});
