import { expect, test } from 'vitest';
import type { AskingTerms, SourceReply } from '../../../src/kernel/ports/sources.ts';
import { requestBudget } from '../../../src/kernel/request-budget.ts';
import type { SourceClient } from '../../../src/sources/http/client.ts';
import { testCard, withRig } from '../rig.ts';

const card = testCard();
/** Its answers are never used again, so that what is heard again was heard for an offer. */
const fresh = testCard({ http: { ttlSeconds: 0 } });
const under = (client: SourceClient, terms: AskingTerms) =>
  client.accessFor({ signal: new AbortController().signal, requestId: 'budgeted', terms });
const url = (n: number) => `https://office.test/data?n=${n}`;
const kindOf = (reply: SourceReply) => (reply.ok ? 'answered' : reply.kind);

test('a budget is counted at the proxy; what it refuses is not queried, is no fault of the source, and is in no log', async () => {
  await withRig({}, async ({ client, access, upstreams }) => {
    const queried: string[] = [];
    const budget = requestBudget(3);
    const signal = new AbortController().signal;
    const own = client.accessFor({
      ...{ signal, requestId: 'r', terms: { budget } },
      onRequest: ({ outcome }) => queried.push(outcome),
    });
    const replies = await Promise.all([1, 2, 3, 4, 5].map((n) => own.fetch(card, { url: url(n) })));
    expect(replies.map(kindOf).sort()).toEqual(['answered', 'answered', 'answered', 'not_asked', 'not_asked']);
    expect([upstreams.requests.length, budget.cut]).toEqual([3, true]);
    expect(queried).toEqual(['answered', 'answered', 'answered']);
    expect(client.health().of(card.id).verdict).toBe('answers');
    // anyone who asks without a budget is answered
    const others = await Promise.all([1, 2, 3, 4, 5].map((n) => access.fetch(card, { url: url(n) })));
    expect(others.map(kindOf)).toEqual(['answered', 'answered', 'answered', 'answered', 'answered']);
    expect(upstreams.requests.length).toBe(5);
  });
});

test('what the cache has costs nothing, and equal questions of one call are one request', async () => {
  await withRig({}, async ({ client, access, upstreams }) => {
    access.accept(await access.fetch(card, { url: url(1) }));
    const budget = requestBudget(1);
    const own = under(client, { budget });
    const replies = await Promise.all([1, 2, 2, 2].map((n) => own.fetch(card, { url: url(n) })));
    expect(replies.map(kindOf)).toEqual(['answered', 'answered', 'answered', 'answered']);
    expect([upstreams.requests.length, budget.cut]).toEqual([2, false]);
  });
});

test('a call without a budget does not wait on what a budget may refuse', async () => {
  await withRig({ faults: { '*': { delayMs: 80 } } }, async ({ client, access }) => {
    const budget = requestBudget(0);
    const [refused, answered] = await Promise.all([
      under(client, { budget }).fetch(card, { url: url(1) }),
      access.fetch(card, { url: url(1) }),
    ]);
    expect([refused, answered].map(kindOf)).toEqual(['not_asked', 'answered']);
  });
});

test('repetitions count; one that the budget does not give is left undone, and the failure is the source’s', async () => {
  await withRig({ faults: { '*': 'http500' } }, async ({ client, upstreams }) => {
    const [one, two] = [requestBudget(1), requestBudget(6)];
    expect(await under(client, { budget: one }).fetch(card, { url: url(1) })).toMatchObject({ status: 500 });
    expect([upstreams.requests.length, one.cut]).toEqual([1, false]);
    expect(await under(client, { budget: two }).fetch(card, { url: url(2) })).toMatchObject({ status: 500 });
    expect([upstreams.requests.length, two.cut]).toEqual([3, false]);
  });
});

test('a host that is known to be away costs no budget, and a refused question does not open its circuit', async () => {
  await withRig({ faults: { '*': 'refused' } }, async ({ client, access, upstreams }) => {
    await access.fetch(card, { url: url(1) });
    const before = upstreams.requests.length;
    const budget = requestBudget(1);
    const own = under(client, { budget });
    for (const n of [2, 3, 4]) expect(kindOf(await own.fetch(card, { url: url(n) }))).toBe('circuit_open');
    expect([upstreams.requests.length - before, budget.cut]).toEqual([0, false]);
  });
});

test('what was accepted for an offer is heard again on it, by no one else, and not after its life', async () => {
  let said = 0;
  const respond = () => ({ body: { said: ++said } });
  await withRig({ respond }, async ({ client, upstreams }) => {
    const bodyOf = (reply: SourceReply) => (reply.ok ? reply.body : reply.kind);
    const ask = async (id: string, lifeMs: number, accepts = true) => {
      const access = under(client, { offer: { id, lifeMs } });
      const reply = await access.fetch(fresh, { url: url(1) });
      if (accepts) access.accept(reply);
      return bodyOf(reply);
    };
    expect(await ask('a', 60_000, false)).toEqual({ said: 1 });
    expect(await ask('a', 60_000)).toEqual({ said: 2 });
    expect(await ask('a', 60_000)).toEqual({ said: 2 });
    expect(await ask('b', 60_000)).toEqual({ said: 3 });
    expect(await ask('short', 60)).toEqual({ said: 4 });
    // hearing it again does not lengthen its life
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await ask('short', 60);
    }
    expect(await ask('short', 60)).not.toEqual({ said: 4 });
    expect(await ask('a', 60_000)).toEqual({ said: 2 });
    expect(upstreams.requests.length).toBe(said);
  });
});

test('what its reader refused is not heard again', async () => {
  let said = 0;
  await withRig({ respond: () => ({ body: { said: ++said } }) }, async ({ client }) => {
    const access = under(client, { offer: { id: 'a', lifeMs: 60_000 } });
    access.accept(await access.fetch(fresh, { url: url(1) }));
    access.refuse(fresh);
    expect(await access.fetch(fresh, { url: url(1) })).toMatchObject({ body: { said: 2 } });
  });
});
