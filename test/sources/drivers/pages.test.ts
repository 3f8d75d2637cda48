import { describe, expect, test } from 'vitest';
import type { SourceAccess } from '../../../src/kernel/ports/sources.ts';
import { byOffset, type PageStep, type Paging, pages, readPages } from '../../../src/sources/drivers/pages.ts';
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
  const steps: PageStep<NumberPage>[] = [];
  let requests = 0;
  await withRig({ respond }, async ({ access, upstreams }) => {
    for await (const step of pages(access, card, { ...linked, ...paging })) steps.push(step);
    requests = upstreams.requests.length;
  });
  return { kinds: steps.map((step) => step.kind), last: steps.at(-1), requests };
}

const endless = (request: UpstreamRequest) => ({
  body: { rows: numbers(offsetOf(request), 2), next: offsetOf(request) + 2 },
});
/** As {@link endless}, with another answer from the second page on. */
const endlessUntil = (later: UpstreamReply) => (request: UpstreamRequest) =>
  offsetOf(request) > 0 ? later : endless(request);

describe('pages', () => {
  test('follows the next page until there is none', async () => {
    const { kinds, requests } = await reading((request) => ({
      body: { rows: [offsetOf(request)], ...(offsetOf(request) < 2 && { next: offsetOf(request) + 1 }) },
    }));
    expect(kinds).toEqual(['page', 'page', 'page']);
    expect(requests).toBe(3);
  });

  test('stops at the page limit and says how much was read', async () => {
    const { kinds, last, requests } = await reading(endless, { maxPages: 3, noun: 'numbers' });
    expect(kinds).toEqual(['page', 'page', 'page', 'stopped']);
    expect(last).toEqual({
      kind: 'stopped',
      reason: 'Reading stopped after 3 pages; 6 numbers were read.',
      failed: false,
    });
    expect(requests).toBe(3);
  });

  test('a list that ends on its last permitted page is whole', async () => {
    const twoPages = (request: UpstreamRequest) => ({
      body: { rows: [offsetOf(request)], ...(offsetOf(request) === 0 && { next: 1 }) },
    });
    const { kinds } = await reading(twoPages, { maxPages: 2 });
    expect(kinds).toEqual(['page', 'page']);
  });

  test('a later page that fails ends the reading with the reason of the source', async () => {
    const { kinds, last } = await reading(endlessUntil({ status: 404, body: { error: 'gone' } }));
    expect(kinds).toEqual(['page', 'stopped']);
    expect(last).toEqual({
      kind: 'stopped',
      reason: expect.stringMatching(/^A later page failed: Test Office .*404/),
      failed: true,
    });
  });

  test('a later page in another shape ends the reading', async () => {
    const { kinds, last } = await reading(endlessUntil({ body: { items: [] } }));
    expect(kinds).toEqual(['page', 'stopped']);
    expect(last).toEqual({ kind: 'stopped', reason: 'A later page came in an unknown shape.', failed: true });
  });

  test('a first page that brings nothing to use is the lookup that says so', async () => {
    const missing = await reading(() => ({ status: 404, body: {} }));
    expect(missing.last).toEqual({
      kind: 'failed',
      lookup: { state: 'unavailable', source: 'Test Office Register', reason: expect.stringContaining('404') },
    });
    expect(missing.kinds).toEqual(['failed']);
    const foreign = await reading(() => ({ body: { items: [] } }));
    expect(foreign.last).toEqual({
      kind: 'failed',
      lookup: { state: 'unavailable', source: 'Test Office Register', reason: expect.stringContaining('shape') },
    });
  });

  test('a page that comes twice, and a next page that was read before, end the reading', async () => {
    const frozen = await reading(() => ({ body: { rows: [1, 2] } }), { next: (_page, offset) => offset + 2 });
    expect(frozen.kinds).toEqual(['page', 'stopped']);
    expect(frozen.last).toEqual({
      kind: 'stopped',
      reason: 'The server repeats a page; 2 rows were read.',
      failed: false,
    });
    const circle = await reading((request) => ({
      body: { rows: numbers(offsetOf(request), 2), next: (offsetOf(request) + 2) % 6 },
    }));
    expect(circle.kinds).toEqual(['page', 'page', 'page', 'stopped']);
    expect(circle.last).toEqual({
      kind: 'stopped',
      reason: 'The server repeats a page; 6 rows were read.',
      failed: false,
    });
    expect(circle.requests).toBe(3);
  });

  test('a call that is cancelled keeps what was read and asks no more', async () => {
    await withRig({ respond: endless }, async ({ client, upstreams }) => {
      const caller = new AbortController();
      const access = client.accessFor({ signal: caller.signal, requestId: 'test' });
      const steps: PageStep<NumberPage>[] = [];
      for await (const step of pages(access, card, linked)) {
        steps.push(step);
        caller.abort();
      }
      expect(steps.map((step) => step.kind)).toEqual(['page', 'stopped']);
      expect(steps[1]).toEqual({
        kind: 'stopped',
        reason: expect.stringMatching(/^A later page failed: .*cancelled/),
        failed: true,
      });
      expect(upstreams.requests.length).toBe(1);
    });
  });

  test('a reader that leaves early asks for no further page', async () => {
    await withRig({ respond: endless }, async ({ access, upstreams }) => {
      for await (const step of pages(access, card, linked)) if (step.kind === 'page') break;
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
