import { spawnSync } from 'node:child_process';
import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolContext } from '../../../src/catalog/context.ts';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { sha256 } from '../../../src/kernel/canonical.ts';
import type { Analysis } from '../../../src/products/surrounding-area/schema.ts';
import type { SurroundingReport } from '../../../src/products/surrounding-area-report/schema.ts';
import { testClock } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient, receiptOf } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const analysis = 'svc-surrounding-area-analysis';
const slug = 'svc-surrounding-area-report';
const place = { address: samplePlaces.raleigh.address, radiusMeters: 500 };

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
let now: Date;
beforeAll(async () => {
  rail = await startRail();
  now = testClock();
  service = await openService({ settings: rail.settings, clock: () => now });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const post = (route: string, body: object, send: typeof fetch = fetch) =>
  send(`${server.url}/api/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A call that pays where it is asked to: the answer, what it cost in millionths of a dollar, and with which payment. */
async function pay<T>(route: string, body: object) {
  const { key, address } = await rail.evm.buyer();
  const before = await rail.evm.balance(address);
  let payment = '';
  const noting: typeof fetch = (input, init) => {
    const headers = input instanceof Request ? input.headers : new Headers(init?.headers);
    payment = headers.get('payment-signature') ?? payment;
    return fetch(input, init);
  };
  const response = await post(route, body, wrapFetchWithPayment(noting, evmClient(key)) as typeof fetch);
  const text = await response.text();
  const cost = Number(before - (await rail.evm.balance(address)));
  return { response, text, body: JSON.parse(text) as T, cost, payment };
}

const analyzed = async () => (await pay<Analysis>(analysis, place)).body.upgrade.proof;
const reasonOf = async (proof: object) => {
  const response = await post(slug, { proof });
  const body = (await response.json()) as { charged: boolean; reason?: string };
  return [response.status, body.charged, body.reason];
};

test('the report of an analysis is bought once, and is what its hashes say', async () => {
  const bought = await pay<Analysis>(analysis, place);
  expect([bought.response.status, bought.cost]).toEqual([200, 100_000]);
  const { proof } = bought.body.upgrade;
  const queried = service.upstreams.requests.length;
  const { response, body, cost } = await pay<SurroundingReport>(slug, { proof });
  expect([response.status, cost, body.charged]).toEqual([200, 150_000, true]);
  expect(receiptOf(response.headers).transaction).toMatch(/^0x/);
  expect(body).toMatchObject({ packetId: bought.body.packetId, packetHash: bought.body.packetHash });
  // from the packet alone
  expect(service.upstreams.requests.length).toBe(queried);
  const [page, paper, data] = await Promise.all(
    [body.html.url, body.pdf.url, body.access.json].map((path) => fetch(new URL(path, server.url))),
  );
  const [html, pdf] = await Promise.all([page, paper].map(async (one) => one && Buffer.from(await one.arrayBuffer())));
  expect([page?.status, sha256(html ?? '')]).toEqual([200, body.html.contentHash]);
  expect([paper?.status, sha256(pdf ?? '')]).toEqual([200, body.pdf.contentHash]);
  expect(await data?.json()).toEqual(body);
  const info = spawnSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' }).stdout;
  if (info) expect(Number(/Pages:\s+(\d+)/.exec(info)?.[1])).toBe(body.pdf.pageCount);
  const text = html?.toString('utf8') ?? '';
  expect(text).toContain('Parcels around by published use');
  expect(text).not.toMatch(/undefined|NaN|<script|PLANTED|(?:src|href)="http:\/\/(?!127)/);
  // a second report of the same packet is refused before anybody signs
  expect(await reasonOf(proof)).toEqual([200, false, 'already_reported']);
}, 90_000);

test('the public copies of an analysis carry no proof; its buyer has it again', async () => {
  const { response, text, body, payment } = await pay<Analysis>(analysis, place);
  const { upgrade, ...rest } = body;
  const copies = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="alternate"/g)].map(
    ([, address = '']) => address,
  );
  expect(copies).toHaveLength(3);
  for (const address of copies) {
    const copy = await fetch(new URL(address, server.url));
    const read = Buffer.from(await copy.arrayBuffer()).toString('latin1');
    expect(copy.status).toBe(200);
    expect(read).not.toContain(upgrade.proof.mac);
    if (address.endsWith('.json')) expect(JSON.parse(Buffer.from(read, 'latin1').toString('utf8'))).toEqual(rest);
  }
  const again = await fetch(`${server.url}/api/${analysis}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': payment },
    body: JSON.stringify(place),
  });
  expect(await again.text()).toBe(text);
}, 90_000);

