import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { bundleText, type EvidenceBundle, makeBundle } from '../../../src/products/place-report/bundle/bundle.ts';
import { verifyBundle } from '../../../src/products/place-report/bundle/verify.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { bundleName } from '../../../src/products/shared/copies/names.ts';
import { openObjects } from '../../../src/store/objects.ts';
import { chainNow } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { onEachStore, type StorePlace } from '../../store/stores.ts';
import { samplePlaces } from '../../upstreams/places.ts';

type Server = Awaited<ReturnType<typeof startHttp>>;
/** Addresses of the public copies; a slow machine makes a report without a picture, and that has no `.svg`. */
const addressesOf = ({ id, access }: PlaceReport) =>
  ['', '.html', '.json', '.pdf', '.bundle.json', '.geojson', '.csv', ...(access?.svg ? ['.svg'] : [])].map(
    (form) => `/reports/${id}${form}`,
  );
const poppler = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status === 0;
let rail: Rail;
beforeAll(async () => {
  rail = await startRail();
}, 120_000);
afterAll(() => rail.close());

/** One file as text, whatever of it is compressed. */
function textIn(bytes: Buffer): string {
  const plain = bytes.toString('latin1');
  if (!plain.startsWith('%PDF')) return bytes.toString('utf8');
  const streams = [...plain.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const folder = mkdtempSync(join(tmpdir(), 'scan-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), bytes);
    const drawn = poppler ? execFileSync('pdftotext', [join(folder, 'a.pdf'), '-'], { encoding: 'utf8' }) : '';
    return [plain, ...streams, drawn.replace(/\s/g, '')].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

onEachStore('the public copies of a report', (start, store) => {
  let place: StorePlace;
  let settings: Readonly<Record<string, string>>;
  let service: TestService;
  let other: TestService;
  let server: Server;
  let elsewhere: Server;
  let radiusMeters = 300;
  let shared: ReturnType<typeof buy> | undefined;

  beforeAll(async () => {
    place = await start();
    const { databaseUrl } = place.settings;
    settings = { ...rail.settings, ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }) };
    service = await openService({ settings });
    other = await openService({ settings, beside: service });
    // a body that a test does not read keeps its connection busy
    server = await startHttp(service.service, { port: 0, graceMs: 200 });
    elsewhere = await startHttp(other.service, { port: 0, graceMs: 200 });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await elsewhere.stop();
    await other.close().catch(() => undefined);
    await service.close().catch(() => undefined);
    await place.stop();
  });

  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/svc-place-report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** A report of its own: no other test has bought the same. */
  async function buy() {
    radiusMeters += 1;
    const body = { address: samplePlaces.raleigh.address, radiusMeters };
    const buyer = await rail.evm.buyer();
    const terms = (await (await post(body)).json()) as PaymentRequired;
    const payment = await sign(evmClient(buyer.key), terms);
    let paid = await post(body, paymentHeader(payment));
    // on a busy machine the first sources may come too late for a report: uncharged, and the payment is still good
    for (let n = 0; n < 2 && paid.status === 200 && !paid.headers.has('payment-response'); n += 1)
      paid = await post(body, paymentHeader(payment));
    const text = await paid.text();
    expect([paid.status, paid.headers.has('payment-response')], text.slice(0, 400)).toEqual([200, true]);
    const report = JSON.parse(text) as PlaceReport;
    return { body, buyer, payment, report, text, receipt: receiptOf(paid.headers), path: `/reports/${report.id}` };
  }

  /** A purchase whose copies stay public, the same for all tests until the ledger lets go of it. */
  const sold = () => {
    shared ??= buy();
    return shared;
  };

  const asBuyer = (method: string, path: string, payment?: object, at = server) =>
    fetch(at.url + path, { method, headers: payment ? paymentHeader(payment) : {} });
  /** The one status of every public copy; several where they differ. */
  const statusOf = async (report: PlaceReport, at: Server) => {
    const read = async (address: string) => {
      const reply = await fetch(at.url + address);
      await reply.arrayBuffer();
      return reply.status;
    };
    const statuses = [...new Set(await Promise.all(addressesOf(report).map(read)))];
    return statuses.length === 1 ? statuses[0] : statuses;
  };

  // what is shown and to whom does not depend on the store
  const onOneStore = test.skipIf(store !== 'SQLite');

  onOneStore(
    'name neither wallet nor transaction under any public address',
    async () => {
      const { payment, report, receipt, path, text } = await sold();
      const { signature, authorization } = payment.payload as {
        signature: string;
        authorization: { from: string; nonce: string };
      };
      const needles = [receipt.transaction, receipt.payer ?? '', authorization.from, authorization.nonce, signature];
      const planted = needles.flatMap((needle) => [needle, needle.slice(2)]).map((needle) => needle.toLowerCase());
      expect(planted.every((needle) => needle.length >= 40)).toBe(true);
      const references = [...new Set([...text.matchAll(/"evidence":"([a-z0-9-]+)"/g)].map(([, one = '']) => one))];
      expect(references.length).toBeGreaterThan(20);
      const addresses = [
        ...addressesOf(report),
        ...references.flatMap((one) => [`/evidence/${one}`, `/evidence/${one}.html`]),
      ];
      for (const address of addresses) {
        const reply = await fetch(server.url + address, { headers: { accept: 'text/html' } });
        expect(reply.status, address).toBe(200);
        const found = textIn(Buffer.from(await reply.arrayBuffer())).toLowerCase();
        expect(
          planted.filter((needle) => found.includes(needle)),
          address,
        ).toEqual([]);
      }
      // the same scan sees them where they are
      const own = await (await asBuyer('GET', `${path}.bundle.json`, payment)).text();
      expect(planted.filter((needle) => own.toLowerCase().includes(needle)).length).toBeGreaterThanOrEqual(4);
      expect(report.access?.note).toMatch(/can read it until 2027-12-26.*withdraw.*DELETE.*renew/);
      expect(report.access?.until).toBe('2027-12-26T12:00:00.000Z');
      const page = await (await fetch(server.url + path)).text();
      expect(/can read it until <time>2027-12-26<\/time>\. The buyer can withdraw them/.test(page)).toBe(true);
    },
    120_000,
  );

  test('are withdrawn and renewed by the payment of the purchase, in every process', async () => {
    const { body, buyer, payment, path, report, text } = await buy();
    expect([await statusOf(report, server), await statusOf(report, elsewhere)]).toEqual([200, 200]);
    const first = await fetch(server.url + path);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const unchanged = () => fetch(server.url + path, { headers });
    expect((await unchanged()).status).toBe(304);
    const withdrawn = await asBuyer('DELETE', path, payment);
    expect([withdrawn.status, withdrawn.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await withdrawn.json()).toMatchObject({ copies: 'withdrawn', message: expect.stringContaining('410') });
    expect([await statusOf(report, server), await statusOf(report, elsewhere)]).toEqual([410, 410]);
    expect((await unchanged()).status).toBe(410);
    const refused = await fetch(`${server.url}${path}.json`);
    expect([refused.headers.get('content-type'), await refused.json()]).toEqual([
      'application/problem+json',
      expect.objectContaining({ code: 'report_not_public', detail: expect.stringContaining('withdrawn') }),
    ]);
    const browser = await fetch(elsewhere.url + path, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([browser.status, browser.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    const page = await browser.text();
    expect(page).toContain('has withdrawn its public copies');
    expect(page).not.toMatch(/<script/i);
    // a second time is no fault, the buyer's own copy stays, and a replay brings nothing back
    expect((await asBuyer('DELETE', path, payment, elsewhere)).status).toBe(200);
    expect((await asBuyer('GET', `${path}.bundle.json`, payment)).status).toBe(200);
    const replay = await post(body, paymentHeader(payment));
    expect([replay.status, await replay.text()]).toEqual([200, text]);
    expect(await statusOf(report, server)).toBe(410);
    const renewed = await asBuyer('POST', `${path}/renew`, payment, elsewhere);
    expect(await renewed.json()).toMatchObject({ copies: 'public', until: '2027-12-26T12:00:00.000Z' });
    expect([await statusOf(report, server), await statusOf(report, elsewhere)]).toEqual([200, 200]);
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 50_000n);
  }, 120_000);

  onOneStore(
    'stay as they are for anybody else',
    async () => {
      const { payment, path, report, body } = await sold();
      const stranger = await buy();
      const unpaid = await sign(
        evmClient((await rail.evm.buyer()).key),
        (await (await post(body)).json()) as PaymentRequired,
      );
      const { signature } = payment.payload as { signature: string };
      const forged = {
        ...payment,
        payload: {
          ...payment.payload,
          signature: `${signature.slice(0, -4)}${signature.endsWith('1b') ? '001c' : '001b'}`,
        },
      } as PaymentPayload;
      const attempts: [string, object | undefined][] = [
        ['none', undefined],
        ['of another report', stranger.payment],
        ['never settled', unpaid],
        ['with another signature', forged],
        ['of another network', { ...payment, accepted: { ...payment.accepted, network: 'eip155:1' } }],
        ['no payment at all', { hello: 'there' }],
      ];
      for (const [what, attempt] of attempts) {
        for (const [method, address] of [
          ['DELETE', path],
          ['POST', `${path}/renew`],
          ...(attempt ? [['GET', `${path}.bundle.json`]] : []),
        ]) {
          const reply = await asBuyer(method ?? '', address ?? '', attempt);
          const problem = (await reply.json()) as { code: string; detail: string; charged: boolean };
          expect([what, method, reply.status, problem.code]).toEqual([what, method, 403, 'purchase_not_proven']);
          expect([reply.headers.get('content-type'), reply.headers.get('payment-required')]).toEqual([
            'application/problem+json',
            null,
          ]);
          expect(JSON.stringify(problem)).not.toContain(signature.slice(2, 40));
        }
      }
      expect((await asBuyer('DELETE', `/reports/${'0'.repeat(32)}`, payment)).status).toBe(403);
      expect((await asBuyer('DELETE', `${path}.json`, payment)).status).toBe(404);
      expect((await asBuyer('PUT', path, payment)).headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS');
      expect(await statusOf(report, server)).toBe(200);
    },
    120_000,
  );

  test('that still carry a payer from before are cleaned at the first reading', async () => {
    const { report, path, receipt, payment } = await sold();
    const objects = openObjects({
      dataDir: service.directory,
      databaseUrl: place.settings.databaseUrl,
      clock: service.service.clock,
    });
    const old = makeBundle({ report, receipt: { ...receipt } });
    const { copy: _copy, ...before } = { ...old, version: 1 as const };
    const { contentHash } = await objects.put(Buffer.from(bundleText(before as EvidenceBundle)), 'application/json');
    await objects.repoint(bundleName(report.id), contentHash);
    for (const at of [server, elsewhere]) {
      const bytes = Buffer.from(await (await fetch(`${at.url}${path}.bundle.json`)).arrayBuffer());
      expect(bytes.toString('utf8')).not.toContain(receipt.transaction);
      expect(bytes.toString('utf8').toLowerCase()).not.toContain(String(receipt.payer).toLowerCase());
      expect(verifyBundle(bytes)).toMatchObject({ ok: true });
    }
    expect(await objects.named(bundleName(report.id))).not.toBe(contentHash);
    await objects.close();
    const own = (await (await asBuyer('GET', `${path}.bundle.json`, payment)).json()) as EvidenceBundle;
    expect(own.receipt?.transaction).toBe(receipt.transaction);
  }, 120_000);

  test('end after their time, and a renewal outlives the row of the ledger', async () => {
    const { payment, path, report } = await buy();
    const at = async (now: string, use: (server: Server, service: TestService) => Promise<void>) => {
      const later = await openService({ settings, beside: service, now });
      const running = await startHttp(later.service, { port: 0 });
      await use(running, later).finally(() => running.stop());
    };
    await at('2027-12-27T00:00:00Z', async (later) => {
      expect(await statusOf(report, later)).toBe(410);
      expect(await (await fetch(`${later.url}${path}`)).json()).toMatchObject({
        detail: 'The time for which the public copies of this report are stored is over.',
      });
      const page = await (await fetch(`${later.url}${path}`, { headers: { accept: 'text/html' } })).text();
      expect(page).toContain('A buyer who has renewed them before can renew them within 30 days more');
    });
    await at('2027-12-25T00:00:00Z', async (later) => {
      const renewed = await asBuyer('POST', `${path}/renew`, payment, later);
      expect(await renewed.json()).toMatchObject({ copies: 'public', until: '2029-01-28T00:00:00.000Z' });
    });
    await at('2028-06-01T00:00:00Z', async (later, { service: running }) => {
      // long after the ledger let go of the purchase and the store of what was not renewed
      const { ledger } = await running.selling();
      expect(
        (await ledger.purge({ now: chainNow() + 1e11, bodyMs: 0, rowMs: 1e10, maxBytes: 1e9 })).rows,
      ).toBeGreaterThan(0);
      shared = undefined;
      expect(await statusOf(report, later)).toBe(200);
      expect((await asBuyer('DELETE', path, payment, later)).status).toBe(200);
      expect(await statusOf(report, later)).toBe(410);
    });
  }, 120_000);
});
