import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openCarrier } from '../../src/jobs/carrier.ts';
import { PostgresDriver } from '../../src/store/postgres-driver.ts';
import type { Statements } from '../../src/store/sql.ts';
import { openService } from '../harness.ts';
import { overMcp } from '../over-http.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts';
import { openPlace, type StorePlace } from './stores.ts';
import { postgresMissing } from './temporary-postgres.ts';

const missing = postgresMissing();
const limitMs = 3_000;
/** What waits for the database gives up after 1.5 s; the rest is for a busy machine. It was 17 s. */
const soonMs = 5_000;
const soonSeconds = (3 * limitMs) / 1000;
const unheard = () => undefined;
const log = { debug: unheard, info: unheard, warn: unheard, error: unheard };

async function secondsOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return (performance.now() - began) / 1000;
}

// most of each test is waiting
describe
  .skipIf(missing !== undefined)
  .concurrent(`a database that goes silent${missing ? ` (${missing})` : ''}`, () => {
    let place: StorePlace;
    let rail: Rail;
    beforeAll(async () => {
      [place, rail] = await Promise.all([openPlace('PostgreSQL'), startRail()]);
    }, 60_000);
    const proxies: SilentProxy[] = [];
    afterAll(async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await rail.close();
      await place.stop();
    });
    const openProxy = async (): Promise<SilentProxy> => {
      const proxy = await startSilentProxy(String(place.settings.databaseUrl));
      proxies.push(proxy);
      return proxy;
    };

    test('a statement on it fails, so does a transaction and the next connection, and all work again when it speaks', async () => {
      const proxy = await openProxy();
      const driver = new PostgresDriver(proxy.url(limitMs));
      const statements: Statements<unknown> = function* () {
        return (yield { sql: 'SELECT 2 AS two' })[0]?.two;
      };
      expect(await driver.run('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      proxy.silence(true);
      const silent = expect(driver.run('SELECT 1 AS one')).rejects.toThrow('Query read timeout');
      expect(await secondsOf(silent)).toBeLessThan(soonSeconds);
      // the silent connection is thrown away, and a new one is not answered either
      await expect(driver.exclusively(statements)).rejects.toThrow('connection timeout');
      proxy.silence(false);
      expect(await driver.run('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await driver.exclusively(statements)).toBe(2);
      proxy.silence(true);
      await expect(driver.exclusively(statements)).rejects.toThrow('Query read timeout');
      expect(await secondsOf(driver.close())).toBeLessThan(soonSeconds);
      proxy.silence(false);
    }, 30_000);

    test('the server too is reported how long a statement may take, by who waits for it', async () => {
      const proxy = await openProxy();
      const driver = new PostgresDriver(proxy.url(limitMs));
      const shown = 'SHOW statement_timeout';
      expect(await driver.run(shown)).toEqual([{ statement_timeout: '15s' }]);
      expect(await driver.run(shown, [], 'at_once', 'purge')).toEqual([{ statement_timeout: '90s' }]);
      const migrating = await driver.exclusively(function* () {
        return (yield { sql: shown, pace: 'migration' })[0]?.statement_timeout;
      });
      expect(migrating).toBe('30min');
      expect(await driver.run(shown)).toEqual([{ statement_timeout: '15s' }]);
      await driver.close();
    }, 30_000);

    test('what purges may take longer than a call', async () => {
      const proxy = await openProxy();
      const driver = new PostgresDriver(proxy.url(limitMs));
      const slow = `SELECT pg_sleep(${limitMs / 1000 + 0.5}), 1 AS one`;
      await expect(driver.run(slow)).rejects.toThrow('Query read timeout');
      expect(await driver.run(slow, [], 'at_once', 'purge')).toMatchObject([{ one: 1 }]);
      await driver.close();
    }, 30_000);

    test('the queue of jobs is not waited for', async () => {
      const proxy = await openProxy();
      proxy.silence(true);
      await expect(openCarrier(proxy.url(limitMs), log)).rejects.toThrow('timeout');
      proxy.silence(false);
    }, 30_000);

    // starts a server in this process, which would hold up the others
    test.sequential('nothing is sold, free tools answer, and a stop ends within its grace', async () => {
      const proxy = await openProxy();
      const house = await openService({
        settings: { PORT: '0', ...rail.settings, SVC_DATABASE_URL: proxy.url(limitMs) },
        mirrors: false,
      });
      const running = await startHttp(house.service);
      const queried = { address: '222 W Hargett St, Raleigh, NC 27601' };
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${running.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return [response.status, await response.json()] as const;
      };
      expect((await post('/api/svc-flood-zone', queried))[0]).toBe(402);
      proxy.silence(true);
      const began = performance.now();
      const [status, refusal] = await post('/api/svc-flood-zone', queried);
      expect(performance.now() - began).toBeLessThan(soonMs);
      expect([status, refusal]).toMatchObject([503, { code: 'not_ready', charged: false }]);
      const asked = performance.now();
      const overProtocol = await overMcp(running.url, 'svc-flood-zone', queried);
      expect(performance.now() - asked, overProtocol).toBeLessThan(soonMs);
      const { result } = JSON.parse(/^data: (.*)$/m.exec(overProtocol)?.[1] ?? '{}');
      expect(result.structuredContent).toMatchObject({ code: 'not_ready', charged: false });
      const sent = async (metadata: object) => {
        const sentAt = performance.now();
        const parts = [{ data: { svcTool: 'svc-flood-zone', arguments: queried } }];
        const answer = await post('/a2a/v1/message:send', { message: { role: 'ROLE_USER', parts, metadata } });
        expect(performance.now() - sentAt).toBeLessThan(soonMs);
        return answer;
      };
      const away = (charged: string) => [
        503,
        { error: { status: 'UNAVAILABLE', details: [{ metadata: { charged } }] } },
      ];
      expect(await sent({})).toMatchObject(away('false'));
      // a payment may have been charged before
      expect(await sent({ 'x402.payment.payload': { any: 'payment' } })).toMatchObject(away('unknown'));
      expect((await post('/tools/call', { name: 'svc_flood_zone', arguments: queried }))[0]).toBe(200);
      expect(await secondsOf(running.stop())).toBeLessThan(60);
      proxy.silence(false);
      await house.close();
    }, 120_000);
  });
