import { networkInterfaces } from 'node:os';
import type { PaymentRequired } from '@x402/core/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { createMcpPorts } from '../../src/cli/mcp-ports.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { raw } from './raw.ts';

const slug = 'svc-flood-zone';
const args = { address: samplePlaces.raleigh.address };
let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  rail = await startRail();
}, 120_000);
afterEach(async () => {
  await server?.stop();
  await service?.close().catch(() => undefined);
});
afterAll(() => rail.close());

async function open(settings: Record<string, string> = {}): Promise<void> {
  service = await openService({ settings: { ...rail.settings, ...settings } });
  server = await startHttp(service.service, { port: 0 });
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });

interface Reply {
  readonly challenge?: PaymentRequired;
  readonly sold?: { readonly charged?: boolean };
  readonly text: string;
}

async function rest(payment?: object): Promise<Reply> {
  const reply = await post(`/api/${slug}`, args, payment && paymentHeader(payment));
  const text = await reply.text();
  return {
    text,
    ...(reply.status === 402 && { challenge: JSON.parse(text) }),
    ...(reply.ok && { sold: JSON.parse(text) }),
  };
}

async function mcp(payment?: object): Promise<Reply> {
  const params = {
    name: 'svc_execute',
    arguments: { name: slug, arguments: args },
    ...(payment && { _meta: { 'x402/payment': payment } }),
  };
  // the endpoint answers to the name that it is published under alone
  const host = new URL(server.address.url).host;
  const headers = { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const text = (await raw(`${server.url}/mcp`, headers, 'POST', body)).bytes.toString();
  const { structuredContent, isError } = JSON.parse(text.replace(/^[\s\S]*?data: /, '')).result;
  return { text, ...(isError ? { challenge: structuredContent } : { sold: structuredContent.result }) };
}

async function a2a(payment?: object): Promise<Reply> {
  const message = {
    role: 'ROLE_USER',
    parts: [{ data: { svcTool: slug, arguments: args } }],
    ...(payment && { metadata: { 'x402.payment.payload': payment } }),
  };
  const text = await (await post('/a2a/v1/message:send', { message })).text();
  const { task } = JSON.parse(text);
  const challenge = task?.status.message.metadata?.['x402.payment.required'];
  const sold = task?.artifacts?.[0]?.parts[0].data.result;
  return { text, ...(challenge && { challenge }), ...(sold && { sold }) };
}

const transports = { rest, mcp, a2a } as const;
const names = Object.keys(transports) as (keyof typeof transports)[];

/** A challenge of one transport, signed by the published client and first shown on another. */
async function crosses(from: keyof typeof transports, to: keyof typeof transports, url: string): Promise<void> {
  const { challenge } = await transports[from]();
  expect(challenge?.resource.url, from).toBe(`${url}/api/${slug}`);
  const buyer = await rail.evm.buyer();
  const payment = await sign(evmClient(buyer.key), challenge as PaymentRequired);
  const { sold, text } = await transports[to](payment);
  expect(sold, `${from} to ${to}: ${text.slice(0, 300)}`).toMatchObject({ charged: true });
  expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 10_000n);
}

