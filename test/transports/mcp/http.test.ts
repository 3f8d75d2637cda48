import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webCallers } from '../../../src/config/web-callers.ts';
import { serveHttp } from './clients.ts';
import { type FakeService, fakeService } from './fake-ports.ts';

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

const accept = 'application/json, text/event-stream';
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** A plain request: fetch would not send a Host of ours. */
function send(
  url: URL,
  init: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { accept, 'content-type': 'application/json', ...init.headers };
    const outgoing = request(url, { method: init.method ?? 'POST', headers }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(init.body);
  });
}

const post = (url: URL, message: unknown, headers: Record<string, string> = {}) =>
  send(url, { headers, body: JSON.stringify(message) });

function expectJsonError(reply: Reply, status: number, code: number): void {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
  expect(reply.text).not.toMatch(/\n\s+at |node_modules/);
}

describe('the MCP endpoint over HTTP', () => {
  let service: FakeService;
  let server: Awaited<ReturnType<typeof serveHttp>>;
  beforeAll(async () => {
    service = fakeService();
    server = await serveHttp(service);
  });
  afterAll(() => server.close());

  it.each([
    ['no Origin', {}, 200],
    ['a local Origin', { origin: 'http://localhost:6274' }, 200],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['an opaque Origin', { origin: 'null' }, 403],
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['a Host with a local prefix', { host: 'localhost.evil.example' }, 403],
  ])('answers %s', async (_name, headers, status) => {
    const reply = await post(server.url, listTools, headers as Record<string, string>);
    if (status === 200) expect(reply.status).toBe(200);
    else expectJsonError(reply, status, -32000);
    expect(reply.text).not.toContain('evil.example');
  });

  it('refuses a foreign preflight and leaves the rest of CORS to its host', async () => {
    expectJsonError(
      await send(server.url, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }),
      403,
      -32000,
    );
  });

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS', 'TRACE'])('has no %s and says what it has', async (method) => {
    const reply = await send(server.url, { method, headers: { accept: 'text/event-stream' } });
    expectJsonError(reply, 405, -32000);
    expect(reply.headers.allow).toBe('POST');
  });

  it.each([
    ['broken', '{"jsonrpc":'],
    ['empty', ''],
    ['not UTF-8 JSON', Buffer.from([0xff, 0xfe, 0x00])],
  ])('answers a body that is %s as a parse error', async (_name, body) => {
    expectJsonError(await send(server.url, { body }), 400, -32700);
  });

  it.each([
    ['a number', 5],
    ['null', null],
    ['an object of another kind', { hello: 1 }],
  ])('answers %s as no message', async (_name, message) => {
    const reply = await post(server.url, message);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text).error.code).toBeLessThan(0);
  });

  it('refuses what nests 5,000 deep with 400, before it is parsed', async () => {
    const deep = `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"svc_execute","arguments":{"name":"svc_flood_zone","arguments":{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}}}}`;
    const reply = await send(server.url, { body: deep });
    expectJsonError(reply, 400, -32600);
    expect(JSON.parse(reply.text).id).toBeNull();
  });

  it('takes a body of 1.9 MB and refuses one of 2.1 MB, 8 MB and one that never ends', async () => {
    const sized = (bytes: number) => ({
      ...listTools,
      method: 'tools/call',
      params: { name: 'svc_execute', arguments: { name: 'svc_flood_zone', arguments: { text: 'x'.repeat(bytes) } } },
    });
    expect((await post(server.url, sized(1_900_000))).status).toBe(200);
    expectJsonError(await post(server.url, sized(2_100_000)), 413, -32000);
    expectJsonError(await post(server.url, sized(8_000_000)), 413, -32000);
    const chunked = await send(server.url, {
      headers: { 'transfer-encoding': 'chunked' },
      body: JSON.stringify(sized(3_000_000)),
    });
    expectJsonError(chunked, 413, -32000);
  });

  it('takes only uncompressed JSON', async () => {
    const body = JSON.stringify(listTools);
    expectJsonError(await send(server.url, { body, headers: { 'content-type': 'text/plain' } }), 415, -32000);
    expectJsonError(await send(server.url, { body, headers: { 'content-encoding': 'gzip' } }), 415, -32000);
  });

  it('bounds a batch of the 2025-03-26 revision', async () => {
    expect((await post(server.url, [listTools, { ...listTools, id: 2 }])).status).toBe(200);
    expectJsonError(
      await post(
        server.url,
        Array.from({ length: 11 }, (_, id) => ({ ...listTools, id })),
      ),
      400,
      -32600,
    );
    expectJsonError(await post(server.url, []), 400, -32600);
  });

  it('keeps no session, so that a made-up one means nothing', async () => {
    const reply = await post(server.url, listTools, { 'mcp-session-id': 'guessed' });
    expect(reply.status).toBe(200);
    expect(reply.headers['mcp-session-id']).toBeUndefined();
  });

  it('refuses headers that contradict the body, and versions it does not know', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const modern = { ...listTools, params: { _meta: meta } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    const good = await post(server.url, modern, headers);
    expect(good.status).toBe(200);
    expect(JSON.parse(good.text).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
    expectJsonError(await post(server.url, modern, { ...headers, 'mcp-method': 'tools/call' }), 400, -32020);
    const unknown = {
      ...listTools,
      params: { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
    };
    const reply = await post(server.url, unknown, { ...headers, 'mcp-protocol-version': '2031-01-01' });
    expectJsonError(reply, 400, -32022);
  });

  it('reports what it refused by kind and length, never by the text of a caller', async () => {
    const secret = '12 Canary Street';
    const modern = {
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: {
        uri: `place-records://place/${secret}`,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/read' };
    const before = service.reported.length;
    expect((await post(server.url, modern, headers)).status).toBe(400);
    expect(service.refusals.at(-1)).toMatchObject({ transport: 'http', length: expect.any(Number) });
    expect(JSON.stringify(service.refusals)).not.toContain('Canary');
    expect(service.reported.length).toBe(before);
  });

  it('never shows or reports a payment', async () => {
    const canary = 'canary-4711-signature';
    const call = (name: string) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'svc_execute',
        arguments: { name },
        _meta: { 'x402/payment': { payload: { signature: canary } } },
      },
    });
    for (const name of ['svc-place-report', 'svc-refused', 'svc_broken', 'svc_none']) {
      const reply = await post(server.url, call(name));
      expect(reply.status).toBe(200);
      expect(reply.text).not.toContain(canary);
    }
    expect(service.calls.some(({ payment }) => JSON.stringify(payment)?.includes(canary))).toBe(true);
    expect(service.reported.map(String).join()).not.toContain(canary);
  });
});

it('serves the hosts and origins that it is reported', async () => {
  const callers = webCallers({ baseUrl: 'https://records.example', origins: ['https://app.example'] });
  const server = await serveHttp(fakeService(), { callers });
  const status = async (headers: Record<string, string>) => (await post(server.url, listTools, headers)).status;
  expect(await status({ host: 'records.example' })).toBe(200);
  expect(await status({ host: 'records.example:8443', origin: 'https://app.example' })).toBe(200);
  expect(await status({ host: 'records.example', origin: 'https://records.example' })).toBe(200);
  expect(await status({ host: 'records.example', origin: 'http://app.example' })).toBe(403);
  expect(await status({ host: 'records.example', origin: 'https://app.example:8443' })).toBe(403);
  expect(await status({ host: 'records.example', origin: 'http://localhost' })).toBe(403);
  expect(await status({ host: 'other.example' })).toBe(403);
  await server.close();
});
