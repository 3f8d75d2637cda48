import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { deadlineIn } from '../../../src/kernel/bounded.ts';
import { startUpstreams } from '../../upstreams/server.ts';
import { testCard, timed, withRig } from '../rig.ts';

const card = testCard();
const other = (host: string) => testCard({ id: host.split('.')[0] ?? host, endpoint: `https://${host}/data` });

test('a question carries the contact, asks for JSON, and goes out in the proxy form', async () => {
  const headers: Record<string, string | undefined>[] = [];
  const respond = (request: { headers: Readonly<Record<string, string | undefined>> }) => {
    headers.push(request.headers);
    return { headers: { 'last-modified': 'Tue, 03 Nov 2026 10:00:00 GMT' }, body: { fine: true } };
  };
  await withRig({ respond }, async ({ access, upstreams, queried }) => {
    const reply = await access.fetch(card, { url: 'https://office.test/data?%24filter=a%20eq%20b' });
    expect(reply).toMatchObject({
      ok: true,
      status: 200,
      url: 'https://office.test/data?%24filter=a%20eq%20b',
      fetchedAt: '2026-11-21T12:00:00.000Z',
      lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT',
      synthetic: true,
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(upstreams.requests).toMatchObject([{ host: 'office.test', path: '/data', cardId: 'test-source' }]);
    expect(headers[0]).toMatchObject({ 'user-agent': expect.stringContaining('contact'), accept: 'application/json' });
    expect(queried).toMatchObject([
      { cardId: 'test-source', outcome: 'answered', bodyHash: reply.ok && reply.bodyHash },
    ]);
  });
});

test('a host that no one plays is a miss that the world remembers', async () => {
  await withRig({}, async ({ access, upstreams }) => {
    expect(await access.fetch(card, { url: 'https://nowhere.test/x' })).toMatchObject({ ok: false, status: 404 });
    expect(upstreams.misses).toMatchObject([{ host: 'nowhere.test', path: '/x', cardId: undefined }]);
  });
});

test('the same question at the same time flies once; a caller who leaves takes no one along', async () => {
  await withRig({ faults: { '*': { delayMs: 150 } } }, async ({ client, access, upstreams }) => {
    const leaving = new AbortController();
    const left = client.accessFor({ signal: leaving.signal, requestId: 'leaving' }).fetch(card, { url: card.endpoint });
    const staying = Array.from({ length: 5 }, () => access.fetch(card, { url: card.endpoint }));
    setTimeout(() => leaving.abort(), 30);
    const gone = await timed(left);
    expect(gone.value).toMatchObject({ ok: false, kind: 'cancelled' });
    for (const reply of await Promise.all(staying)) expect(reply.ok).toBe(true);
    expect(upstreams.requests.length).toBe(1);
  });
});

test('when the last caller leaves, the request itself ends', async () => {
  await withRig({ faults: { '*': 'timeout' } }, async ({ client, upstreams }) => {
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 60);
    const { value, ms } = await timed(
      client
        .accessFor({ signal: leaving.signal, requestId: 'leaving' })
        .fetch(card, { url: card.endpoint, idempotent: true, method: 'POST' }),
    );
    expect(value).toMatchObject({ ok: false, kind: 'cancelled' });
    expect(ms).toBeLessThan(1000);
    // a slot is free again at once: the next question is not in line behind a dead one
    upstreams.setFault('*', undefined);
    const next = await timed(
      client.accessFor({ signal: new AbortController().signal, requestId: 'next' }).fetch(card, { url: card.endpoint }),
    );
    expect(next.value.ok).toBe(true);
  });
  const aborted = AbortSignal.abort();
  await withRig({}, async ({ client, upstreams }) => {
    const reply = await client.accessFor({ signal: aborted, requestId: 'late' }).fetch(card, { url: card.endpoint });
    expect(reply).toMatchObject({ ok: false, kind: 'cancelled' });
    expect(upstreams.requests.length).toBe(0);
  });
});

test('a source that hangs delays no other', async () => {
  const hosts = ['office.test', 'fast.test'];
  await withRig({ hosts, faults: { 'office.test': 'timeout' } }, async ({ access }) => {
    const hanging = Array.from({ length: 12 }, (_, index) =>
      access.fetch(testCard({ http: { timeoutMs: 1500 } }), { url: `${card.endpoint}?n=${index}` }),
    );
    const fast = other('fast.test');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => timed(access.fetch(fast, { url: `${fast.endpoint}?n=${index}` }))),
    );
    for (const { value, ms } of answers) {
      expect(value.ok).toBe(true);
      expect(ms).toBeLessThan(1000);
    }
    const all = await timed(Promise.all(hanging));
    for (const reply of all.value) expect(reply.ok).toBe(false);
    // twelve questions in line for four slots: no one waits longer than half as long again as one may take
    expect(all.ms).toBeLessThan(2600);
  });
});

