import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { type RunningServer, startRestServer } from '../../../src/transports/rest/server.ts';
import { fakeService } from './fake-service.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** An address of this machine that is not loopback; a caller through it is one from outside. */
const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Status of ten calls, each of which claims to have come from another address, at three calls a minute and caller. */
async function tenClaims(
  trustProxy: number | readonly string[] | undefined,
  host: string,
  claim: (n: number) => string,
) {
  running = await startRestServer(fakeService({ rateLimitPerMinute: 3, trustProxy }), { port: 0, host: '0.0.0.0' });
  const { port } = running;
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const reply = await fetch(`http://${host}:${port}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': claim(n) },
      body: JSON.stringify({ name: 'svc_double', arguments: { number: 1 } }),
    });
    statuses.push(reply.status);
  }
  return statuses.filter((status) => status === 200).length;
}
const another = (n: number) => `198.51.100.${n}`;

describe('the rate limit counts callers', () => {
  test('behind a proxy on loopback, as before, without a setting', async () => {
    expect(await tenClaims(undefined, '127.0.0.1', another)).toBe(10);
  });

  test('and takes of a chain only the address that the trusted proxy added', async () => {
    expect(await tenClaims(['loopback'], '127.0.0.1', (n) => `203.0.113.${n}, 198.51.100.7`)).toBe(3);
  });

  test('through two proxies where two are set, whatever the caller put before them', async () => {
    const forged = (n: number) => `203.0.113.${n}, 198.51.100.7, 10.0.0.5`;
    expect(await tenClaims(2, '127.0.0.1', forged)).toBe(3);
    await running?.stop();
    expect(await tenClaims(['loopback', '10.0.0.0/8'], '127.0.0.1', (n) => `${another(n)}, 10.0.0.5`)).toBe(10);
  });

  test('and no one is believed where no proxy is set', async () => {
    expect(await tenClaims(0, '127.0.0.1', another)).toBe(3);
  });

  test.skipIf(!outside)('a caller from outside chooses no address, and a named balancer is believed', async () => {
    const host = outside ?? '';
    expect(await tenClaims(undefined, host, another)).toBe(3);
    await running?.stop();
    expect(await tenClaims(['10.0.0.0/8'], host, another)).toBe(3);
    await running?.stop();
    expect(await tenClaims([host], host, another)).toBe(10);
  });
});
