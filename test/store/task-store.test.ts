import { afterAll, beforeAll, expect, test } from 'vitest';
import { SqlTaskStore } from '../../src/store/task-store.ts';
import { t0 } from './purchases.ts';
import { driverOf, onEachStore, type StorePlace } from './stores.ts';

onEachStore('tasks', (start) => {
  let store: StorePlace;
  let tasks: SqlTaskStore;
  let now = t0;
  beforeAll(async () => {
    store = await start();
    tasks = new SqlTaskStore(driverOf(store.settings, 'tasks'), () => now);
  });
  afterAll(async () => {
    await tasks?.close();
    await store?.stop();
  });
  const put = (id: string, record: string, updatedAt = now) =>
    tasks.put({ id, contextId: 'c', updatedAt, expiresAt: updatedAt + 1000, record });

  test('keeps the newest record of a task, lists newest first, forgets what has run out', async () => {
    await put('a', '{"n":1}', t0);
    await put('b', '{"n":2}', t0 + 1);
    await put('a', '{"n":3}', t0 + 2);
    expect(await tasks.get('a')).toBe('{"n":3}');
    expect(await tasks.list('c', 10)).toEqual(['{"n":3}', '{"n":2}']);
    expect(await tasks.list('c', 1)).toEqual(['{"n":3}']);
    expect(await tasks.list('other', 10)).toEqual([]);
    now = t0 + 1001;
    expect(await tasks.get('b')).toBeUndefined();
    expect(await tasks.list('c', 10)).toEqual(['{"n":3}']);
    now = t0 + 120_000;
    await put('d', '{}');
    expect(await tasks.list('c', 10)).toEqual(['{}']);
  });
});
