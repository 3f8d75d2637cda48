import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDownload } from '../../../src/sources/http/download.ts';
import { isPrivateHost } from '../../../src/sources/http/private-addresses.ts';
import { createTransport } from '../../../src/sources/http/transport.ts';
import { testClock } from '../../clock.ts';
import { type LocalServer, serveLocally } from '../../local-server.ts';
import { testCard, withRig } from '../rig.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let queried = 0;
let server: LocalServer;
beforeAll(async () => {
  server = await serveLocally((_incoming, outgoing) => {
    queried += 1;
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
  });
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  queried = 0;
});

/** Every name resolves to these addresses. */
function resolveTo(...addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const answer = (_name: string, _options: object, callback: (error: null, all: object) => void) =>
    callback(null, found);
  return vi.spyOn(dns, 'lookup').mockImplementation(answer as never);
}

const ask = async (host: string, proxy?: string) => {
  const transport = createTransport({ proxy, connectTimeoutMs: 300, degradedConnectTimeoutMs: 100, clock: testClock });
  const reply = await transport.send({
    url: new URL(`http://${host}:${new URL(server.url).port}/`),
    method: 'GET',
    headers: {},
    timeoutMs: 2000,
    maxBytes: 1000,
    signal: new AbortController().signal,
  });
  transport.close();
  return reply;
};

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['172.31.0.9'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['100.100.100.200'],
  ['0.0.0.0'],
  ['::1'],
  ['fd00:ec2::254'],
  ['fe80::1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::169.254.169.254'],
  ['93.184.216.34', '127.0.0.1'],
])('a name that resolves to %s is not queried', async (...addresses) => {
  resolveTo(...addresses);
  expect(await ask('records.test')).toMatchObject({ ok: false, kind: 'private_address' });
  expect(queried).toBe(0);
});

test('the connection goes to the address that was checked: the name is resolved once', async () => {
  const lookup = resolveTo('192.0.2.1');
  expect(await ask('records.test')).toMatchObject({ ok: false, kind: expect.not.stringMatching('private_address') });
  expect(lookup).toHaveBeenCalledTimes(1);
});

test.each(['10.0.0.1', '169.254.169.254', '[fd00:ec2::254]', '[::ffff:10.0.0.1]', '2130706433.test'])(
  'an address in numbers, %s',
  async (host) => {
    const isName = host.endsWith('.test');
    expect(isPrivateHost(new URL(`http://${host}/`))).toBe(!isName);
    if (!isName) expect(await ask(host)).toMatchObject({ ok: false, kind: 'private_address' });
  },
);

test('loopback that is configured in numbers, or as localhost, and any address of a proxy are queried', async () => {
  expect(await ask('127.0.0.1')).toMatchObject({ ok: true });
  resolveTo('127.0.0.1');
  expect(await ask('localhost')).toMatchObject({ ok: true });
  expect(await ask('records.test', `http://upstreams.test:${new URL(server.url).port}`)).toMatchObject({ ok: true });
  expect(queried).toBe(3);
});

test('a call gets a failure with its reason', async () => {
  await withRig({ proxy: undefined }, async ({ access }) => {
    resolveTo('169.254.169.254');
    const reply = await access.fetch(testCard({ id: 'one', name: 'The register' }), { url: 'https://records.test/' });
    expect(reply).toMatchObject({
      ok: false,
      kind: 'private_address',
      reason: 'The register was not queried: its name leads to a private address.',
    });
  });
});

test('a download is refused in a sentence', async () => {
  resolveTo('10.0.0.7');
  const directory = mkdtempSync(join(tmpdir(), 'private-'));
  const download = createDownload({ userAgent: 'test', log: quiet, clock: testClock });
  const { signal } = new AbortController();
  for (const host of ['files.test', '10.0.0.7'])
    await expect(download(`https://${host}/a.csv`, join(directory, 'a'), { signal })).rejects.toThrow(
      `${host} leads to a private address, which is not queried`,
    );
  rmSync(directory, { recursive: true, force: true });
});