describe('one public address', () => {
  test('of a server on loopback is where it listens, and a payment crosses every two transports', async () => {
    await open();
    for (const from of names) for (const to of names.filter((one) => one !== from)) await crosses(from, to, server.url);
    for (const path of ['/api', '/openapi.json', '/.well-known/agent-card.json', '/skill.md', '/llms.txt'])
      expect(await (await fetch(server.url + path)).text(), path).toContain(server.url);
    const hostile = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    for (const path of [`/api/${slug}`, '/api', '/.well-known/agent-card.json'])
      expect((await raw(server.url + path, hostile)).bytes.toString(), path).not.toContain('evil.example');
  }, 60_000);

  test('is the configured one on every transport, the guide over MCP too', async () => {
    const url = 'https://records.example.org/place';
    await open({ SVC_BASE_URL: `${url}/` });
    for (const [from, to] of [
      ['rest', 'mcp'],
      ['mcp', 'a2a'],
      ['a2a', 'rest'],
    ] as const)
      await crosses(from, to, url);
    const ports = createMcpPorts(async () => service.service);
    expect(await ports.resources.guide()).toContain(`POST ${url}/api/<slug>`);
  }, 60_000);

  test('over stdio without a setting is the page of the package: the challenge is well formed and can be paid', async () => {
    await open();
    const ports = createMcpPorts(async () => service.service);
    const call = {
      name: slug,
      arguments: args,
      requestId: 'r',
      signal: new AbortController().signal,
      progress: () => undefined,
    };
    const queried = await ports.execute(call);
    if (queried.kind !== 'challenge') throw new Error(`no challenge: ${queried.kind}`);
    const terms = queried.paymentRequired as unknown as PaymentRequired;
    expect(terms.resource.url).toBe(`https://github.com/place-records/place-records/api/${slug}`);
    const buyer = await rail.evm.buyer();
    const payment = await sign(evmClient(buyer.key), terms);
    expect(await ports.execute({ ...call, payment })).toMatchObject({ kind: 'settled' });
    expect(await ports.resources.guide()).not.toMatch(/github\.com\S*\/(api\/<slug>|tools)/);
  }, 60_000);
});

describe('a server that others reach and that was told no address', () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  const hostile = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };

  test('makes no challenge on any transport, believes no Host, and answers free tools', async () => {
    await open({ HOST: '0.0.0.0' });
    const { port } = server;
    expect(server.url).toBe(`http://127.0.0.1:${port}`);
    for (const host of ['127.0.0.1', ...(outside ? [outside] : [])]) {
      const url = `http://${host}:${port}`;
      for (const [method, body] of [
        ['GET', undefined],
        ['POST', JSON.stringify(args)],
      ] as const) {
        const json = { 'content-type': 'application/json' };
        const foreign = await raw(`${url}/api/${slug}`, { ...hostile, ...json }, method, body);
        expect([foreign.status, JSON.parse(foreign.bytes.toString()).code]).toEqual([403, 'host_not_served']);
        expect(foreign.bytes.toString()).not.toContain('evil.example');
        const forwarded = { ...json, 'x-forwarded-host': 'evil.example' };
        const reply = await raw(`${url}/api/${slug}`, forwarded, method, body);
        expect(reply.status).toBe(503);
        expect(JSON.parse(reply.bytes.toString())).toMatchObject({
          code: 'tool_sdk_not_configured',
          charged: false,
          detail: expect.stringContaining('SVC_BASE_URL'),
        });
        expect(reply.headers['payment-required']).toBeUndefined();
      }
      const documents = await raw(`${url}/openapi.json`, { 'x-forwarded-host': 'evil.example' });
      expect(documents.status).toBe(200);
      expect(documents.bytes.toString()).not.toMatch(/evil\.example|0\.0\.0\.0/);
      const free = await fetch(`${url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'svc_flood_zone', arguments: args }),
      });
      expect(((await free.json()) as { result: { state: string } }).result.state).toBe('found');
      const overMcp = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'svc_execute', arguments: { name: 'svc_flood_zone', arguments: args } },
        }),
      });
      expect(await overMcp.text()).toContain('"state":"found"');
      expect((await raw(`${url}/mcp`, { ...hostile, 'content-type': 'application/json' }, 'POST', '{}')).status).toBe(
        403,
      );
    }
    for (const transport of [mcp, a2a]) {
      const { sold, text } = await transport();
      expect(sold).toBeUndefined();
      expect(text).toContain('tool_sdk_not_configured');
      expect(text).toContain('SVC_BASE_URL');
      expect(text).not.toContain('accepts');
    }
    expect((await post(`/api/${slug}`, { nonsense: true })).status).toBe(400);
    expect(await (await fetch(`${server.url}/skill.md`)).text()).toContain('Selling is not configured');
  }, 60_000);

  test('takes no payment that was signed elsewhere', async () => {
    await open();
    const { challenge } = await rest();
    await server.stop();
    const buyer = await rail.evm.buyer();
    const payment = await sign(evmClient(buyer.key), challenge as PaymentRequired);
    await open({ HOST: '0.0.0.0' });
    expect((await post(`/api/${slug}`, args, paymentHeader(payment))).status).toBe(503);
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n);
  }, 60_000);
});
