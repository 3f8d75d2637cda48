import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport, type Outgoing, proxied } from '../../../src/sources/http/transport.ts';
import { testClock } from '../../clock.ts';
import { type LocalServer, serveLocally } from '../../local-server.ts';

const text = JSON.stringify({ rows: Array.from({ length: 500 }, (_, index) => ({ index, name: `row ${index}` })) });
const seen: IncomingMessage[] = [];
let server: LocalServer;

function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
  seen.push(incoming);
  const path = new URL(incoming.url ?? '/', 'http://local').pathname;
  const send = (headers: Record<string, string>, body: Buffer | string) => outgoing.writeHead(200, headers).end(body);
  const coded = (coding: string, body: Buffer) => send({ 'content-encoding': coding }, body);
  if (path === '/gzip') coded('gzip', gzipSync(text));
  else if (path === '/gzip-cut') coded('gzip', gzipSync(text).subarray(0, -40));
  else if (path === '/br') coded('br', brotliCompressSync(text));
  else if (path === '/deflate') coded('deflate', deflateSync(text));
  else if (path === '/deflate-raw') coded('deflate', deflateRawSync(text));
  else if (path === '/announced') {
    outgoing.writeHead(200, { 'content-length': '900000000' }).write('{');
  } else if (path === '/bomb') coded('gzip', gzipSync(Buffer.alloc(30_000_000)));
  else if (path === '/slow-body') {
    outgoing.writeHead(200).write('{"rows":[');
  } else if (path === '/busy') send({ 'retry-after': '90' }, text);
  else if (path === '/busy-until') send({ 'retry-after': 'Sat, 21 Nov 2026 12:01:30 GMT' }, text);
  else if (path === '/near') outgoing.writeHead(301, { location: '/gzip' }).end();
  else if (path === '/loop') outgoing.writeHead(302, { location: '/loop' }).end();
  else if (path === '/far') outgoing.writeHead(302, { location: 'https://elsewhere.test/' }).end();
  else if (path === '/lost') outgoing.writeHead(302).end();
  else if (path === '/chunks-cut') {
    outgoing.writeHead(200).write(text.slice(0, 1000));
    setTimeout(() => outgoing.socket?.destroy(), 20);
  } else send({ 'x-place-records-synthetic': '1' }, text);
}

const transport = createTransport({
  proxy: undefined,
  connectTimeoutMs: 300,
  degradedConnectTimeoutMs: 100,
  clock: testClock,
});
beforeAll(async () => {
  server = await serveLocally(serve);
});
afterAll(async () => {
  transport.close();
  await server.close();
});

const ask = (path: string, more: Partial<Outgoing> = {}) =>
  transport.send({
    url: new URL(path, server.url),
    method: 'GET',
    headers: {},
    timeoutMs: 2000,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
    ...more,
  });

test.each(['/plain', '/gzip', '/br', '/deflate', '/deflate-raw'])('reads %s whole', async (path) => {
  const reply = await ask(path);
  expect(reply.ok && reply.bytes.toString()).toBe(text);
});

test('a cut compressed stream and a cut chunked body are truncated, not shorter', async () => {
  expect(await ask('/gzip-cut')).toMatchObject({ ok: false, kind: 'truncated' });
  expect(await ask('/chunks-cut')).toMatchObject({ ok: false, kind: 'truncated' });
});

test('the cap holds before and after decompression', async () => {
  expect(await ask('/plain', { maxBytes: 1000 })).toMatchObject({ ok: false, kind: 'too_large' });
  expect(await ask('/announced')).toMatchObject({ ok: false, kind: 'too_large' });
  expect(await ask('/bomb', { timeoutMs: 20_000 })).toMatchObject({ ok: false, kind: 'too_large' });
});

test('the time limit covers the body', async () => {
  const started = performance.now();
  expect(await ask('/slow-body', { timeoutMs: 200 })).toMatchObject({ ok: false, kind: 'timeout' });
  expect(performance.now() - started).toBeLessThan(1000);
});

test('cancellation ends a request at once', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const started = performance.now();
  expect(await ask('/slow-body', { signal: controller.signal })).toMatchObject({ ok: false, kind: 'cancelled' });
  expect(performance.now() - started).toBeLessThan(1000);
});

test('a wait that a source asks for is in seconds, or until a moment by the clock that is handed down', async () => {
  expect(await ask('/busy')).toMatchObject({ ok: true, retryAfter: 90 });
  expect(await ask('/busy-until')).toMatchObject({ ok: true, retryAfter: 90 });
});

test('one redirect on the same host is followed; any other is moved', async () => {
  const near = await ask('/near');
  expect(near).toMatchObject({ ok: true, redirected: true });
  for (const path of ['/far', '/loop', '/lost']) {
    expect(await ask(path), path).toMatchObject({ ok: false, kind: 'moved', status: 302 });
  }
  expect(await ask('/near', { method: 'POST', body: 'x=1' })).toMatchObject({ ok: false, kind: 'moved' });
});

test('without a proxy no reply passes as synthetic: the mark of a stranger is not believed', async () => {
  expect(await ask('/plain')).toMatchObject({ ok: true, synthetic: false });
});

test('a closed port is unreachable', async () => {
  expect(await ask('http://127.0.0.1:9/')).toMatchObject({ ok: false, kind: 'unreachable' });
});

test('the proxy form changes the address and nothing else', () => {
  const url = new URL("https://www.fema.gov/api/open/v2/X?%24filter=state%20eq%20'NC'&a=%2B");
  expect(proxied(url, 'http://127.0.0.1:9000')).toBe(
    'http://127.0.0.1:9000/www.fema.gov/api/open/v2/X?%24filter=state%20eq%20%27NC%27&a=%2B',
  );
  expect(proxied(url, 'http://127.0.0.1:9000/')).toBe(proxied(url, 'http://127.0.0.1:9000'));
  expect(proxied(url, undefined)).toBe(url.href);
});