test('of two payments that race one has it, and the other stays unused', async () => {
  const proof = await analyzed();
  const both = await Promise.all([
    pay<{ reason?: string }>(slug, { proof }),
    pay<{ reason?: string }>(slug, { proof }),
  ]);
  expect(both.map(({ cost }) => cost).sort((a, b) => a - b)).toEqual([0, 150_000]);
  const loser = both.find(({ cost }) => cost === 0);
  expect([loser?.response.status, loser?.body.reason]).toEqual([200, 'already_reported']);
}, 90_000);

test('the same payment on the same proof brings the same bytes, though the proof has expired since', async () => {
  const proof = await analyzed();
  const { text, payment } = await pay(slug, { proof });
  now = new Date(Date.parse(proof.expiresAt));
  try {
    expect(await reasonOf(proof)).toEqual([200, false, 'proof_expired']);
    const again = await fetch(`${server.url}/api/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': payment },
      body: JSON.stringify({ proof }),
    });
    expect([again.status, await again.text()]).toEqual([200, text]);
  } finally {
    now = testClock();
  }
}, 90_000);

test('a proof that is none, altered, of another kind or without its packet sells nothing', async () => {
  const proof = await analyzed();
  expect(await reasonOf({ ...proof, packetId: 'b9d1d4a0-0c5c-4b57-9c1c-0a3a3d0d2a11' })).toEqual([
    200,
    false,
    'proof_invalid',
  ]);
  expect(await reasonOf({ ...proof, expiresAt: '2027-01-01T00:00:00.000Z' })).toEqual([200, false, 'proof_invalid']);
  const { proofs } = await contextOf();
  const payload = { packetId: proof.packetId, packetHash: proof.packetHash };
  expect(await reasonOf(await proofs.issue('flyer', payload, 60_000))).toEqual([200, false, 'proof_invalid']);
  const unknown = { ...payload, packetHash: 'ab'.repeat(32) };
  expect(await reasonOf(await proofs.issue('surrounding_area_packet', unknown, 60_000))).toEqual([
    200,
    false,
    'packet_not_kept',
  ]);
  expect((await post(slug, { proof: { ...proof, more: 1 } })).status).toBe(400);
}, 90_000);

async function contextOf(): Promise<ToolContext> {
  const tool = service.service.registry.paidTool(slug) as PaidTool;
  const input = tool.input.parse(tool.examples[0]?.arguments) as Readonly<Record<string, unknown>>;
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await service.service.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) throw new Error('the route needs no place');
  return prepared.ctx;
}

test('a report that cannot be made uses nothing up, and the same packet makes the same bytes', async () => {
  const proof = await analyzed();
  const tool = service.service.registry.paidTool(slug) as PaidTool;
  const ctx = await contextOf();
  const { objects } = ctx;
  if (!objects) throw new Error('no object store');
  const failing = {
    ...{ proofs: ctx.proofs, upgrades: ctx.upgrades, now: ctx.now, log: { ...ctx.log, error: () => undefined } },
    objects: { get: objects.get.bind(objects), put: () => Promise.reject(new Error('the disk is full')) },
  };
  const run = (with_: object) => tool.run(with_ as never, { proof } as never);
  expect(await run(failing)).toMatchObject({ charge: false, diagnostic: { reason: 'render_failed', charged: false } });
  const [first, second] = [await run(ctx), await run(ctx)];
  expect(first).toEqual(second);
  expect((await pay(slug, { proof })).cost).toBe(150_000);
}, 90_000);

test('who bought it can take the copies back', async () => {
  const proof = await analyzed();
  const { body, payment } = await pay<SurroundingReport>(slug, { proof });
  const page = new URL(body.html.url, server.url);
  expect((await fetch(page, { method: 'DELETE', headers: { 'payment-signature': payment } })).status).toBe(200);
  expect((await fetch(page)).status).toBe(410);
}, 90_000);