/** A port that accepts and never shakes hands: what a filtered network looks like from inside. */
async function openSilence() {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** How often somebody tried. */
    get tries() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a dataset that hangs delays no other on the same host', async () => {
  const respond = ({ path }: { path: string }) => (path === '/hang' ? undefined : { body: { fine: true } });
  const stuck = { cardId: 'stuck', hosts: ['office.test'], respond: () => ({ body: {} }) };
  const upstreams = await startUpstreams({
    fakeUpstreams: [{ cardId: 'test-source', hosts: ['office.test'], respond }, stuck],
  });
  upstreams.setFault('stuck', 'timeout');
  await withRig({ proxy: upstreams.url }, async ({ access }) => {
    const hanging = Array.from({ length: 8 }, (_, index) =>
      access.fetch(testCard({ id: 'stuck', http: { timeoutMs: 800 } }), { url: `https://office.test/hang?n=${index}` }),
    );
    const { value, ms } = await timed(access.fetch(card, { url: card.endpoint }));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(500);
    for (const reply of await Promise.all(hanging)) expect(reply.ok).toBe(false);
  });
  await upstreams.close();
});

test('a network that is away costs one connect limit, not one for every host', { timeout: 15_000 }, async () => {
  const silence = await openSilence();
  await withRig({ proxy: undefined }, async ({ access }) => {
    const ask = (host: string) => {
      const endpoint = `https://${host}:${silence.port}/data`;
      return access.fetch(testCard({ id: `at-${host.replaceAll('.', '-')}`, endpoint }), { url: endpoint });
    };
    // a geocoder first, then the lanes at the same time: the course of an ordinary call
    const { value, ms } = await timed(
      (async () => [await ask('127.0.0.1'), ...(await Promise.all([ask('127.0.0.2'), ask('127.0.0.3')]))])(),
    );
    expect(value.map((reply) => reply.ok || reply.kind)).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(ms).toBeLessThan(4000);
  });
  await silence.close();
});

test('an unreachable host costs its connect limit once and is not tried after that', { timeout: 15_000 }, async () => {
  const silence = await openSilence();
  const host = `127.0.0.1:${silence.port}`;
  const lost = testCard({ endpoint: `https://${host}/data` });
  await withRig({ proxy: undefined, limits: { connectTimeoutMs: 500 } }, async ({ access, client }) => {
    const first = await access.fetch(lost, { url: lost.endpoint });
    expect(first).toMatchObject({ ok: false, kind: 'unreachable' });
    const { tries } = silence;
    expect(tries).toBeGreaterThan(0);
    for (let index = 0; index < 20; index++) {
      const later = await access.fetch(lost, { url: `${lost.endpoint}?n=${index}` });
      expect(later).toMatchObject({ ok: false, kind: 'circuit_open' });
    }
    expect(silence.tries).toBe(tries);
    expect(client.health().of(lost.id)).toMatchObject({ verdict: 'unreachable' });
  });
  await silence.close();
});

test('a circuit closes again once the host answers', async () => {
  await withRig({ faults: { '*': 'refused' }, limits: { halfOpenAfterMs: 150 } }, async ({ access, upstreams }) => {
    const ask = (n: number) => access.fetch(card, { url: `${card.endpoint}?n=${n}` });
    expect(await ask(1)).toMatchObject({ ok: false, kind: 'unreachable' });
    expect(await ask(2)).toMatchObject({ ok: false, kind: 'circuit_open' });
    upstreams.setFault('*', undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await ask(3)).toMatchObject({ ok: true });
    expect(await ask(4)).toMatchObject({ ok: true });
  });
});

