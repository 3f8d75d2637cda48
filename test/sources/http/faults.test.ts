import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../src/kernel/ports/sources.ts';
import { type Fault, faultNames } from '../../upstreams/faults.ts';
import { openRig, testCard, timed, withRig } from '../rig.ts';

const expected: Readonly<Record<(typeof faultNames)[number], FailureKind | 'answered'>> = {
  refused: 'unreachable',
  timeout: 'timeout',
  http500: 'http_error',
  http403: 'refused',
  http404: 'http_error',
  http429: 'rate_limited',
  moved: 'moved',
  html200: 'not_json',
  error200: 'error_in_body',
  truncated: 'truncated',
  emptyBody: 'empty_body',
  wrongShape: 'answered',
  garbage: 'not_json',
  drip: 'timeout',
  huge: 'too_large',
  hugeAnnounced: 'too_large',
  hostileText: 'answered',
};

describe('every fault of a source is a value with a publishable reason', () => {
  test.each(faultNames)('%s', async (name) => {
    const card = testCard({ http: { timeoutMs: ['timeout', 'drip'].includes(name) ? 300 : 5000 } });
    await withRig({ faults: { 'test-source': name as Fault } }, async ({ access, queried }) => {
      const reply = await access.fetch(card, { url: card.endpoint });
      expect(reply.ok ? 'answered' : reply.kind).toBe(expected[name]);
      expect(queried.map((entry) => entry.outcome)).toEqual([expected[name]]);
      if (!reply.ok) {
        expect(reply.reason).toMatch(/^Test Office Register .+\.$/);
        expect(reply.reason).not.toMatch(/Unable to complete|Service notice|slow down|elsewhere/);
      }
    });
  });

  test('a fault costs one answer: the next question is answered again', async () => {
    const card = testCard();
    await withRig({ faults: { 'office.test': 'http404' } }, async ({ access, upstreams }) => {
      expect((await access.fetch(card, { url: card.endpoint })).ok).toBe(false);
      upstreams.setFault('office.test', undefined);
      expect(await access.fetch(card, { url: card.endpoint })).toMatchObject({ ok: true, body: { rows: [1, 2, 3] } });
    });
  });

  test('errors, and errors inside a success reply, are never stored', async () => {
    const card = testCard({ http: { ttlSeconds: 3600 } });
    for (const fault of ['error200', 'html200', 'emptyBody', 'http404'] as const) {
      await withRig({ faults: { '*': fault } }, async ({ access, upstreams }) => {
        await access.fetch(card, { url: card.endpoint });
        await access.fetch(card, { url: card.endpoint });
        expect(upstreams.requests.length).toBe(2);
      });
    }
  });
});

test('a server error and a broken connection are tried once more, a refusal is not', async () => {
  const card = testCard({ http: { timeoutMs: 500 } });
  const tries = async (fault: Fault) => {
    const rig = await openRig({ faults: { '*': fault } });
    await rig.access.fetch(card, { url: card.endpoint });
    await rig.close();
    return rig.upstreams.requests.length;
  };
  expect(await tries('http500')).toBe(2);
  expect(await tries('truncated')).toBe(2);
  expect(await tries('refused')).toBe(2);
  expect(await tries('http403')).toBe(1);
  expect(await tries('timeout')).toBe(1);
  // thirty seconds are not waited for
  expect(await tries('http429')).toBe(1);
});

test('a POST that changes something is never repeated; one that only asks is', async () => {
  const card = testCard();
  await withRig({ faults: { '*': 'http500' } }, async ({ access, upstreams }) => {
    await access.fetch(card, { url: card.endpoint, method: 'POST', body: 'a=1' });
    expect(upstreams.requests.length).toBe(1);
    await access.fetch(card, { url: card.endpoint, method: 'POST', body: 'a=1', idempotent: true });
    expect(upstreams.requests.length).toBe(3);
  });
});

test('a short Retry-After is honored', async () => {
  let calls = 0;
  const respond = () => {
    calls += 1;
    return calls === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: {} } : { body: { fine: true } };
  };
  await withRig({ respond }, async ({ access }) => {
    const { value, ms } = await timed(access.fetch(testCard(), { url: 'https://office.test/data' }));
    expect(value).toMatchObject({ ok: true, body: { fine: true } });
    expect(ms).toBeGreaterThan(950);
  });
});

test('a long Retry-After silences the host without asking it again', async () => {
  await withRig({ faults: { '*': 'http429' } }, async ({ access, upstreams }) => {
    const card = testCard();
    await access.fetch(card, { url: card.endpoint });
    const second = await access.fetch(card, { url: `${card.endpoint}?other=1` });
    expect(second).toMatchObject({ ok: false, kind: 'rate_limited' });
    expect(upstreams.requests.length).toBe(1);
  });
});

test('hostile text arrives as data; what the client says about it carries none of it', async () => {
  const card = testCard();
  const body = { name: 'Corner of Elm and Main', code: 'AE', type: 'Feature' };
  await withRig({ respond: () => ({ body }), faults: { '*': 'hostileText' } }, async ({ access, log }) => {
    const reply = await access.fetch(card, { url: card.endpoint });
    expect(reply.ok && reply.body).toMatchObject({ name: expect.stringContaining('IGNORE ALL'), code: 'AE' });
    expect(JSON.stringify(log)).not.toContain('IGNORE');
  });
});

test('statuses that the request accepts are answers', async () => {
  await withRig({ respond: () => ({ status: 404, body: { message: 'no such record' } }) }, async ({ access }) => {
    const card = testCard();
    const reply = await access.fetch(card, { url: card.endpoint, answerStatuses: [404] });
    expect(reply).toMatchObject({ ok: true, status: 404, body: { message: 'no such record' } });
    expect(await access.fetch(card, { url: card.endpoint })).toMatchObject({ ok: false, kind: 'http_error' });
  });
});

test('images: a page or an error object in their place is a failure', async () => {
  const respond = ({ path }: { path: string }) =>
    path === '/image'
      ? { headers: { 'content-type': 'image/png' }, body: Buffer.from([137, 80, 78, 71]) }
      : { body: { error: { code: 500 } } };
  await withRig({ respond }, async ({ access }) => {
    const ask = (path: string) =>
      access.fetch(testCard(), { url: `https://office.test${path}`, as: 'bytes', headers: { accept: 'image/png' } });
    expect(await ask('/image')).toMatchObject({ ok: true, body: new Uint8Array([137, 80, 78, 71]) });
    expect(await ask('/other')).toMatchObject({ ok: false, kind: 'error_in_body' });
  });
});
