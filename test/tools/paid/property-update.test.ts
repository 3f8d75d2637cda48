import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Resvg } from '@resvg/resvg-js';
import type jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { canonicalJson, sha256 } from '../../../src/kernel/canonical.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { JobDocument } from '../../../src/kernel/ports/jobs.ts';
import { documentOfCopy } from '../../../src/products/copies/document.ts';
import { PlaceReportSchema } from '../../../src/products/place-report/schema/report.ts';
import type { Flyer } from '../../../src/products/property-flyer/schema.ts';
import { filmOf } from '../../../src/products/property-update/film.ts';
import type { FlyerHandoff } from '../../../src/products/property-update/handoff.ts';
import { makeUpdateReport } from '../../../src/products/property-update/report.ts';
import type { UpdateDiagnostic, UpdateReport, UpdateVideo } from '../../../src/products/property-update/schema.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { renderPdf } from '../../../src/reports/pdf/report.ts';
import { testClock } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { contextOf } from '../../prepared-examples.ts';
import { evmClient, paymentHeader, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { proves } from '../../spec/requirements.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

const slug = 'svc-property-update';
const origin = 'https://records.example.org';
const given = { address: samplePlaces.raleigh.address, radiusMeters: 800 };
const read = createRequire(import.meta.url)('jsqr') as typeof jsqr.default;

interface UpdateDocument extends JobDocument {
  readonly reportReady: boolean;
  readonly report?: UpdateReport;
  readonly flyerReady: boolean;
  readonly flyerHandoff?: FlyerHandoff;
  readonly video: UpdateVideo;
}

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: { ...rail.settings, SVC_BASE_URL: origin, SVC_RATE_LIMIT_PER_MINUTE: '0' } });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const at = (url: string, init?: RequestInit) => fetch(url.replace(origin, server.url), init);
const post = (route: string, body: object, headers: Record<string, string> = {}) =>
  at(`${origin}/api/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function buy<T>(route: string, body: object) {
  const challenge = await post(route, body);
  const terms = await challenge.text();
  expect(challenge.status, terms.slice(0, 500)).toBe(402);
  const buyer = await rail.evm.buyer();
  const payment = await sign(evmClient(buyer.key), JSON.parse(terms));
  const paid = await post(route, body, paymentHeader(payment));
  const text = await paid.text();
  expect(paid.status, text.slice(0, 500)).toBe(200);
  return { sold: JSON.parse(text) as T, payment };
}

async function polled(statusUrl: string, done: (document: UpdateDocument) => boolean): Promise<UpdateDocument> {
  for (const until = performance.now() + 150_000; ; ) {
    const answer = await at(`${statusUrl}?wait=5`);
    const document = (await answer.json()) as UpdateDocument;
    expect(answer.headers.get('retry-after')).toBe(
      document.pollAfterSeconds === undefined ? null : String(document.pollAfterSeconds),
    );
    if (done(document)) return document;
    if (performance.now() > until) throw new Error(JSON.stringify(document));
  }
}

const ask = (more: object, house = service) => askPaid(house, slug, { ...given, ...more });
const refusal = async (more: object, house = service): Promise<ServiceError> => {
  const thrown = await ask(more, house).then(
    ({ body }) => {
      throw new Error(JSON.stringify(body));
    },
    (error) => error as unknown,
  );
  if (!(thrown instanceof ServiceError)) throw thrown;
  return thrown;
};

/** A geocoder that matches every address at the sample place, as this one. */
const matchingAt = (matchedAddress: string): FakeUpstream => ({
  cardId: 'census-geocoder',
  hosts: ['geocoding.geo.census.gov'],
  respond: () => ({
    body: {
      result: {
        addressMatches: [
          {
            matchedAddress,
            coordinates: { x: samplePlaces.raleigh.longitude, y: samplePlaces.raleigh.latitude },
            addressComponents: { city: 'RALEIGH', state: 'NC', zip: '27601' },
            geographies: {
              Counties: [{ GEOID: '37183', NAME: 'Wake County', BASENAME: 'Wake' }],
              'Incorporated Places': [{ GEOID: '3755000', NAME: 'Raleigh city', BASENAME: 'Raleigh' }],
            },
          },
        ],
      },
    },
  }),
});

describe('svc-property-update as a job', () => {
  let bought: Awaited<ReturnType<typeof buy<UpdateDocument>>>;
  let ready: UpdateDocument;
  let ended: UpdateDocument;
  let report: UpdateReport;
  let flyerHandoff: FlyerHandoff;
  let filmUrl: string;
  beforeAll(async () => {
    bought = await buy<UpdateDocument>(slug, given);
    const { statusUrl } = bought.sold;
    ready = await polled(statusUrl, (document) => document.flyerReady);
    if (!ready.report || !ready.flyerHandoff) throw new Error('no report');
    report = ready.report;
    flyerHandoff = ready.flyerHandoff;
    ended = await polled(statusUrl, ({ pollAfterSeconds }) => pollAfterSeconds === undefined);
    filmUrl = ended.video.url ?? '';
  }, 240_000);

  test('sells a report with a flyer handoff, and then a video', async () => {
    proves('state-update-running', 'event-polling');
    const { sold } = bought;
    expect(sold).toMatchObject({
      kind: 'job',
      jobKind: 'property_update',
      state: 'accepted',
      flyerReady: false,
      video: { state: 'pending' },
    });
    expect(sold.items.map(({ input }) => input.stage)).toEqual(['report', 'video']);
    expect(flyerHandoff).toMatchObject({
      v: 1,
      reportId: report.reportId,
      reportHash: report.reportHash,
      pdfUrl: report.pdf,
    });
    expect(Date.parse(flyerHandoff.expiresAt) - Date.parse(flyerHandoff.issuedAt)).toBe(24 * 3_600_000);
    expect([ended.state, ended.video.state], JSON.stringify(ended.video)).toEqual(['completed', 'ready']);
    expect(ended.video).toMatchObject({
      mediaType: 'video/mp4',
      durationSeconds: 18,
      expiresAt: '2026-11-22T12:00:00.000Z',
    });
    const film = await at(filmUrl);
    expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect((await film.arrayBuffer()).byteLength).toBeLessThan(3_000_000);
  });

  test('says in data and page what was published since the day', async () => {
    const data = PlaceReportSchema.parse(await (await at(report.json)).json());
    expect(data.sections.find(({ id }) => id === 'changes')).toMatchObject({
      kind: 'facts',
      title: 'Published since 2025-11-21',
      note: expect.stringMatching(/never says that work was done/),
    });
    const page = await (await at(report.html)).text();
    expect(page).toContain('Property update');
    expect(page.indexOf('Published since 2025-11-21')).toBeLessThan(page.indexOf('On this parcel'));
    expect(page).not.toMatch(/PLANTED/);
  });

  test('brings a flyer whose code opens the report', async () => {
    proves('body-flyer');
    const { sold: flyer } = await buy<Flyer>('svc-property-flyer', {
      reportHandoff: flyerHandoff,
      features: ['Built in 1983'],
    });
    const png = Buffer.from(await (await at(flyer.image.url)).arrayBuffer()).toString('base64');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350"><image width="1080" height="1350" href="data:image/png;base64,${png}"/></svg>`;
    const opened = read(new Uint8ClampedArray(new Resvg(svg).render().pixels), 1080, 1350)?.data ?? '';
    expect(opened).toBe(report.pdf);
    const paper = Buffer.from(await (await at(opened)).arrayBuffer());
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  }, 60_000);

  test('is the same job over REST, MCP and A2A, for the same payment', async () => {
    const { jobId } = ended;
    const overRest = await post(slug, given, paymentHeader(bought.payment));
    expect(await overRest.json()).toMatchObject({ jobId, state: 'completed', video: { state: 'ready' } });
    const client = new Client({ name: 'buyer', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
    const call = { name: 'svc_execute', arguments: { name: slug, arguments: given } };
    const overMcp = await client.callTool({ ...call, _meta: { 'x402/payment': bought.payment } } as never);
    await client.close();
    expect((overMcp.structuredContent as { result: UpdateDocument }).result.jobId).toBe(jobId);
    const message = { role: 'ROLE_USER', parts: [{ data: { svcTool: slug, arguments: given } }] };
    const sent = await at(`${origin}/a2a/v1/message:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: { ...message, metadata: { 'x402.payment.payload': bought.payment } } }),
    });
    expect(await sent.text()).toContain(jobId);
  }, 60_000);

  test('the film is gone a day later, the report is not', async () => {
    const later = await openService({
      beside: service,
      now: '2026-11-22T12:00:00.000Z',
      settings: { SVC_BASE_URL: origin },
    });
    const other = await startHttp(later.service, { port: 0 });
    const readLater = (url: string) => fetch(url.replace(origin, other.url));
    try {
      const film = await readLater(filmUrl);
      const gone = (await film.json()) as { code: string; detail: string };
      expect([film.status, gone.code]).toEqual([410, 'report_not_public']);
      expect(gone.detail).toMatch(/This file was stored for a shorter time/);
      const paper = await readLater(filmUrl.replace(/\.mp4$/, '.pdf'));
      await paper.arrayBuffer();
      expect(paper.status).toBe(200);

      const { url: _url, ...kept } = ended.video;
      const status = await readLater(ended.statusUrl);
      expect(((await status.json()) as UpdateDocument).video).toEqual({ ...kept, state: 'expired' });
      const client = new Client({ name: 'reader', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${other.url}/mcp`)) as never);
      const { contents } = await client.readResource({ uri: `place-records://jobs/${ended.jobId}` });
      await client.close();
      const [resource] = contents as { text: string }[];
      expect((JSON.parse(resource?.text ?? '{}') as UpdateDocument).video).toEqual({ ...kept, state: 'expired' });
    } finally {
      await other.stop();
      await later.close();
    }
  }, 60_000);
});

