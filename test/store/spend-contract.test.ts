import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBooks } from '../../src/store/open-ledger.ts';
import { licensedMs, type NewSpend, openSpendMs, type Spend } from '../../src/store/spend.ts';
import { type SpendEvent, type SpendState, spendStates, spendTransitions } from '../../src/store/spend-states.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import type { SpendStore } from '../../src/store/sql-spend.ts';
import { purchase, t0 } from './purchases.ts';
import { onEachStore, type StorePlace } from './stores.ts';

const rules = { now: t0, perPurchase: 2 };

/** Steps that lead from a fresh reservation to each state. */
const ways: Record<SpendState, SpendEvent[]> = {
  reserved: [],
  sent: ['send'],
  confirmed: ['send', 'confirm'],
  rejected: ['send', 'reject'],
  unknown: ['send', 'lose'],
  released: ['release'],
  written_off: ['send', 'lose', 'write_off'],
};

onEachStore('spending', (start) => {
  let place: StorePlace;
  let ledger: Ledger;
  let store: SpendStore;
  let serial = 0;
  let own = '';

  beforeAll(async () => {
    place = await start();
    ({ ledger, spend: store } = openBooks(place.settings));
  });
  afterAll(async () => {
    await ledger?.close();
    await place?.stop();
  });
  beforeEach(() => {
    serial += 1;
    own = `purchase ${serial}`;
  });

  const wanted = (more: Partial<NewSpend> = {}): NewSpend => ({
    id: `spend ${serial} ${Math.random()}`,
    purchaseId: own,
    payerHash: `payer ${serial}`,
    slug: 'svc-buying',
    argsHash: 'args',
    provider: `provider ${serial}`,
    component: 'roof',
    questionHash: 'question',
    amount: 220_000,
    holder: 'a',
    ...more,
  });
  const reserved = async (more: Partial<NewSpend> = {}): Promise<Spend> => {
    const made = await store.reserve(wanted(more), rules);
    if (made.kind !== 'reserved') throw new Error(made.kind);
    return made.spend;
  };
  const reach = async (state: SpendState, more: Partial<NewSpend> = {}) => {
    const spend = await reserved(more);
    for (const event of ways[state]) {
      const stored = event === 'confirm' ? { result: '{"x":"é"}', paid: 60_000 } : {};
      expect(await store.step(spend.id, spend.holder, event, t0 + 1, stored)).toBe(true);
    }
    return spend;
  };
  const settle = async (id: string) => {
    await ledger.claim(purchase(id, { payerHash: `payer ${serial}` }), { holder: 'a', now: t0, leaseMs: 1000 }, 9);
    for (const event of ['dispatch', 'settle'] as const) await ledger.step(id, 'a', event, t0);
  };

  test('keeps what is given and gives it back unchanged', async () => {
    const given = wanted();
    const made = await store.reserve(given, rules);
    expect(made).toEqual({
      kind: 'reserved',
      spend: { ...given, state: 'reserved', createdAt: t0, updatedAt: t0 },
    });
    await store.step(given.id, 'a', 'send', t0 + 1, { paid: 60_000, reference: 'network asset payer nonce' });
    await store.step(given.id, 'a', 'confirm', t0 + 2, { result: '{"x":"é"}' });
    const [stored] = await store.list({ idPrefix: given.id });
    expect(stored).toEqual({
      ...given,
      ...{ state: 'confirmed', paid: 60_000, reference: 'network asset payer nonce', result: '{"x":"é"}' },
      ...{ createdAt: t0, updatedAt: t0 + 2 },
    });
  });

  test.each(spendStates)('from %s only the steps of the table are possible, and only by the holder', async (state) => {
    for (const [event, { from, to }] of Object.entries(spendTransitions)) {
      serial += 1;
      own = `purchase ${serial}`;
      const { id } = await reach(state);
      const name = event as SpendEvent;
      expect(await store.step(id, 'somebody else', name, t0 + 5), `${event} by another`).toBe(false);
      const possible = (from as readonly string[]).includes(state);
      expect(await store.step(id, 'a', name, t0 + 5), event).toBe(possible);
      const [row] = await store.list({ idPrefix: id });
      expect(row?.state).toBe(possible ? to : state);
    }
  });

  test('one question is reserved once, anyone who asks', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => store.reserve(wanted(), rules)));
    expect(new Set(all.map((one) => ('spend' in one ? one.spend.id : ''))).size).toBe(1);
    expect(await store.reservedSince(`provider ${serial}`, 0)).toBe(220_000);
  });

  test('a reservation is taken over by who holds the purchase now, and the one before can no longer send', async () => {
    const { id } = await reserved();
    const taken = await store.reserve(wanted({ holder: 'b' }), rules);
    expect(taken).toMatchObject({ kind: 'reserved', spend: { id, holder: 'b' } });
    expect(await store.step(id, 'a', 'send', t0)).toBe(false);
    expect(await store.step(id, 'b', 'send', t0)).toBe(true);
  });

  test('what was sent by a process that ended is unknown, and stays so', async () => {
    const { id } = await reach('sent');
    const found = await store.reserve(wanted({ holder: 'b' }), rules);
    expect(found).toMatchObject({ kind: 'known', spend: { id, state: 'unknown' } });
    expect(await store.step(id, 'b', 'send', t0)).toBe(false);
    // the one before may yet hear its answer
    expect(await store.step(id, 'a', 'confirm', t0, { result: '{}' })).toBe(true);
  });

  test('what was given back may be reserved again, within the limits', async () => {
    await reach('released');
    expect((await store.reserve(wanted(), rules)).kind).toBe('reserved');
    expect(await store.reservedSince(`provider ${serial}`, 0)).toBe(220_000);
  });

  test('the budget of a day holds however many come at once', async () => {
    const daily = { limit: 1_000_000, since: t0 };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        store.reserve(wanted({ purchaseId: `${own} ${at}`, payerHash: `${own} ${at}` }), { ...rules, daily }),
      ),
    );
    expect(all.filter(({ kind: word }) => word === 'reserved')).toHaveLength(4);
    expect(all.filter(({ kind: word }) => word === 'exhausted')).toHaveLength(16);
    const tomorrow = { limit: 1_000_000, since: t0 + 1 };
    expect((await store.reserve(wanted({ payerHash: `x ${serial}` }), { ...rules, daily: tomorrow })).kind).toBe(
      'reserved',
    );
  });

  test('no purchase buys more than its price includes', async () => {
    await reserved({ questionHash: '1' });
    await reserved({ questionHash: '2' });
    expect((await store.reserve(wanted({ questionHash: '3' }), rules)).kind).toBe('too_many');
  });

  test.each(spendStates)('%s of an unsettled purchase is in the way of its payer as it should', async (state) => {
    await reach(state);
    const other = () => store.reserve(wanted({ purchaseId: `${own} other`, argsHash: 'other' }), rules);
    const blocks = ['reserved', 'sent', 'confirmed', 'unknown'].includes(state);
    expect((await other()).kind).toBe(blocks ? 'open_purchase' : 'reserved');
  });

  test('nothing is in the way once the purchase is settled, or an hour later', async () => {
    await reach('confirmed');
    const other = { purchaseId: `${own} other`, argsHash: 'other' };
    const later = { ...rules, now: t0 + openSpendMs };
    expect((await store.reserve(wanted(other), later)).kind).toBe('reserved');
    serial += 1;
    own = `purchase ${serial}`;
    await reach('confirmed');
    await settle(own);
    expect((await store.reserve(wanted({ purchaseId: `${own} other`, argsHash: 'other' }), rules)).kind).toBe(
      'reserved',
    );
  });

  test('an answer of an unsettled purchase is handed to the next one of the same payer and call, for a day', async () => {
    const { id } = await reach('confirmed');
    const next = { purchaseId: `${own} next`, holder: 'b' };
    const late = await store.reserve(wanted({ purchaseId: `${own} late`, payerHash: `x ${serial}` }), rules);
    expect(late.kind).toBe('reserved');
    const adopted = await store.reserve(wanted(next), rules);
    expect(adopted).toMatchObject({ kind: 'known', spend: { id, purchaseId: `${own} next`, result: '{"x":"é"}' } });
    const old = { ...rules, now: t0 + licensedMs };
    expect((await store.reserve(wanted({ ...next, purchaseId: `${own} much later` }), old)).kind).toBe('reserved');
  });

  test('an answer of a settled purchase is handed to no one else', async () => {
    await reach('confirmed');
    await settle(own);
    expect((await store.reserve(wanted({ purchaseId: `${own} next` }), rules)).kind).toBe('reserved');
  });

  test('forgets answers after a day and closed rows after theirs, never what is open', async () => {
    const stored = await Promise.all(
      spendStates.map(async (state, at) => {
        const more = { purchaseId: `${own} ${state}`, payerHash: `${own} ${state}`, questionHash: String(at) };
        return [state, (await reach(state, more)).id] as const;
      }),
    );
    await store.purge(t0 + licensedMs, 400 * 86_400_000);
    const rows = await store.list({ limit: 1000 });
    const of = (state: SpendState) => rows.find(({ id }) => id === stored.find(([name]) => name === state)?.[1]);
    expect(of('confirmed')).toMatchObject({ state: 'confirmed' });
    expect(of('confirmed')?.result).toBeUndefined();
    await store.purge(t0 + 500 * 86_400_000, 400 * 86_400_000);
    const left = new Set((await store.list({ limit: 1000 })).map(({ id }) => id));
    const open = stored.filter(([, id]) => left.has(id)).map(([state]) => state);
    expect(open.toSorted()).toEqual(['reserved', 'sent', 'unknown']);
  });

  test('an operator closes what is open, once', async () => {
    const { id } = await reach('unknown');
    expect(await store.step(id, null, 'give_back', t0)).toBe(true);
    expect(await store.step(id, null, 'write_off', t0)).toBe(false);
    expect(await store.reservedSince(`provider ${serial}`, 0)).toBe(0);
  });
});
