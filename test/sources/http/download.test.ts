import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDownload } from '../../../src/sources/http/download.ts';
import { testClock } from '../../clock.ts';
import { type LocalServer, serveLocally } from '../../local-server.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const file = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
let directory = '';
let path = '';
let etag = '"one"';
let cutAt: number | undefined;
const queried: IncomingMessage[] = [];
/** Length that is announced of the sorted text, and how much of it was handed to the connection. */
const announced = 100_000_000;
let sent = 0;

/** A file server with ranges, as public archives have them. */
function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
  queried.push(incoming);
  const name = incoming.url?.replace('/files.test', '');
  if (name === '/page.csv') {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    return;
  }
  if (name === '/gone.csv') {
    outgoing.writeHead(404).end();
    return;
  }
  if (name === '/moved.csv') {
    outgoing.writeHead(302, { location: 'https://elsewhere.test/x' }).end();
    return;
  }
  const [, to] = /\/moved-to-(.*)$/.exec(name ?? '') ?? [];
  if (to !== undefined) {
    outgoing.writeHead(302, { location: `https://${to}/file.csv` }).end();
    return;
  }
  if (name === '/silent.csv') return;
  if (name === '/sorted.txt') {
    const rest = '150|y\n'.repeat(170_000);
    const more = () => {
      sent += rest.length;
      if (outgoing.write(rest)) setImmediate(more);
    };
    outgoing.on('drain', more).once('close', () => outgoing.off('drain', more));
    outgoing.writeHead(200, { 'content-length': String(announced) });
    outgoing.write(`head\n${'140|x\n'.repeat(1_000)}`);
    more();
    return;
  }
  const from = Number(/bytes=(\d+)-/.exec(incoming.headers.range ?? '')?.[1] ?? 0);
  const partial = from > 0 && incoming.headers['if-range'] === etag;
  const bytes = partial ? file.subarray(from) : file;
  outgoing.writeHead(partial ? 206 : 200, {
    etag,
    'content-length': String(bytes.length),
    ...(partial && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
  });
  if (cutAt === undefined) {
    outgoing.end(bytes);
    return;
  }
  outgoing.write(bytes.subarray(0, cutAt));
  setTimeout(() => outgoing.socket?.destroy(), 50);
}

let server: LocalServer;
let download: ReturnType<typeof createDownload>;
beforeEach(async () => {
  server = await serveLocally(serve);
  download = createDownload({
    proxy: server.url,
    userAgent: 'test (+contact@example.test)',
    log: quiet,
    clock: testClock,
    idleMs: 300,
  });
  directory = mkdtempSync(join(tmpdir(), 'download-'));
  path = join(directory, 'file.part');
  etag = '"one"';
  cutAt = undefined;
  queried.length = 0;
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
const get = (name: string, signal = new AbortController().signal, onProgress?: (bytes: number) => void) =>
  download(`https://files.test/${name}`, path, { signal, ...(onProgress && { onProgress }) });

test('a file arrives whole, with progress and a contact', async () => {
  const told: number[] = [];
  expect(await get('file.csv', undefined, (bytes) => told.push(bytes))).toEqual({ bytes: file.length });
  expect(readFileSync(path).equals(file)).toBe(true);
  expect(told.at(-1)).toBe(file.length);
  expect(queried[0]?.headers['user-agent']).toContain('contact@example.test');
  expect(existsSync(`${path}.edition`)).toBe(false);
});

test('an interrupted download is an error and goes on where it stopped', async () => {
  cutAt = 70_000;
  await expect(get('file.csv')).rejects.toThrow(/files\.test/);
  const have = readFileSync(path).length;
  expect(have).toBeGreaterThan(0);
  cutAt = undefined;
  expect(await get('file.csv')).toEqual({ bytes: file.length });
  expect(queried[1]?.headers.range).toBe(`bytes=${have}-`);
  expect(readFileSync(path).equals(file)).toBe(true);
});

test('two editions are never joined', async () => {
  cutAt = 70_000;
  await expect(get('file.csv')).rejects.toThrow();
  cutAt = undefined;
  etag = '"two"';
  expect(await get('file.csv')).toEqual({ bytes: file.length });
  expect(readFileSync(path).equals(file)).toBe(true);
});

test('a rest of unknown origin is not gone on with', async () => {
  writeFileSync(path, 'something else');
  expect(await get('file.csv')).toEqual({ bytes: file.length });
  expect(queried[0]?.headers.range).toBeUndefined();
  expect(readFileSync(path).equals(file)).toBe(true);
});

test.each([
  ['page.csv', /page instead of the file/],
  ['gone.csv', /HTTP 404/],
  ['moved.csv', /another address/],
  ['silent.csv', /sent nothing/],
])('%s is an error that says why', async (name, message) => {
  await expect(get(name)).rejects.toThrow(message);
});

test('cancellation ends a download', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  await expect(get('silent.csv', controller.signal)).rejects.toThrow(/cancelled/);
});

test('a sorted text ends behind the lines that are wanted, and the rest is not fetched', async () => {
  const told: (number | undefined)[] = [];
  writeFileSync(path, 'of an earlier try');
  const { bytes } = await download('https://files.test/sorted.txt', path, {
    signal: new AbortController().signal,
    endsAfter: '140',
    onProgress: (_, total) => told.push(total),
  });
  expect(bytes).toBe(5 + 6 * 1_000);
  expect(readFileSync(path, 'utf8')).toBe(`head\n${'140|x\n'.repeat(1_000)}`);
  expect(told.every((total) => total === undefined)).toBe(true);
  expect(sent).toBeLessThan(announced / 2);
  await vi.waitFor(() => expect(queried[0]?.socket.destroyed).toBe(true));
});

test.each([
  ['bucket.s3.amazonaws.com', 'neighbor.s3.amazonaws.com', []],
  ['a.k12.nc.us', 'b.k12.nc.us', ['c.k12.nc.us']],
  ['files.test', 'www.files.test.evil.test', []],
  ['files.test', '169.254.169.254', []],
])('a redirect from %s to %s, which the card does not name, is not followed', async (from, to, hosts) => {
  const address = `https://${from}/moved-to-${to}`;
  const fetched = download(address, path, { signal: new AbortController().signal, hosts });
  await expect(fetched).rejects.toThrow(/another address/);
  expect(queried).toHaveLength(1);
});

test.each([
  ['files.test', 'www.files.test', []],
  ['www.files.test', 'files.test', []],
  ['bucket.s3.amazonaws.com', 'neighbor.s3.amazonaws.com', ['neighbor.s3.amazonaws.com']],
])('a redirect from %s to %s, a host of the card, is followed', async (from, to, hosts) => {
  const address = `https://${from}/moved-to-${to}`;
  const fetched = await download(address, path, { signal: new AbortController().signal, hosts });
  expect(fetched).toEqual({ bytes: file.length });
  expect(queried.map(({ url }) => url)).toEqual([`/${from}/moved-to-${to}`, `/${to}/file.csv`]);
});