describe('svc-property-update', () => {
  test('asks which place is meant before any challenge (409)', async () => {
    proves('err-409-clarification');
    const { code, status, charged, extra } = await refusal({ address: 'Main St, Springfield' });
    expect([code, status, charged]).toEqual(['clarification_required', 409, false]);
    expect(extra.candidates).toEqual(expect.arrayContaining([{ label: 'Springfield, IL' }]));
    expect(extra).not.toHaveProperty('retryInput');
    const answer = await post(slug, { address: 'Main St, Springfield' });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code, charged: false, candidates: extra.candidates }),
    ]);
  });

  test('a parcel of another address is put to the user, and sold once it is confirmed', async () => {
    proves('err-409-clarification');
    const neighbor = '226 W Hargett St, Raleigh, NC 27601';
    const own = await openService({ extra: [matchingAt('226 W HARGETT ST, RALEIGH, NC, 27601')] });
    try {
      const { extra } = await refusal({ address: neighbor }, own);
      expect(extra.candidates).toEqual([{ label: '222 W HARGETT ST', parcelId: '1703570123' }]);
      const retryInput = extra.retryInput as Record<string, unknown>;
      expect(retryInput).toMatchObject({ address: neighbor, radiusMeters: 800, confirm: { parcelId: '1703570123' } });
      const confirmed = await ask(retryInput, own);
      expect([confirmed.charged, confirmed.body.jobKind]).toEqual([true, 'property_update']);
      const { confirm } = retryInput as { confirm: object };
      const wrong = await refusal({ ...retryInput, confirm: { ...confirm, parcelId: '999' } }, own);
      expect(wrong.extra).not.toHaveProperty('retryInput');
    } finally {
      await own.close();
    }
  }, 60_000);

  test('names the distance that has enough, where the queried one has not', async () => {
    proves('err-current-context');
    const { charged, body } = await ask({ radiusMeters: 50 });
    const diagnostic = body as unknown as UpdateDiagnostic;
    expect([charged, diagnostic.code, diagnostic.suggestedRadiusMeters]).toEqual([
      false,
      'insufficient_current_context',
      500,
    ]);
    expect(diagnostic.context?.within.map(({ radiusMeters }) => radiusMeters)).toEqual([50, 500, 1000, 2000]);
    expect(diagnostic.alternativeTools).toContainEqual({
      slug: 'svc-place-report',
      priceUsdc: '0.05',
      why: expect.any(String),
    });
    expect((await ask({ radiusMeters: 500 })).charged).toBe(true);
    const none = (await ask({ radiusMeters: 50, sinceDate: '2026-11-20' })).body as unknown as UpdateDiagnostic;
    expect([none.code, none.suggestedRadiusMeters]).toEqual(['insufficient_current_context', undefined]);
  }, 60_000);

  test.each([
    [{ address: samplePlaces.biloxi.address }, 'unsupported'],
    [{ address: 'Raleigh, NC 27601' }, 'subject_unresolved'],
  ])('is free where there is no parcel to tell of: %j', async (more, code) => {
    const { charged, body } = await ask(more);
    expect([charged, body.kind, body.code]).toEqual([false, 'property_update_diagnostic', code]);
  });

  test('a source that does not answer is never taken for nothing to tell', async () => {
    const silent = await whileFailing(
      (cardId) => cardId !== 'census-geocoder',
      (own) => ask({}, own),
    );
    expect([silent.charged, silent.body.code]).toEqual([false, 'source_unavailable']);
  }, 60_000);

  test.each(['2026-11-21', '2016-01-01', '2027-01-01'])(
    'a day that is not in the past ten years is a 400: %s',
    async (sinceDate) => {
      const fault = await refusal({ sinceDate });
      expect([fault.status, fault.issues[0]?.path]).toEqual([400, 'sinceDate']);
    },
  );
});

