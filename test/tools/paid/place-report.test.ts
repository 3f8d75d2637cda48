import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { canonicalJson, hashJson } from '../../../src/kernel/canonical.ts';
import { contentHashOf } from '../../../src/products/place-report/artifact.ts';
import type { EvidenceBundle } from '../../../src/products/place-report/bundle/bundle.ts';
import { verifyBundle } from '../../../src/products/place-report/bundle/verify.ts';
import {
  CoverageDiagnosticSchema,
  type PlaceReport,
  PlaceReportSchema,
} from '../../../src/products/place-report/schema/report.ts';
import { SigningKeyFile } from '../../../src/signing/key-file.ts';
import { openService, type TestService } from '../../harness.ts';
import { claimIn, evmClient, paymentHeader, receiptOf, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const owner = 'JANE Q PLANTED';
const args = { address: samplePlaces.raleigh.address };

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: { ...rail.settings, SVC_KEY_AERIALVIEW: 'synthetic-aerialview' } });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const post = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/svc-place-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function buy(body: object) {
  const buyer = await rail.evm.buyer();
  const challenge = await post(body);
  const terms = (await challenge.json()) as PaymentRequired;
  expect(challenge.status, JSON.stringify(terms)).toBe(402);
  const payment = await sign(evmClient(buyer.key), terms);
  const paid = await post(body, paymentHeader(payment));
  const text = await paid.text();
  expect(paid.status, text.slice(0, 400)).toBe(200);
  return { terms, payment, buyer, paid, text, report: JSON.parse(text) as PlaceReport };
}

