import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { JobDocument } from '../../../src/kernel/ports/jobs.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { PlaceReportSchema } from '../../../src/products/place-report/schema/report.ts';
import type { Flyer } from '../../../src/products/property-flyer/schema.ts';
import type { FlyerHandoff } from '../../../src/products/property-update/handoff.ts';
import type { UpdateDiagnostic, UpdateReport, UpdateVideo } from '../../../src/products/property-update/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient, paymentHeader, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { proves } from '../../spec/requirements.ts';
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

async function buy<T>(route: string, body: object): Promise<{ sold: T; text: string; again: () => Promise<string> }> {
  const challenge = await post(route, body);
  const terms = await challenge.text();
  expect(challenge.status, terms.slice(0, 500)).toBe(402);
  const buyer = await rail.evm.buyer();
  const payment = paymentHeader(await sign(evmClient(buyer.key), JSON.parse(terms)));
  const paid = await post(route, body, payment);
  const text = await paid.text();
  expect(paid.status, text.slice(0, 500)).toBe(200);
  return { sold: JSON.parse(text) as T, text, again: async () => (await post(route, body, payment)).text() };
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

describe('svc-property-update', () => {
  test('is a job: report, flyer handoff, then a video; the flyer made of it opens the report', async () => {
    proves('state-update-running', 'event-polling', 'body-flyer');
    const { sold, again } = await buy<UpdateDocument>(slug, given);
    expect(sold).toMatchObject({
      kind: 'job',
      jobKind: 'property_update',
      state: 'accepted',
      flyerReady: false,
      video: { state: 'pending' },
    });
    expect(sold.items.map(({ input }) => input.stage)).toEqual(['report', 'video']);

    const ready = await polled(sold.statusUrl, ({ flyerReady }) => flyerReady);
    const { report, flyerHandoff } = ready;
    if (!report || !flyerHandoff) throw new Error('no report');
    expect(flyerHandoff).toMatchObject({
      v: 1,
      reportId: report.reportId,
      reportHash: report.reportHash,
      pdfUrl: report.pdf,
    });
    expect(Date.parse(flyerHandoff.expiresAt) - Date.parse(flyerHandoff.issuedAt)).toBe(24 * 3_600_000);
    const data = PlaceReportSchema.parse(await (await at(report.json)).json());
    const changes = data.sections.find(({ id }) => id === 'changes');
    expect(changes).toMatchObject({
      kind: 'facts',
      title: 'Published since 2025-11-21',
      note: expect.stringMatching(/never says that work was done/),
    });
    const page = await (await at(report.html)).text();
    expect(page).toContain('Property update');
    expect(page.indexOf('Published since 2025-11-21')).toBeLessThan(page.indexOf('On this parcel'));
    expect(page).not.toMatch(/PLANTED/);

    const { sold: flyer } = await buy<Flyer>('svc-property-flyer', {
      reportHandoff: flyerHandoff,
      features: ['Built in 1983'],
    });
    const png = Buffer.from(await (await at(flyer.image.url)).arrayBuffer()).toString('base64');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350"><image width="1080" height="1350" href="data:image/png;base64,${png}"/></svg>`;
    const opened = read(new Uint8ClampedArray(new Resvg(svg).render().pixels), 1080, 1350)?.data ?? '';
    expect(opened).toBe(report.pdf);
    expect(
      Buffer.from(await (await at(opened)).arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    const ended = await polled(sold.statusUrl, ({ pollAfterSeconds }) => pollAfterSeconds === undefined);
    expect([ended.state, ended.video.state], JSON.stringify(ended.video)).toEqual(['completed', 'ready']);
    expect(ended.video).toMatchObject({
      mediaType: 'video/mp4',
      durationSeconds: 18,
      expiresAt: '2026-11-22T12:00:00.000Z',
    });
    const film = await at(ended.video.url ?? '');
    expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect((await film.arrayBuffer()).byteLength).toBeLessThan(3_000_000);
    // the same payment brings the same job, as it stands now
    expect(JSON.parse(await again())).toMatchObject({
      jobId: sold.jobId,
      state: 'completed',
      video: { state: 'ready' },
    });
  }, 240_000);
});