test('a dataset that keeps failing is left alone; its neighbors on the same host are not', async () => {
  const failing = testCard({ id: 'failing', http: { retries: 0 } });
  const respond = ({ path }: { path: string }) =>
    path === '/failing' ? { status: 500, body: {} } : { body: { fine: true } };
  await withRig({ respond }, async ({ access, upstreams }) => {
    const kinds: string[] = [];
    for (let index = 0; index < 6; index++) {
      const reply = await access.fetch(failing, { url: `https://office.test/failing?n=${index}` });
      kinds.push(reply.ok ? 'answered' : reply.kind);
    }
    expect(kinds).toEqual(['http_error', 'http_error', 'http_error', 'http_error', 'circuit_open', 'circuit_open']);
    expect((await access.fetch(card, { url: card.endpoint })).ok).toBe(true);
    expect(upstreams.requests.length).toBe(5);
  });
});

test('a card bounds its own rate and concurrency', async () => {
  let active = 0;
  let most = 0;
  const slow = testCard({ http: { concurrency: 2 } });
  await withRig({ faults: { '*': { delayMs: 40 } } }, async ({ access, upstreams }) => {
    const watch = setInterval(() => {
      most = Math.max(most, upstreams.requests.length - active);
    }, 5);
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await access.fetch(slow, { url: `${slow.endpoint}?n=${index}` });
        active += 1;
      }),
    );
    clearInterval(watch);
    expect(most).toBe(2);
  });
  const rated = testCard({ http: { perSecond: 5, concurrency: 10 } });
  await withRig({}, async ({ access }) => {
    const { ms } = await timed(
      Promise.all(
        Array.from({ length: 8 }, (_, index) => access.fetch(rated, { url: `${rated.endpoint}?n=${index}` })),
      ),
    );
    expect(ms).toBeGreaterThan(900);
  });
});

test('traffic tells the health of a source', async () => {
  await withRig({}, async ({ access, client, upstreams }) => {
    const health = client.health();
    expect(health.of(card.id)).toEqual({ cardId: card.id, verdict: 'unknown', checkedAt: undefined });
    await access.fetch(card, { url: card.endpoint, ttlSeconds: 0 });
    expect(health.of(card.id)).toMatchObject({ verdict: 'answers', checkedAt: '2026-11-21T12:00:00.000Z' });
    const verdictAfter = async (fault: 'http403' | 'moved' | 'html200' | 'http404' | 'refused') => {
      upstreams.setFault('*', fault);
      await access.fetch(card, { url: card.endpoint, ttlSeconds: 0 });
      return health.of(card.id).verdict;
    };
    // a question that finds nothing says nothing about the source
    expect(await verdictAfter('http404')).toBe('answers');
    expect(await verdictAfter('http403')).toBe('refuses');
    expect(await verdictAfter('moved')).toBe('moved');
    expect(await verdictAfter('html200')).toBe('shape_changed');
    expect(await verdictAfter('refused')).toBe('unreachable');
    expect(health.all().length).toBe(1);
  });
});

test('a call has one deadline: a late question says so, the next is not queried, and what is known is still answered', async () => {
  const hanging = testCard({ id: 'hanging', endpoint: 'https://office.test/hang' });
  await withRig({}, async ({ client, upstreams }) => {
    const queried: string[] = [];
    const deadline = deadlineIn(200);
    const signal = new AbortController().signal;
    const call = client.accessFor({
      ...{ signal, requestId: 'call', deadline },
      onRequest: ({ outcome }) => queried.push(outcome),
    });
    const known = await call.fetch(card, { url: card.endpoint });
    call.accept(known);
    upstreams.setFault('*', 'timeout');
    const late = await timed(call.fetch(hanging, { url: hanging.endpoint }));
    expect(late.ms).toBeLessThan(1000);
    expect(late.value).toMatchObject({
      ok: false,
      kind: 'out_of_time',
      reason: 'Test Office Register had not answered when the 0.2 seconds of this call were over.',
    });
    const before = upstreams.requests.length;
    expect(await call.fetch(hanging, { url: `${hanging.endpoint}?n=2` })).toMatchObject({ kind: 'out_of_time' });
    expect(upstreams.requests.length).toBe(before);
    expect(await call.fetch(card, { url: card.endpoint })).toMatchObject({ ok: true });
    expect(queried).toEqual(['answered', 'out_of_time', 'out_of_time', 'answered']);
    // that this call was over says nothing about the source
    expect(client.health().of('hanging').verdict).toBe('unknown');
  });
});
