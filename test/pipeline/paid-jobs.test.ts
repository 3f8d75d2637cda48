import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { claimIn, evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: rail.settings });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const slug = 'svc-record-batch';
const nowhere = '999 Nowhere Street, Nowhereville';
const batch = (lanes: readonly string[] = ['svc_flood_zone', 'svc_nonsense']) => ({
  addresses: [samplePlaces.raleigh.address, nowhere, samplePlaces.chicago.address],
  lanes,
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
type Json = any;

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

async function signed(body: object) {
  const buyer = await rail.evm.buyer();
  const challenge = await post(`/api/${slug}`, body);
  expect(challenge.status).toBe(402);
  return { buyer, payment: await sign(evmClient(buyer.key), (await challenge.json()) as PaymentRequired) };
}

async function buy(body: object) {
  const { buyer, payment } = await signed(body);
  const response = await post(`/api/${slug}`, body, paymentHeader(payment));
  expect(response.status).toBe(200);
  return { buyer, payment, response, receipt: receiptOf(response.headers), job: (await response.json()) as Json };
}

async function ended(statusUrl: string): Promise<Json> {
  for (let turns = 0; turns < 60; turns++) {
    const response = await get(`${statusUrl}?wait=1`);
    const job = (await response.json()) as Json;
    if (job.finishedAt) return job;
  }
  throw new Error('the job does not end');
}

test('one settlement, a document to poll, each answer at its address, a table and a page at the end', async () => {
  const { buyer, payment, response, job } = await buy(batch());
  expect(receiptOf(response.headers)).toMatchObject({ success: true, payer: buyer.address });
  expect(response.headers.get('retry-after')).toBe('2');
  expect(job).toMatchObject({
    ...{ kind: 'job', jobKind: 'record_batch', pollAfterSeconds: 2, progress: { total: 3 } },
    addresses: [{ state: 'resolved' }, { state: 'unresolved' }, { state: 'resolved' }],
    lanes: [
      { name: 'svc_flood_zone', valid: true },
      { name: 'svc_nonsense', valid: false },
    ],
    statusUrl: expect.stringMatching(/^\/jobs\/[a-z2-7]{26}$/),
  });
  const done = await ended(job.statusUrl);
  expect(done).toMatchObject({
    state: 'completed_with_diagnostics',
    jobId: job.jobId,
    progress: { done: 3, total: 3 },
  });
  expect(done.items.map(({ state }: Json) => state)).toEqual(['completed', 'diagnostic', 'completed']);
  const free = await post('/tools/call', {
    name: 'svc_flood_zone',
    arguments: { address: samplePlaces.raleigh.address },
  });
  const item = (await (await get(done.items[0].resultUrl)).json()) as Json;
  expect(item.result).toEqual(((await free.json()) as Json).result);

  const csv = await (await get(done.artifacts.csv)).text();
  expect(csv.split('\r\n')[0]).toBe('position,address,lane,state,answerState,summary,citationUrl,fetchedAt');
  expect(csv).toContain('svc_flood_zone,completed,found');
  const results = (await (await get(done.artifacts.results)).json()) as Json;
  expect(results.items).toHaveLength(3);
  const page = await get(done.artifacts.html);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('FEMA flood zone')]);
  expect((await get(done.artifacts.pdf)).headers.get('content-type')).toBe('application/pdf');
  // what anybody can read does not hand on the job
  expect(await (await get(done.artifacts.json)).text()).not.toContain(job.jobId);

  const again = await post(`/api/${slug}`, batch(), paymentHeader(payment));
  expect([again.status, await again.json()]).toEqual([200, done]);
  expect(again.headers.get('retry-after')).toBeNull();
  expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 50_000n);
});

