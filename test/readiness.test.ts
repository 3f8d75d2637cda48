import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../src/cli/http-server.ts';
import { readinessOf } from '../src/composition/readiness.ts';
import { StoreTooNewError } from '../src/store/migrate.ts';
import { SqliteDriver } from '../src/store/sqlite-driver.ts';
import { openService, type TestService } from './harness.ts';
import { type Rail, startRail } from './rail/rail.ts';

let rail: Rail;
beforeAll(async () => {
  rail = await startRail();
}, 60_000);
afterAll(() => rail.close());

async function served(settings: Record<string, string>, prepare?: (directory: string) => Promise<void>) {
  const test: TestService = await openService({ settings: { PORT: '0', ...settings }, mirrors: false });
  await prepare?.(test.directory);
  const running = await startHttp(test.service);
  const post = (path: string, body: object) =>
    fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ready: async () => {
      const response = await fetch(`${running.url}/ready`);
      const { checks } = (await response.json()) as { checks: Record<string, string> };
      return [response.status, checks] as const;
    },
    buy: async () => {
      const response = await post('/api/svc-flood-zone', { address: '222 W Hargett St, Raleigh, NC 27601' });
      return [response.status, ((await response.json()) as { code?: string }).code] as const;
    },
    free: async () => {
      const queried = { name: 'svc_flood_zone', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } };
      return (await post('/tools/call', queried)).status;
    },
    async close() {
      await running.stop();
      await test.close();
    },
  };
}

describe('whether the service is ready', () => {
  test('without selling only its own store is queried', async () => {
    const house = await served({});
    expect(await house.ready()).toEqual([200, { store: 'ok', sources: '0 degraded' }]);
    await house.close();
  }, 60_000);

  test('with selling the ledger and the objects are queried too, and a call is invited to pay', async () => {
    const house = await served(rail.settings);
    expect(await house.ready()).toEqual([200, { store: 'ok', ledger: 'ok', objects: 'ok', sources: '0 degraded' }]);
    expect(await house.buy()).toEqual([402, undefined]);
    await house.close();
  }, 60_000);

  test('with the ledger gone it is not ready, no one is invited to sign, and free tools go on', async () => {
    const house = await served({ ...rail.settings, SVC_DATABASE_URL: 'postgres://records@127.0.0.1:1/none' });
    const [status, checks] = await house.ready();
    expect([status, checks.ledger, checks.objects]).toEqual([503, 'unreachable', 'unreachable']);
    expect(await house.buy()).toEqual([503, 'not_ready']);
    expect(await house.free()).toBe(200);
    await house.close();
  }, 60_000);

  test('a ledger that a newer program wrote is said to be that, and nothing is sold on it', async () => {
    const house = await served(rail.settings, async (directory) => {
      const driver = new SqliteDriver(join(directory, 'ledger.sqlite'));
      await driver.run('CREATE TABLE schema_versions (store TEXT PRIMARY KEY, version INTEGER NOT NULL)');
      await driver.run(`INSERT INTO schema_versions VALUES ('ledger', 99)`);
      await driver.close();
    });
    const [status, checks] = await house.ready();
    expect([status, checks.ledger, checks.objects]).toEqual([503, 'written_by_a_newer_version', 'ok']);
    expect(await house.buy()).toEqual([503, 'not_ready']);
    await house.close();
  }, 60_000);

  test('each store has a word of its own', async () => {
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const stores = {
      good: async () => undefined,
      gone: () => Promise.reject(new Error('refused')),
      newer: () => Promise.reject(new StoreTooNewError('x', 2, 1)),
    };
    expect(await readinessOf(stores, [], log)).toEqual({
      ready: false,
      checks: { good: 'ok', gone: 'unreachable', newer: 'written_by_a_newer_version', sources: '0 degraded' },
    });
  });
});