describe('a flyer is promised only where its own route would make one', () => {
  const tool = (registry = service.service.registry) => registry.paidTool(slug) as PaidTool;
  const documentOf = (handoff: Partial<FlyerHandoff>) => {
    const item = { position: 1, state: 'completed', result: { report: {}, handoff } };
    return tool().job?.document?.({} as never, [item] as never, testClock());
  };

  test('without a public address the sale says that there will be none, and no handoff is given', async () => {
    const hidden = await openService({ beside: service, settings: rail.settings });
    try {
      const { body } = await askPaid(hidden, slug, given);
      expect(body).toMatchObject({ flyerReady: false, flyerUnavailable: 'no_public_address' });
    } finally {
      await hidden.close();
    }
    const shown = documentOf({ pdfUrl: '/reports/x.pdf', visualHash: 'a' });
    expect(shown).toMatchObject({ reportReady: true, flyerReady: false, flyerUnavailable: 'no_public_address' });
    expect(shown).not.toHaveProperty('flyerHandoff');
  });

  test('a report without an aerial image asks for a photo, with one it does not', () => {
    const pdfUrl = `${origin}/reports/x.pdf`;
    expect(documentOf({ pdfUrl })).toMatchObject({
      flyerReady: true,
      flyerHandoff: { pdfUrl },
      flyerRequires: ['subjectImage'],
    });
    const whole = documentOf({ pdfUrl, visualHash: 'a' });
    expect(whole).toMatchObject({ flyerReady: true, flyerHandoff: { pdfUrl } });
    expect(whole).not.toHaveProperty('flyerRequires');
    expect(whole).not.toHaveProperty('flyerUnavailable');
  });
});

// the same script gives the same film: test/reports/video.test.ts
test('two builds of the same moment give the same report, page, paper and script of the film', async () => {
  const built = async () => {
    const own = await openService({ settings: { SVC_BASE_URL: origin } });
    try {
      const tool = own.service.registry.paidTool(slug) as PaidTool;
      const ctx = await contextOf(own, tool, given);
      const { report } = await makeUpdateReport(ctx, { ...given, sinceDate: '2025-11-21' }, '1703570123');
      const drawn = await ctx.objects?.get(report.visual?.image.contentHash ?? '');
      const aerial = drawn && Buffer.from(drawn.bytes).toString('utf8');
      const document = documentOfCopy(report, origin);
      return {
        json: canonicalJson(report),
        html: sha256(renderHtml(document, { visualSvg: aerial })),
        pdf: sha256(await renderPdf(document, { visualSvg: aerial })),
        script: filmOf(report, aerial, '2025-11-21', 800),
      };
    } finally {
      await own.close();
    }
  };
  expect(await built()).toEqual(await built());
}, 60_000);