test('the status document has its revision as a tag, and says nothing where nothing has changed', async () => {
  const { job, payment } = await buy(batch());
  await ended(job.statusUrl);
  const first = await get(job.statusUrl);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(new RegExp(`^"${((await first.json()) as Json).revision}-[0-9a-f]{8}"$`));
  expect(first.headers.get('retry-after')).toBeNull();
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect((await get(job.statusUrl, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(`${job.statusUrl}?wait=soon`)).status).toBe(400);
  const unknown = `/jobs/${'a'.repeat(26)}`;
  for (const path of [
    unknown,
    '/jobs/x',
    `${job.statusUrl}/items/9`,
    `${job.statusUrl}/items/x`,
    `/monitors/${job.jobId}`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect((await fetch(`${server.url}${unknown}`, { method: 'DELETE' })).status).toBe(404);
  expect((await post(`${job.statusUrl}/retry`, {})).status).toBe(403);
  const retried = await post(`${job.statusUrl}/retry`, {}, paymentHeader(payment));
  expect([retried.status, ((await retried.json()) as Json).code]).toEqual([409, 'job_not_failed']);
});

test('a job that is ended by its buyer keeps what it brought', async () => {
  // a source that no other job has queried, so that none of its answers is at hand
  service.upstreams.setFault('usfws-nwi', { delayMs: 2_000 });
  const { job, receipt } = await buy(batch(['svc_wetland_context']));
  const end = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}${job.cancelUrl}`, { method: 'DELETE', headers });
  // reading is not ending
  expect([(await end()).status, (await end({ authorization: `Bearer ${'A'.repeat(22)}` })).status]).toEqual([403, 403]);
  const cancelled = await end({ authorization: `Bearer ${claimIn(receipt)}` });
  service.upstreams.setFault('usfws-nwi', undefined);
  expect([cancelled.status, await cancelled.json()]).toEqual([200, expect.objectContaining({ state: 'cancelled' })]);
  expect(await ended(job.statusUrl)).toMatchObject({ state: 'cancelled', progress: { done: 3, total: 3 } });
});

test('over MCP: the job is a resource, and a caller who hears progress gets the ended job', async () => {
  const client = new Client({ name: 'buyer', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  const { payment } = await signed(batch());
  const heard: string[] = [];
  const call = {
    name: 'svc_execute',
    arguments: { name: slug, arguments: batch() },
    _meta: { 'x402/payment': payment },
  };
  const answer = await client.callTool(call as never, undefined, {
    onprogress: ({ message = '' }) => heard.push(message),
  });
  const { result } = answer.structuredContent as Json;
  expect(result).toMatchObject({ state: 'completed_with_diagnostics' });
  expect(heard.length).toBeGreaterThan(0);
  const read = async (uri: string) =>
    JSON.parse(String(((await client.readResource({ uri })).contents[0] as Json).text));
  expect(await read(`place-records://jobs/${result.jobId}`)).toEqual(result);
  expect(await read(`place-records://jobs/${result.jobId}/items/1`)).toMatchObject({ result: { state: 'found' } });
  await expect(client.readResource({ uri: `place-records://jobs/${'b'.repeat(26)}` })).rejects.toThrow(/not found/i);
  await client.close();
});

test('over A2A: the task works as long as its job, is as far as it, and calls it off', async () => {
  const data = (body: object) => ({ role: 'ROLE_USER', parts: [{ data: { svcTool: slug, arguments: body } }] });
  const paid = async (body = batch()) => {
    const { payment } = await signed(body);
    const message = { ...data(body), metadata: { 'x402.payment.payload': payment } };
    const { task } = (await (await post('/a2a/v1/message:send', { message })).json()) as Json;
    return { task, metadata: message.metadata };
  };
  const { task } = await paid();
  expect(task.status).toMatchObject({
    state: expect.stringMatching(/WORKING|COMPLETED/),
    message: { metadata: { 'x402.payment.receipts': [{ success: true }] } },
  });
  const { statusUrl } = task.artifacts[0].parts[0].data.result;
  await ended(statusUrl);
  const done = (await (await get(`/a2a/v1/tasks/${task.id}`)).json()) as Json;
  expect(done.status.state).toBe('TASK_STATE_COMPLETED');
  expect(done.artifacts[0].parts[0].data.result).toMatchObject({ state: 'completed_with_diagnostics' });
  expect(done.artifacts[1].parts.map(({ url }: Json) => url)).toContain(`${statusUrl}/files/results.csv`);

  service.upstreams.setFault('usgs-landslides', { delayMs: 2_000 });
  const { task: other, metadata } = await paid(batch(['svc_landslide_context']));
  const cancel = async (body: object) => (await (await post(`/a2a/v1/tasks/${other.id}:cancel`, body)).json()) as Json;
  expect((await cancel({})).error.details[0].reason).toBe('TASK_NOT_CANCELABLE');
  const called = await cancel({ metadata });
  service.upstreams.setFault('usgs-landslides', undefined);
  expect(called.status.state).toBe('TASK_STATE_CANCELED');
  expect(await ended(other.artifacts[0].parts[0].data.result.statusUrl)).toMatchObject({ state: 'cancelled' });
});

test('free where nothing can be queried, refused where an address is listed twice, and no payment is requested', async () => {
  const noLane = await post(`/api/${slug}`, batch(['svc_place_facts', 'svc-place-report', 'svc_agent_feedback']));
  const body = (await noLane.json()) as Json;
  expect([noLane.status, body]).toEqual([
    200,
    expect.objectContaining({ kind: 'record_batch_diagnostic', charged: false, lanes: expect.any(Array) }),
  ]);
  expect(body.lanes.map(({ valid }: Json) => valid)).toEqual([false, false, false]);
  expect(body.allowedLanes).toEqual(expect.arrayContaining(['svc_flood_zone', 'svc_parcel_lookup', 'svc_zoning']));
  const noAddress = await post(`/api/${slug}`, { ...batch(), addresses: [nowhere, 'also nowhere at all'] });
  expect([noAddress.status, await noAddress.json()]).toEqual([
    200,
    expect.objectContaining({
      charged: false,
      addresses: [expect.objectContaining({ state: 'unresolved' }), expect.anything()],
    }),
  ]);
  const twice = await post(`/api/${slug}`, {
    ...batch(),
    addresses: ['1 Main St, Raleigh, NC', '1 MAIN ST., Raleigh NC'],
  });
  expect([twice.status, ((await twice.json()) as Json).issues]).toEqual([
    400,
    [expect.objectContaining({ path: 'addresses.1' })],
  ]);
});
