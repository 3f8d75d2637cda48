import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalog } from '../../../src/kernel/error-catalog.ts';
import { raw } from '../raw.ts';
import { type Client, startFake, waits } from './fake-service.ts';

let service: Client;
beforeAll(async () => {
  service = await startFake();
});
afterAll(() => service.stop());

async function problem(answer: Response, code: ErrorCode) {
  const text = await answer.text();
  expect(text).not.toMatch(/<html|<!DOCTYPE|\n {4}at |node_modules/i);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const body = JSON.parse(text);
  expect(body).toMatchObject({
    code,
    status: errorCatalog()[code].status,
    title: errorCatalog()[code].title,
    charged: false,
    requestId: answer.headers.get('x-request-id'),
    remedy: errorCatalog()[code].remedy,
  });
  expect(answer.status).toBe(errorCatalog()[code].status);
  expect(body.instance).toMatch(/^\//);
  return body;
}

describe('POST /tools/call', () => {
  it('wraps the answer with the name of the tool', async () => {
    const answer = await service.post('/tools/call', { name: 'svc_double', arguments: { number: 21 } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      ok: true,
      tool: 'svc_double',
      result: { state: 'found', facts: { doubled: { value: 42 } } },
    });
  });

  it('takes a body of any JSON media type and charset', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json']) {
      const body = JSON.stringify({ name: 'svc_double', arguments: { number: 1 } });
      expect((await service.post('/tools/call', body, { 'content-type': type })).status).toBe(200);
    }
  });

  it('names the wrong field, what is allowed, and a valid example', async () => {
    const answer = await service.post('/tools/call', { name: 'svc_double', arguments: { number: 'x', nonsense: 1 } });
    const body = await problem(answer, 'invalid_arguments');
    expect(body.issues.map((issue: { path: string }) => issue.path).sort()).toEqual(['nonsense', 'number']);
    expect(body).toMatchObject({ allowedFields: ['number'], requiredFields: ['number'], example: { number: 2 } });
    expect((await service.post('/tools/call', { name: body.tool, arguments: body.example })).status).toBe(200);
  });

  it('refuses unknown names with near ones, and paid names with their endpoint', async () => {
    const unknown = await problem(
      await service.post('/tools/call', { name: 'svc_duoble', arguments: {} }),
      'unknown_tool',
    );
    expect(unknown.suggestions).toContain('svc_double');
    const paid = await problem(await service.post('/tools/call', { name: 'svc-bundle' }), 'not_callable_here');
    expect(paid).toMatchObject({ endpoint: '/api/svc-bundle', priceUsdc: '1.09' });
    const underscored = await problem(await service.post('/tools/call', { name: 'svc_bundle' }), 'not_callable_here');
    expect(underscored).toMatchObject({
      name: 'svc-bundle',
      paid: true,
      endpoint: '/api/svc-bundle',
      priceUsdc: '1.09',
    });
    expect(underscored.detail).toContain('1.09 USDC');
  });

  it.each([
    ['broken JSON', '{"name":'],
    ['an array', '[]'],
    ['text', '"svc_double"'],
    ['null', 'null'],
    ['no name', '{"arguments":{}}'],
    ['an empty name', '{"name":""}'],
    ['a field beside the wrapper', '{"name":"svc_double","arguments":{"number":1},"extra":1}'],
    ['a prototype for a field', '{"name":"svc_double","arguments":{"number":1},"__proto__":{"a":1}}'],
    ['65 levels', `{"name":"svc_double","arguments":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['30,000 levels', `{"name":"svc_double","arguments":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['nothing', undefined],
  ])('refuses %s as unreadable', async (_what, body) => {
    await problem(await service.post('/tools/call', body), 'invalid_body');
  });

  it.each([[{ number: 1, __proto__2: 1 }], [JSON.parse('{"number":1,"__proto__":{"a":1}}')], [[]], ['x'], [7]])(
    'refuses the arguments %j',
    async (args) => {
      await problem(await service.post('/tools/call', { name: 'svc_double', arguments: args }), 'invalid_arguments');
    },
  );

  it('refuses what nests too deep, and what is compressed', async () => {
    const deep = `{"name":"svc_double","arguments":${'['.repeat(3000)}${']'.repeat(3000)}}`;
    const ways = [
      ['packed', { 'content-encoding': 'gzip' }, gzipSync(deep), 415, 'unsupported_media_type'],
      ['in pieces', { 'transfer-encoding': 'chunked' }, deep, 400, 'invalid_body'],
      ['whole', {}, deep, 400, 'invalid_body'],
    ] as const;
    for (const [way, headers, body, expected, code] of ways) {
      const sent = { 'content-type': 'application/json', ...headers };
      const { status, bytes } = await raw(`${service.url}/tools/call`, sent, 'POST', body);
      expect([way, status, JSON.parse(bytes.toString()).code]).toEqual([way, expected, code]);
    }
  });

  it('refuses what is too large, not JSON, or requested in another form', async () => {
    const large = JSON.stringify({ name: 'svc_double', arguments: { pad: 'x'.repeat(64 * 1024) } });
    await problem(await service.post('/tools/call', large), 'payload_too_large');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await problem(await service.post('/tools/call', 'name=svc_double', form), 'unsupported_media_type');
    const strange = { 'content-type': 'application/json', 'content-encoding': 'strange' };
    await problem(await service.post('/tools/call', '{}', strange), 'unsupported_media_type');
    const html = { accept: 'text/html' };
    await problem(await service.post('/tools/call', { name: 'svc_double' }, html), 'not_acceptable');
  });

  it('hides a bug behind a request id and logs it under that id', async () => {
    const id = 'trace-1234';
    const answer = await service.post('/tools/call', { name: 'svc_broken' }, { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toBe(id);
    const body = await problem(answer, 'internal_error');
    expect(JSON.stringify(body)).not.toContain('secret');
    const line = service.service.lines.find(({ level, fields }) => level === 'error' && fields.requestId === id);
    expect(String(line?.fields.err)).toContain('secret detail');
  });

  it('replaces a request id that is not sane', async () => {
    const answer = await service.post(
      '/tools/call',
      { name: 'svc_double', arguments: { number: 1 } },
      { 'x-request-id': 'a b\t<c>' },
    );
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('compresses a large answer for a caller that takes it, and no small one', async () => {
    const accept = { 'accept-encoding': 'gzip' };
    const answer = await service.post('/tools/call', { name: 'svc_long', arguments: {} }, accept);
    expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      200,
      'gzip',
      'Accept-Encoding',
    ]);
    const { result } = (await answer.json()) as { result: { limits: string[] } };
    expect(result.limits.at(-1)).toHaveLength(2_000);
    const small = await service.post('/tools/call', { name: 'svc_double', arguments: { number: 1 } }, accept);
    expect(small.headers.get('content-encoding')).toBeNull();
  });

  it('cancels the work of a caller that goes away', async () => {
    const before = waits.cancelled;
    const body = JSON.stringify({ name: 'svc_slow', arguments: { ms: 20_000 } });
    const headers = { 'content-type': 'application/json' };
    const call = request({ port: service.port, method: 'POST', path: '/tools/call', headers }).on('error', () => {});
    call.end(body);
    await new Promise((resolve) => setTimeout(resolve, 100));
    call.destroy();
    for (let tries = 0; tries < 100 && waits.cancelled === before; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(waits.cancelled).toBe(before + 1);
  });

  it('keeps queries and bodies out of the log', async () => {
    await service.get('/tools/list?category=12%20Canary%20Street');
    await service.post('/tools/call', { name: 'svc_double', arguments: { number: 424_242 } });
    expect(JSON.stringify(service.service.lines)).not.toMatch(/Canary|424242/);
  });
});

describe('paths and methods', () => {
  it('answers an unknown path, whatever the method', async () => {
    for (const path of ['/nothing', '/%E0%A4%A', '/.well-known/ai-tool/svc-nothing.json', '/.env', '/api/x/y']) {
      await problem(await service.get(path), 'not_found');
    }
    await problem(await service.post('/nothing', {}), 'not_found');
  });

  it.each([
    ['GET', '/tools/call', 'POST, OPTIONS'],
    ['DELETE', '/tools/call', 'POST, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/svc-double', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
  ])('refuses %s %s and names the methods', async (method, path, allow) => {
    const answer = await service.get(path, {}, method);
    expect(answer.headers.get('allow')).toBe(allow);
    await problem(answer, 'method_not_allowed');
  });

  it('answers OPTIONS with the methods', async () => {
    const plain = await service.get('/tools/call', {}, 'OPTIONS');
    expect([plain.status, plain.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('sends no banner and forbids guessing the type', async () => {
    const { headers } = await service.get('/health');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('hands /mcp to its own handler with the body unread', async () => {
    expect(await (await service.post('/mcp', '{"not":"parsed')).json()).toEqual({ mcp: true });
  });
});