describe('a place report', () => {
  test('is sold once, and is the same over REST, MCP and A2A', async () => {
    proves('auth-11-report', 'state-report-charged', 'res-report-ledger');
    const { terms, payment, buyer, paid, text, report } = await buy(args);
    expect(terms.accepts.map(({ network, maxTimeoutSeconds }) => [network, maxTimeoutSeconds])).toEqual([
      ['eip155:8453', 180],
    ]);
    expect(receiptOf(paid.headers)).toMatchObject({ success: true, payer: buyer.address });
    expect(() => PlaceReportSchema.parse(report)).not.toThrow();
    expect(report.sections.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['coverage_ledger', 'sources']));
    expect(text).toBe(canonicalJson(report));
    expect(report.storage?.[0]?.contentHash).toBe(contentHashOf(report));

    const client = new Client({ name: 'buyer', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
    const call = { name: 'svc_execute', arguments: { name: 'svc-place-report', arguments: args } };
    const overMcp = await client.callTool({ ...call, _meta: { 'x402/payment': payment } } as never);
    await client.close();
    const { whole } = overMcp.structuredContent as { whole: { canonicalHash: string } };
    const message = { role: 'ROLE_USER', parts: [{ data: { svcTool: 'svc-place-report', arguments: args } }] };
    const paying = { ...message, metadata: { 'x402.payment.payload': payment } };
    const overA2a = (await (
      await fetch(`${server.url}/a2a/v1/message:send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: paying }),
      })
    ).json()) as { task: { artifacts: { parts: { data: { whole: { canonicalHash: string } } }[] }[] } };
    expect(whole.canonicalHash).toBe(hashJson(report));
    expect(overA2a.task.artifacts[0]?.parts[0]?.data.whole.canonicalHash).toBe(hashJson(report));
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 50_000n);
  }, 60_000);

  test('names the owner once, cited, for the buyer alone; copies and the stored artifact stay owner-free', async () => {
    proves('service-owner');
    const { payment, text, report } = await buy({ ...args, radiusMeters: 500 });
    expect(text.split(owner)).toHaveLength(2);
    const item = report.placeFacts?.find(({ result }) => result.ownerOfRecord);
    expect(item?.result).toEqual({
      ownerOfRecord: owner,
      ownerOfRecordCitation: {
        recordId: '1703570123',
        sourceUrl: 'https://maps.raleighnc.gov/arcgis/rest/services/Property/Property/MapServer/0',
        fetchedAt: '2026-11-21T12:00:00.000Z',
        sourceName: 'Raleigh and Wake County property layer (synthetic)',
      },
      summary: 'Raleigh and Wake County property layer gives a tax parcel at 222 W HARGETT ST, RALEIGH, NC, 27601.',
    });
    expect(report.liveAerialView).toEqual({
      state: 'ACTIVE',
      displayMode: 'live_only',
      durationSeconds: 40,
      attribution: 'Google Maps Aerial View',
      captureDate: { day: 18, month: 4, year: 2023 },
      checkedAt: '2026-11-21T12:00:00.000Z',
      playbackPolicy: 'lookup_per_view_no_storage',
      policyUrl: 'https://developers.google.com/maps/documentation/aerial-view/policies',
      privacyUrl: 'https://policies.google.com/privacy',
      provider: 'google_aerial_view',
      termsUrl: 'https://cloud.google.com/maps-platform/terms',
      videoId: 'SyntheticVideo00000001',
    });
    for (const path of [report.access?.html, report.access?.json, report.access?.svg]) {
      const copy = await fetch(`${server.url}${path}`);
      expect(copy.status, path).toBe(200);
      const body = await copy.text();
      expect(body.length).toBeGreaterThan(1000);
      expect(body).not.toContain('PLANTED');
      expect(body).not.toContain('SyntheticVideo');
    }
    const selling = await service.service.selling();
    for (const { id } of await selling.ledger.list()) {
      expect((await selling.ledger.find(id))?.body ?? '').not.toContain('PLANTED');
    }
    // the source falls silent: the same bytes without owner
    const ownerAsked = (seen: { query: string }) => seen.query.includes('outFields=OWNER');
    service.upstreams.setFault(ownerAsked, 'http500');
    const again = await (await post({ ...args, radiusMeters: 500 }, paymentHeader(payment))).text();
    service.upstreams.setFault(ownerAsked, undefined);
    expect(again).not.toContain(owner);
    const { placeFacts: before, ...rest } = report;
    const { placeFacts: after, ...restAgain } = JSON.parse(again) as PlaceReport;
    expect(canonicalJson(restAgain)).toBe(canonicalJson(rest));
    expect(after?.length).toBe(before?.length);
  }, 60_000);

  test('comes with an evidence bundle that is checked offline, and with the receipt for its buyer alone', async () => {
    const { paid, payment, report } = await buy({ ...args, radiusMeters: 300 });
    const fetchBundle = async () => {
      const copy = await fetch(`${server.url}${report.access?.bundle}`);
      expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      return Buffer.from(await copy.arrayBuffer());
    };
    const bytes = await fetchBundle();
    const verified = verifyBundle(bytes);
    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([]);
    const bundle = JSON.parse(bytes.toString('utf8')) as EvidenceBundle;
    expect(bundle.report.id).toBe(report.id);
    expect([bundle.copy, bundle.receipt]).toEqual(['public', undefined]);
    const own = await fetch(`${server.url}${report.access?.bundle}`, { headers: paymentHeader(payment) });
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const ownBytes = Buffer.from(await own.arrayBuffer());
    expect(verifyBundle(ownBytes).ok).toBe(true);
    const { copy, receipt } = JSON.parse(ownBytes.toString('utf8')) as EvidenceBundle;
    // the claim of the receipt opens the purchase: it is in no file
    const { extensions, ...written } = receiptOf(paid.headers) as ReturnType<typeof receiptOf> & { extensions: object };
    expect([copy, receipt]).toEqual(['buyer', written]);
    expect(ownBytes.toString('utf8')).not.toContain(claimIn({ extensions }));
    expect(bundle.sourceAnswers.filter(({ bodyHash }) => bodyHash).length).toBeGreaterThan(20);
    expect(bytes.toString('utf8')).not.toMatch(/planted/i);
    const keys = await (await fetch(`${server.url}/.well-known/jwks.json`)).json();
    expect(keys).toEqual({ keys: [expect.objectContaining({ kid: bundle.signature?.kid, use: 'sig' })] });
    const known = verifyBundle(bytes, { keys, key: bundle.signature?.kid });
    expect(known.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(known.checks.length).toBe(verified.checks.length + 3);
    // a replay writes nothing new
    expect((await post({ ...args, radiusMeters: 300 }, paymentHeader(payment))).status).toBe(200);
    expect((await fetchBundle()).equals(bytes)).toBe(true);
    // after a rotation the bundle is still the first one, and its key is still in the list
    await new SigningKeyFile(service.directory, service.service.clock).rotate();
    expect((await post({ ...args, radiusMeters: 300 }, paymentHeader(payment))).status).toBe(200);
    expect((await fetchBundle()).equals(bytes)).toBe(true);
    const rotated = await (await fetch(`${server.url}/.well-known/jwks.json`)).json();
    expect((rotated as { keys: object[] }).keys).toHaveLength(2);
    expect(verifyBundle(bytes, { keys: rotated }).ok).toBe(true);
    expect(verifyBundle(Buffer.from(bytes.toString('utf8').replace('Raleigh', 'Raleigk'))).ok).toBe(false);
  }, 60_000);

  test('is refused with the names of wrong fields before any payment', async () => {
    for (const body of [
      {},
      { radiusMeters: 800 },
      { ...args, owner: true },
      { ...args, latitude: 35 },
      { ...args, radiusMeters: 60_000 },
    ]) {
      const reply = await post(body);
      expect(reply.status, JSON.stringify(body)).toBe(400);
      expect(((await reply.json()) as { charged: boolean }).charged).toBe(false);
    }
  });

  test('is a free diagnostic where nothing is wired, before any challenge', async () => {
    proves('state-report-diagnostic');
    for (const body of [
      { address: samplePlaces.olathe.address },
      { address: 'nowhere in particular' },
      { address: samplePlaces.raleigh.address, jurisdiction: 'chicago' },
    ]) {
      const reply = await post(body);
      expect(reply.status).toBe(200);
      const diagnostic = CoverageDiagnosticSchema.parse(await reply.json());
      expect(diagnostic.charged).toBe(false);
      expect(diagnostic.whatWeWouldNeed.length).toBeGreaterThan(0);
    }
  });

  test('no copy is served under an unknown or malformed id', async () => {
    for (const path of ['0'.repeat(32), '../etc/passwd', 'x', `${'0'.repeat(32)}.exe`]) {
      expect((await fetch(`${server.url}/reports/${path}`)).status).toBe(404);
    }
  });
});
