import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../src/cli/http-server.ts';
import { readinessOf } from '../src/composition/readiness.ts';
import { readConfig } from '../src/config/config.ts';
import { Payments } from '../src/payments/payments.ts';
import { StoreTooNewError } from '../src/store/migrate.ts';
import { SqliteDriver } from '../src/store/sqlite-driver.ts';
import { chainNow } from './clock.ts';
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
    expect(await house.ready()).toEqual([
      200,
      { store: 'ok', ledger: 'ok', objects: 'ok', clock: 'ok', sources: '0 degraded' },
    ]);
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
    expect(await readinessOf(stores, { sources: [] }, log)).toEqual({
      ready: false,
      checks: { good: 'ok', gone: 'unreachable', newer: 'written_by_a_newer_version', sources: '0 degraded' },
    });
  });

  test('a clock that is off is reported with its offset, and takes no server away', async () => {
    const lines: object[] = [];
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: (fields: object) => void lines.push(fields), error: quiet };
    const settings = readConfig({ ...rail.settings, SVC_FACILITATOR_TIMEOUT_MS: '2000' }).payments;
    const words = async (aheadMs: number, more = {}) => {
      const payments = new Payments({ ...settings, ...more }, log, () => chainNow() + aheadMs);
      return readinessOf({}, { sources: [], clock: () => payments.clock() }, log);
    };
    const ready = (clock: string) => ({ ready: true, checks: { clock, sources: '0 degraded' } });
    for (const [aheadMs, word] of [
      [0, 'ok'],
      [19_000, 'ok'],
      [-19_000, 'ok'],
    ] as const)
      expect(await words(aheadMs)).toEqual(ready(word));
    expect(lines).toEqual([]);
    const off = [await words(45_000), await words(-70_000)];
    expect(off.map(({ ready }) => ready)).toEqual([true, true]);
    // the date of an answer has no fraction of a second
    expect(off[0]?.checks.clock).toMatch(/^4[45] s ahead$/);
    expect(off[1]?.checks.clock).toMatch(/^(?:69|7[01]) s behind$/);
    expect(lines).toEqual([
      { offsetSeconds: expect.toSatisfy((n: number) => n >= 44 && n <= 45) },
      { offsetSeconds: expect.toSatisfy((n: number) => n >= -71 && n <= -69) },
    ]);
    expect(await words(45_000, { facilitatorUrl: 'http://127.0.0.1:1' })).toEqual(ready('unknown'));
  });

  test('the clock costs the facilitator one request in half a minute, however often readiness is queried', async () => {
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    let now = chainNow();
    const payments = new Payments(readConfig(rail.settings).payments, log, () => now);
    const before = rail.facilitator.calls.supported;
    for (let n = 0; n < 20; n++) await payments.clock();
    expect(rail.facilitator.calls.supported - before).toBe(1);
    now += 31_000;
    for (let n = 0; n < 20; n++) await payments.clock();
    await expect.poll(() => rail.facilitator.calls.supported - before).toBe(2);
    await payments.clock();
    expect(rail.facilitator.calls.supported - before).toBe(2);
  });
});
