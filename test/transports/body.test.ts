import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { maxCallBytes, readJson } from '../../src/transports/body.ts';
import { serveLocally } from '../local-server.ts';

/** What the reader makes of the first request that a server receives. */
async function receiving(limits: { maxBytes: number; withinMs?: number }, sent: (url: URL) => unknown) {
  const read: Promise<unknown>[] = [];
  const server = await serveLocally((req: IncomingMessage, res) => {
    const reading = readJson(req, limits);
    read.push(reading);
    void reading.then(() => res.setHeader('connection', 'close').end('{}'));
  });
  onTestFinished(() => server.close());
  await sent(new URL(server.url));
  await expect.poll(() => read.length).toBe(1);
  return read[0];
}

const posted =
  (body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}) =>
  (url: URL) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      duplex: 'half',
    } as RequestInit);

const plain = { maxBytes: 100_000 };

describe('the reader of JSON bodies', () => {
  it.each([
    ['UTF-8', '{"a":"é"}', {}, { a: 'é' }],
    ['a byte order mark', '\uFEFF[1]', {}, [1]],
    ['a media type of JSON with a charset', '{}', { 'content-type': 'application/geo+json; charset="UTF-8"' }, {}],
    ['a length that is announced', JSON.stringify('x'.repeat(90_000)), {}, 'x'.repeat(90_000)],
  ])('reads %s', async (_, body, headers, value) => {
    expect(await receiving(plain, posted(body, headers as Record<string, string>))).toMatchObject({ value });
  });

  it.each([
    ['not_json', '{', {}],
    ['not_json', new Uint8Array([0x22, 0xff, 0x22]), {}],
    ['media_type', '{}', { 'content-type': 'text/plain' }],
    ['media_type', '{}', { 'content-type': 'application/json; charset=utf-16' }],
    ['encoding', '{}', { 'content-encoding': 'br' }],
    ['too_deep', '['.repeat(70), {}],
    ['too_many_members', `[${'1,'.repeat(30_000)}1]`, {}],
    ['too_large', JSON.stringify('x'.repeat(100_000)), {}],
  ] as const)('refuses: %s', async (fault, body, headers) => {
    expect(await receiving(plain, posted(body, headers as Record<string, string>))).toBe(fault);
  });

  it('takes no more than a call without its length', async () => {
    const stream = (bytes: number) => new Blob([JSON.stringify('x'.repeat(bytes - 2))]).stream();
    expect(await receiving(plain, posted(stream(maxCallBytes)))).toHaveProperty('value');
    expect(await receiving(plain, posted(stream(maxCallBytes + 1)))).toBe('length_required');
  });

  it.each([
    ['too_slow', 'comes no further', () => undefined],
    ['broken_off', 'breaks off', (socket: { destroy(): void }) => socket.destroy()],
  ] as const)('says %s where a body %s', async (fault, _, then) => {
    const half = async ({ port }: URL) => {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
      socket.write(head, () => setTimeout(() => then(socket), 50));
    };
    expect(await receiving({ ...plain, withinMs: 300 }, half)).toBe(fault);
  });
});
