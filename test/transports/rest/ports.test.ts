import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { A2aRequest } from '../../../src/transports/a2a/ports.ts';
import type { PortRequest } from '../../../src/transports/rest/ports.ts';
import { type Client, startFake } from './fake-service.ts';

let service: Client | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

describe('paid routes without a paid port', () => {
  it('fail closed after the body was checked', async () => {
    service = await startFake();
    for (const method of ['GET', 'HEAD']) {
      const terms = await service.get('/api/svc-bundle', {}, method);
      expect([terms.status, terms.headers.get('retry-after')]).toEqual([503, '300']);
    }
    const wrong = await service.post('/api/svc-bundle', { number: -1, nonsense: true });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({
      code: 'invalid_arguments',
      charged: false,
      requiredFields: ['number'],
      example: { number: 2 },
    });
    for (const answer of [
      await service.post('/api/svc-bundle', { number: 2 }),
      await service.post('/api/svc-bundle'),
    ]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        code: 'tool_sdk_not_configured',
        charged: false,
        slug: 'svc-bundle',
      });
    }
    const dual = await (await service.get('/api/svc-double')).json();
    expect(dual).toMatchObject({ dualFreeTool: 'svc_double' });
  });

  it('refuse slugs that are not sold, with near ones', async () => {
    service = await startFake();
    const answer = await service.get('/api/svc-bundles');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'unknown_tool', suggestions: ['/api/svc-bundle'] });
    expect((await service.get('/api/svc-slow')).status).toBe(404);
    expect((await service.get('/api/svc_double')).status).toBe(404);
  });
});

describe('the paid port', () => {
  it('gets method, headers, parsed and raw body, and its bytes are sent unchanged', async () => {
    const seen: [string, PortRequest][] = [];
    const bytes = Buffer.from('{"b":1,  "a":"\\u00e9"}');
    const headers = { 'payment-response': 'abc' };
    service = await startFake({
      baseUrl: 'https://records.example.org',
      paid: {
        async handle(slug, request) {
          seen.push([slug, request]);
          return { status: request.method === 'POST' ? 200 : 402, headers, body: bytes };
        },
      },
    });
    const paid = await service.post('/API/svc-bundle/?x=1', '{"number": 2}', { 'payment-signature': 'sig' });
    expect([paid.status, paid.headers.get('payment-response')]).toEqual([200, 'abc']);
    expect([paid.headers.get('content-type'), paid.headers.get('cache-control')]).toEqual([
      'application/json',
      'no-store',
    ]);
    expect(Buffer.from(await paid.arrayBuffer())).toEqual(bytes);
    const [slug, request] = seen[0] as [string, PortRequest];
    expect([slug, request.method, request.url]).toEqual([
      'svc-bundle',
      'POST',
      'https://records.example.org/api/svc-bundle',
    ]);
    expect(request.body).toEqual({ number: 2 });
    expect(Buffer.from(request.rawBody ?? []).toString()).toBe('{"number": 2}');
    expect(request.headers['payment-signature']).toBe('sig');
    const head = await service.get('/api/svc-bundle', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      402,
      String(bytes.length),
      '',
    ]);
    expect(await (await service.post('/api/svc-bundle')).text()).toBe(bytes.toString());
    expect(seen[2]?.[1].body).toBeUndefined();
    expect(JSON.stringify(service.service.lines)).not.toContain('sig');
  });

  it('may throw a published error', async () => {
    const error = new ServiceError('payment_processing_retry', { retryAfterSeconds: 2 });
    service = await startFake({ paid: { handle: () => Promise.reject(error) } });
    const answer = await service.post('/api/svc-bundle', { number: 2 });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '2']);
    expect(await answer.json()).toMatchObject({ code: 'payment_processing_retry', retryAfterSeconds: 2 });
  });
});

describe('the A2A port', () => {
  it('gets path and query below its base, and may stream', async () => {
    const seen: A2aRequest[] = [];
    async function* events() {
      yield 'data: 1\n\n';
      yield Buffer.from('data: 2\n\n');
    }
    service = await startFake({
      baseUrl: 'https://records.example.org',
      a2a: {
        async handle(request) {
          seen.push(request);
          return request.path === '/message:stream'
            ? { status: 200, headers: { 'content-type': 'text/event-stream' }, body: events() }
            : { status: 200, headers: { 'content-type': 'application/a2a+json' }, body: { task: {} } };
        },
      },
    });
    const sent = await service.post(
      '/a2a/v1/message:send',
      { message: {} },
      { 'content-type': 'application/a2a+json' },
    );
    expect([sent.status, sent.headers.get('content-type'), await sent.json()]).toEqual([
      200,
      'application/a2a+json',
      { task: {} },
    ]);
    const stream = await service.post('/a2a/v1/message:stream', {}, { 'accept-encoding': 'gzip' });
    expect([stream.headers.get('content-encoding'), await stream.text()]).toEqual([null, 'data: 1\n\ndata: 2\n\n']);
    await service.get('/a2a/v1/tasks/t1?historyLength=2');
    expect(seen[2]).toMatchObject({ method: 'GET', path: '/tasks/t1', baseUrl: 'https://records.example.org' });
    expect(seen[2]?.query.get('historyLength')).toBe('2');
  });

  it('keeps the error shape of its protocol for faults in front of it', async () => {
    service = await startFake({ a2a: { handle: () => Promise.reject(new TypeError('secret')) } });
    for (const [body, status] of [
      ['{"a":', 400],
      ['{}', 500],
    ] as const) {
      const answer = await service.post('/a2a/v1/message:send', body);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
      const own = { accept: 'application/a2a+json' };
      const named = await service.post('/a2a/v1/message:send', body, own);
      expect([named.status, named.headers.get('content-type')]).toEqual([status, 'application/a2a+json']);
      expect(text).not.toContain('secret');
      expect(JSON.parse(text).error).toMatchObject({ code: status, details: [{ domain: 'a2a-protocol.org' }] });
    }
    const rpc = await service.post('/a2a/v1', '{"a":');
    expect([rpc.status, rpc.headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(await rpc.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
  });
});

describe('rate limit', () => {
  it('answers 429 with the published fields after the last call, and leaves health alone', async () => {
    service = await startFake({ rateLimitPerMinute: 3 });
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const call = () =>
      (service as Client).post('/tools/call', { name: 'svc_double', arguments: { number: 1 } }, elsewhere);
    const answers = [await call(), await call(), await call(), await call()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const left = answers.map(({ headers }) => Number(/;\s*r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    expect(left).toEqual([2, 1, 0, 0]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toMatch(/^"calls"; ?q=3; ?w=60/);
    const refused = answers[3] as Response;
    const after = Number(refused.headers.get('retry-after'));
    expect(after).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', charged: false, retryAfterSeconds: after });
    expect((await service.get('/health')).status).toBe(200);
    const documents = await Promise.all(Array.from({ length: 31 }, () => (service as Client).get('/api', elsewhere)));
    expect(documents.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
  });
});
