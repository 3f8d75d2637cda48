import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PaymentRequired } from '@x402/core/types';
import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { hashJson } from '../../../src/kernel/canonical.ts';
import { type PlaceReport, PlaceReportSchema } from '../../../src/products/place-report/schema/report.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient, receiptOf, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const args = { address: samplePlaces.raleigh.address };
const slug = 'svc-place-report';
const price = 50_000n;
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

interface Bought {
  readonly canonicalHash: string;
  readonly transaction: string;
  /** What was delivered, whole: the report over REST, the result or the task over MCP and A2A. */
  readonly delivered: unknown;
}
type Key = Awaited<ReturnType<Rail['evm']['buyer']>>['key'];

async function overRest(key: Key): Promise<Bought> {
  const response = await wrapFetchWithPayment(fetch, evmClient(key))(`${server.url}/api/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  expect(response.status).toBe(200);
  const delivered = await response.json();
  return { delivered, canonicalHash: hashJson(delivered), transaction: receiptOf(response.headers).transaction };
}

async function overMcp(key: Key): Promise<Bought> {
  const client = new Client({ name: 'buyer', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  const call = { name: 'svc_execute', arguments: { name: slug, arguments: args } };
  const queried = await client.callTool(call);
  expect(queried.isError).toBe(true);
  const payment = await sign(evmClient(key), queried.structuredContent as PaymentRequired);
  const paid = await client.callTool({ ...call, _meta: { 'x402/payment': payment } } as never);
  const { whole } = paid.structuredContent as { whole: { canonicalHash: string; uri: string } };
  const { contents } = await client.readResource({ uri: `${whole.uri}/sections/facts.flood_zone` });
  expect(JSON.parse(String((contents[0] as { text?: string }).text))).toMatchObject({ title: 'Flood zone' });
  await client.close();
  const receipt = paid._meta?.['x402/payment-response'] as { transaction: string };
  return { delivered: paid, canonicalHash: whole.canonicalHash, transaction: receipt.transaction };
}

async function overA2a(key: Key): Promise<Bought> {
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
  const { metadata } = queried.status.message;
  const payment = await sign(evmClient(key), metadata['x402.payment.required'] as PaymentRequired);
  const done = await send({
    role: 'ROLE_USER',
    taskId: queried.id,
    contextId: queried.contextId,
    metadata: { 'x402.payment.payload': payment },
  });
  const [receipt] = done.status.message.metadata['x402.payment.receipts'];
  const { canonicalHash } = done.artifacts[0].parts[0].data.whole;
  return { delivered: done, canonicalHash, transaction: receipt.transaction };
}

test('bought three times, over REST, MCP and A2A, the report has one canonical hash, and a conversation its short form', async () => {
  const bought: Bought[] = [];
  for (const buy of [overRest, overMcp, overA2a]) {
    const { key, address } = await rail.evm.buyer();
    const before = await rail.evm.balance(address);
    bought.push(await buy(key));
    expect(before - (await rail.evm.balance(address)), buy.name).toBe(price);
  }
  expect(new Set(bought.map(({ transaction }) => transaction)).size).toBe(3);
  const [first, ...short] = bought;
  const report: PlaceReport = PlaceReportSchema.parse(first?.delivered);
  expect(report.records.length).toBeGreaterThan(0);
  expect(new Set(bought.map(({ canonicalHash }) => canonicalHash)).size).toBe(1);
  // the owner is in the answer to the buyer alone: a task is stored, and read by its id
  const names = bought.map(({ delivered }) => JSON.stringify(delivered).includes('JANE Q PLANTED'));
  expect(names).toEqual([true, true, false]);
  const stored = short.at(-1)?.delivered as { id: string } | undefined;
  const task = await (await fetch(`${server.url}/a2a/v1/tasks/${stored?.id}`)).text();
  expect(task).toContain('TASK_STATE_COMPLETED');
  expect(task).not.toContain('PLANTED');
  const sizes = short.map(({ delivered }) => Buffer.byteLength(JSON.stringify(delivered)));
  expect(Math.max(...sizes), String(sizes)).toBeLessThanOrEqual(12_000);
}, 60_000);
