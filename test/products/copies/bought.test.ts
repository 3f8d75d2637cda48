import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { hashJson } from '../../../src/kernel/canonical.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const args = { address: samplePlaces.raleigh.address };
const slug = 'svc-flood-zone';
let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: { ...rail.settings } });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const post = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(args),
  });

const linksIn = (header: string | null) =>
  Object.fromEntries(
    [...(header ?? '').matchAll(/<([^>]+)>; rel="alternate"; type="([^"]+)"/g)].map(([, to = '', type = '']) => [
      type,
      to,
    ]),
  );

async function overRest() {
  const { key, address } = await rail.evm.buyer();
  const payment = await sign(evmClient(key), (await (await post()).json()) as PaymentRequired);
  const reply = await post(paymentHeader(payment));
  const body = await reply.text();
  return { payment, address, body, links: linksIn(reply.headers.get('link')), receipt: receiptOf(reply.headers) };
}

async function overMcp() {
  const { key } = await rail.evm.buyer();
  const client = new Client({ name: 'buyer', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  const call = { name: 'svc_execute', arguments: { name: slug, arguments: args } };
  const payment = await sign(evmClient(key), (await client.callTool(call)).structuredContent as PaymentRequired);
  const paid = await client.callTool({ ...call, _meta: { 'x402/payment': payment } } as never);
  await client.close();
  const content = paid.content as { type: string; uri?: string; mimeType?: string }[];
  const links = Object.fromEntries(
    content.filter(({ type }) => type === 'resource_link').map(({ uri, mimeType = '' }) => [mimeType, uri]),
  );
  expect(paid._meta).toMatchObject({ 'place-records/copies': { html: links['text/html'] } });
  return { result: (paid.structuredContent as { result: unknown }).result, links };
}

async function overA2a() {
  const { key } = await rail.evm.buyer();
  const send = async (message: object) => {
    const response = await fetch(`${server.url}/a2a/v1/message:send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-a2a-extensions': 'https://github.com/google-a2a/a2a-x402/v0.1',
      },
      body: JSON.stringify({ message }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: JSON of the protocol
    return ((await response.json()) as any).task;
  };
  const queried = await send({ role: 'ROLE_USER', parts: [{ data: { svcTool: slug, arguments: args } }] });
  const payment = await sign(
    evmClient(key),
    queried.status.message.metadata['x402.payment.required'] as PaymentRequired,
  );
  const done = await send({
    role: 'ROLE_USER',
    taskId: queried.id,
    contextId: queried.contextId,
    metadata: { 'x402.payment.payload': payment },
  });
  const [answered, copies] = done.artifacts as [
    { parts: { data: { result: unknown } }[] },
    { parts: { mediaType: string; url: string }[] },
  ];
  const links = Object.fromEntries(copies.parts.map(({ mediaType, url }) => [mediaType, url]));
  return { result: answered.parts[0]?.data.result, links };
}

const types = ['application/json', 'application/pdf', 'text/html'];

test('an answer that is bought over REST, MCP and A2A is the same, and each purchase has a page, a PDF and data of its own', async () => {
  const rest = await overRest();
  const bought = [{ result: JSON.parse(rest.body) as unknown, links: rest.links }, await overMcp(), await overA2a()];
  expect(new Set(bought.map(({ result }) => hashJson(result))).size).toBe(1);
  expect(new Set(bought.map(({ links }) => links['text/html'])).size).toBe(3);
  for (const { links } of bought) {
    expect(Object.keys(links).sort()).toEqual(types);
    for (const type of types) {
      const reply = await fetch(String(links[type]));
      expect([reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
      const text = Buffer.from(await reply.arrayBuffer())
        .toString('latin1')
        .toLowerCase();
      expect(text).not.toContain(rest.address.slice(2).toLowerCase());
      expect(text).not.toContain(rest.receipt.transaction.slice(2));
    }
  }
}, 120_000);

test('anyone who bought it withdraws and renews its copies and reads the receipt; no one else does', async () => {
  const { payment, links, body, receipt } = await overRest();
  const other = await overRest();
  const page = String(links['text/html']);
  const as = (method: string, address: string, by?: PaymentPayload) =>
    fetch(address, { method, headers: by ? paymentHeader(by) : {} });
  expect((await as('GET', `${page}.bundle.json`)).status).toBe(404);
  expect((await as('GET', `${page}.svg`)).status).toBe(404);
  expect((await as('GET', `${page}.bundle.json`, other.payment)).status).toBe(403);
  expect((await as('DELETE', page, other.payment)).status).toBe(403);
  const own = (await (await as('GET', `${page}.bundle.json`, payment)).json()) as Record<string, unknown>;
  expect(own).toMatchObject({ kind: 'purchase_receipt', route: slug, receipt: { transaction: receipt.transaction } });
  expect((await as('DELETE', page, payment)).status).toBe(200);
  for (const address of Object.values(links)) expect((await fetch(address)).status).toBe(410);
  expect((await fetch(String(other.links['text/html']))).status).toBe(200);
  // a replay says the same, and brings nothing back
  const replay = await post(paymentHeader(payment));
  expect([await replay.text(), linksIn(replay.headers.get('link'))]).toEqual([body, links]);
  expect((await fetch(page)).status).toBe(410);
  expect((await as('POST', `${page}/renew`, payment)).status).toBe(200);
  expect((await fetch(page)).status).toBe(200);
}, 120_000);

test('a copy is sent compressed to anyone who takes it, and not again to anyone who has it', async () => {
  const page = String((await overRest()).links['text/html']);
  const sizes = new Map<string, number>();
  let etag = '';
  for (const coding of ['identity', 'gzip', 'br']) {
    const reply = await fetch(page, { method: 'HEAD', headers: { 'accept-encoding': coding } });
    expect(reply.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(reply.headers.get('vary')).toContain('Accept-Encoding');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    sizes.set(coding, Number(reply.headers.get('content-length')));
    etag = reply.headers.get('etag') ?? '';
  }
  expect(sizes.get('gzip')).toBeLessThan((sizes.get('identity') ?? 0) * 0.75);
  expect(sizes.get('br')).toBeLessThanOrEqual(sizes.get('gzip') ?? 0);
  expect(await (await fetch(page)).text()).toContain('<h1>');
  expect((await fetch(page, { headers: { 'if-none-match': etag } })).status).toBe(304);
}, 60_000);
