import { describe, expect, test } from 'vitest';
import type { SourceAccess } from '../../../src/kernel/ports/sources.ts';
import { byOffset, type Paging, readPages } from '../../../src/sources/drivers/pages.ts';
import type { UpstreamReply, UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { testCard, withRig } from '../rig.ts';

const card = testCard();
const offsetOf = (request: UpstreamRequest) => Number(request.query.get('offset'));
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

interface NumberPage {
  readonly rows: readonly number[];
  readonly next: number | undefined;
}

/** A list of numbers whose pages name the offset of the next one. */
const linked: Paging<number, NumberPage> = {
  start: 0,
  request: (offset) => ({ url: `https://office.test/list?offset=${offset}` }),
  read: (body) => {
    const { rows, next } = body as { rows?: number[]; next?: number };
    return rows && { rows, next };
  },
  next: (page) => page.next,
};

/** What reading the list brings where `respond` answers, and how many requests it took. */
async function reading(respond: (request: UpstreamRequest) => UpstreamReply, paging: Partial<typeof linked> = {}) {
  let outcome: Awaited<ReturnType<typeof readPages<number, NumberPage>>> | undefined;
  let requests = 0;
  await withRig({ respond }, async ({ access, upstreams }) => {
    outcome = await readPages(access, card, { ...linked, ...paging });
    requests = upstreams.requests.length;
  });
  const { pages, stopped, failed } = outcome && 'read' in outcome ? outcome.read : {};
  return { read: pages?.length, stopped, failed, lookup: outcome && 'lookup' in outcome && outcome.lookup, requests };
}

const endless = (request: UpstreamRequest) => ({
  body: { rows: numbers(offsetOf(request), 2), next: offsetOf(request) + 2 },
});
/** As {@link endless}, with another answer from the second page on. */
const endlessUntil = (later: UpstreamReply) => (request: UpstreamRequest) =>
  offsetOf(request) > 0 ? later : endless(request);

describe('the end of a reading', () => {
  test('follows the next page until there is none', async () => {
    const { read, requests } = await reading((request) => ({
      body: { rows: [offsetOf(request)], ...(offsetOf(request) < 2 && { next: offsetOf(request) + 1 }) },
    }));
    expect([read, requests]).toEqual([3, 3]);
  });

  test('stops at the page limit and says how much was read', async () => {
    expect(await reading(endless, { maxPages: 3, noun: 'numbers' })).toMatchObject({
      read: 3,
      stopped: 'Reading stopped after 3 pages; 6 numbers were read.',
      failed: false,
      requests: 3,
    });
  });

  test('a list that ends on its last permitted page is whole', async () => {
    const twoPages = (request: UpstreamRequest) => ({
      body: { rows: [offsetOf(request)], ...(offsetOf(request) === 0 && { next: 1 }) },
    });
    expect(await reading(twoPages, { maxPages: 2 })).toMatchObject({ read: 2, stopped: undefined });
  });

  test('a later page that fails ends the reading with the reason of the source', async () => {
    expect(await reading(endlessUntil({ status: 404, body: { error: 'gone' } }))).toMatchObject({
      read: 1,
      stopped: expect.stringMatching(/^A later page failed: Test Office .*404/),
      failed: true,
    });
  });

  test('a later page in another shape ends the reading', async () => {
    const stopped = 'A later page came in an unknown shape.';
    expect(await reading(endlessUntil({ body: { items: [] } }))).toMatchObject({ read: 1, stopped, failed: true });
  });

  test('a first page that brings nothing to use is the lookup that says so', async () => {
    const missing = await reading(() => ({ status: 404, body: {} }));
    const state = { state: 'unavailable', source: 'Test Office Register' };
    expect(missing).toMatchObject({ read: undefined, lookup: { ...state, reason: expect.stringContaining('404') } });
    const foreign = await reading(() => ({ body: { items: [] } }));
    expect(foreign).toMatchObject({ lookup: { ...state, reason: expect.stringContaining('shape') } });
  });

  test('a page that comes twice, and a next page that was read before, end the reading', async () => {
    const frozen = await reading(() => ({ body: { rows: [1, 2] } }), { next: (_page, offset) => offset + 2 });
    const stopped = (rows: number) => `The server repeats a page; ${rows} rows were read.`;
    expect(frozen).toMatchObject({ read: 1, stopped: stopped(2), failed: false });
    const circle = await reading((request) => ({
      body: { rows: numbers(offsetOf(request), 2), next: (offsetOf(request) + 2) % 6 },
    }));
    expect(circle).toMatchObject({ read: 3, stopped: stopped(6), failed: false, requests: 3 });
  });

  test('a call that is cancelled keeps what was read and asks no more', async () => {
    await withRig({ respond: endless }, async ({ client, upstreams }) => {
      const caller = new AbortController();
      const access = client.accessFor({ signal: caller.signal, requestId: 'test' });
      const read = (body: unknown, offset: number) => {
        caller.abort();
        return linked.read(body, offset);
      };
      expect(await readPages(access, card, { ...linked, read })).toMatchObject({
        read: { rows: [0, 1], stopped: expect.stringMatching(/^A later page failed: .*cancelled/), failed: true },
      });
      expect(upstreams.requests.length).toBe(1);
    });
  });
});

describe('readPages', () => {
  const collect = (access: SourceAccess, wanted: number, isCut?: (page: NumberPage) => boolean) =>
    readPages(access, card, {
      ...linked,
      ...byOffset<NumberPage>(wanted, 4, isCut),
      request: ({ offset, count }) => ({ url: `https://office.test/list?offset=${offset}&count=${count}` }),
      read: (body) => body as NumberPage,
    });
  const listOf =
    (total: number, serverMax = 100) =>
    ({ query }: UpstreamRequest) => {
      const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))];
      return { body: { rows: numbers(offset, Math.max(0, Math.min(count, serverMax, total - offset))) } };
    };
  const sent = (requests: readonly { readonly query: string }[]) => requests.map(({ query }) => query);

  test('puts the rows of all pages together; a short page is the last one', async () => {
    await withRig({ respond: listOf(6) }, async ({ access, upstreams }) => {
      const outcome = await collect(access, 100);
      expect('read' in outcome && outcome.read.rows).toEqual([0, 1, 2, 3, 4, 5]);
      expect('read' in outcome && outcome.read.stopped).toBeUndefined();
      expect(sent(upstreams.requests)).toEqual(['offset=0&count=4', 'offset=4&count=4']);
    });
  });

  test('asks for no more rows than are wanted', async () => {
    await withRig({ respond: listOf(50) }, async ({ access, upstreams }) => {
      const outcome = await collect(access, 6);
      expect('read' in outcome && outcome.read.rows.length).toBe(6);
      expect(sent(upstreams.requests)).toEqual(['offset=0&count=4', 'offset=4&count=2']);
    });
  });

  test('a page that the server cut short is not the last one', async () => {
    await withRig({ respond: listOf(6, 3) }, async ({ access }) => {
      const whole = await collect(access, 100, ({ rows }) => rows.length === 3);
      expect('read' in whole && whole.read.rows).toEqual([0, 1, 2, 3, 4, 5]);
      const short = await collect(access, 100);
      expect('read' in short && short.read.rows).toEqual([0, 1, 2]);
    });
  });
});
