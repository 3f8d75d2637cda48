import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { Flyer } from '../../../src/products/property-flyer/schema.ts';
import type { FlyerHandoff } from '../../../src/products/property-update/handoff.ts';
import { openService, type TestService } from '../../harness.ts';
import { contextOf, flyerHandoff } from '../../prepared-examples.ts';
import { evmClient, paymentHeader, sign } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { proves } from '../../spec/requirements.ts';
import { blockJpeg } from '../../upstreams/jpeg.ts';
import { taggedJpeg } from '../../upstreams/tagged-jpeg.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-property-flyer';
const origin = 'https://records.example.org';
const read = createRequire(import.meta.url)('jsqr') as typeof jsqr.default;

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
let handoff: FlyerHandoff;
beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: { ...rail.settings, SVC_BASE_URL: origin, SVC_RATE_LIMIT_PER_MINUTE: '0' } });
  server = await startHttp(service.service, { port: 0 });
  handoff = (await flyerHandoff(service, origin)).handoff;
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const photo = Buffer.from(
  taggedJpeg(
    blockJpeg(640, 480, (column) => [column, 90, 120]),
    { orientation: 1 },
  ),
);
const jpeg = (bytes: Uint8Array) => ({
  mediaType: 'image/jpeg' as const,
  base64: Buffer.from(bytes).toString('base64'),
});
const contact = {
  name: 'PLANTED ADVERTISER',
  phone: '+1 919 555 0177',
  email: 'planted.advertiser@example.com',
  license: 'PLANTED-LICENSE',
};

const ask = (given: object, at = service) => askPaid(at, slug, { reportHandoff: handoff, ...given });
const refusal = async (given: object): Promise<ServiceError> => {
  const thrown = await ask(given).then(
    (answer) => {
      throw new Error(JSON.stringify(answer.body));
    },
    (error) => error as unknown,
  );
  if (!(thrown instanceof ServiceError)) throw thrown;
  return thrown;
};
const post = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('svc-property-flyer', () => {
  test('is sold over the chain, and its files are read where its body says, the code among them', async () => {
    proves('body-flyer');
    const body = {
      reportHandoff: handoff,
      subjectImage: { ...jpeg(photo), rightsConfirmed: true },
      headline: 'Brick building on a corner lot',
      features: ['Roof replaced in 2019', 'Wheelchair ramp at the side entrance'],
      brand: { contact, logo: jpeg(blockJpeg(80, 40, () => [10, 120, 90])) },
    };
    const challenge = await post(body);
    expect(challenge.status).toBe(402);
    const buyer = await rail.evm.buyer();
    const payment = await sign(evmClient(buyer.key), (await challenge.json()) as never);
    const paid = await post(body, paymentHeader(payment));
    const text = await paid.text();
    expect(paid.status, text.slice(0, 500)).toBe(200);
    const flyer = JSON.parse(text) as Flyer;
    expect(flyer.qr).toMatchObject({ target: handoff.pdfUrl, errorCorrection: 'M', decoded: true });
    expect(flyer.facts.map(({ id }) => id.split('.').at(-1))).toContain('yearBuilt');
    for (const { citation } of flyer.facts) expect(citation.sourceUrl).toMatch(/^https/);
    expect(flyer.brandUsed).toEqual({ logo: true, headshot: false, contact: ['name', 'license', 'phone', 'email'] });

    const at = (url: string) => fetch(url.replace(origin, server.url));
    const png = await at(flyer.image.url);
    expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350"><image width="1080" height="1350" href="data:image/png;base64,${Buffer.from(await png.arrayBuffer()).toString('base64')}"/></svg>`;
    const pixels = new Uint8ClampedArray(new Resvg(drawn).render().pixels);
    const opened = read(pixels, 1080, 1350)?.data ?? '';
    expect(opened).toBe(handoff.pdfUrl);
    const report = await at(opened);
    expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const sheet = await at(flyer.pdf.url);
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const page = await (await at(flyer.access.html)).text();
    expect(page).toContain('222 W');
    expect(await (await at(flyer.access.json)).json()).toEqual(flyer);

    const again = await post(body, paymentHeader(payment));
    expect(await again.text()).toBe(text);
    // what the advertiser gave of himself is in the flyer, and in nothing else that is kept or answered
    const kept = readdirSync(service.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const planted = [
      contact.name,
      contact.phone,
      contact.email,
      contact.license,
      'PLANTED CAMERA',
      photo.subarray(600, 640).toString('base64'),
    ];
    for (const file of kept) {
      const bytes = readFileSync(file).toString('latin1');
      for (const one of planted) expect(bytes.includes(one), `${one} in ${file}`).toBe(false);
    }
    for (const one of planted) expect(text + page).not.toContain(one);
  }, 120_000);

  test('without a photo it shows the aerial of the report, and makes a headline of it', async () => {
    const { charged, body } = await ask({});
    const flyer = body as unknown as Flyer;
    expect([charged, flyer.picture.from, flyer.headline.from]).toEqual([true, 'report_aerial', 'report']);
    expect(flyer.caveats.join(' ')).toMatch(/not a survey/);
  });

  test('the same request at the same moment gives the same bytes', async () => {
    const [one, two] = [await ask({ features: ['Slate roof'] }), await ask({ features: ['Slate roof'] })];
    expect(one.body).toEqual(two.body);
    const { image, pdf } = one.body as unknown as Flyer;
    for (const { contentHash } of [image, pdf]) expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    [{ headline: 'Safe, family-friendly street' }, { rejectedField: 'headline', topic: 'familial_status' }],
    [
      { features: ['Slate roof', 'Great investment'] },
      { rejectedField: 'features', rejectedFeatureIndex: 1, topic: 'value' },
    ],
    [
      { features: ['Built in 1990'] },
      { rejectedField: 'features', rejectedFeatureIndex: 0, topic: 'differs_from_record', claimed: 1990 },
    ],
  ])('refuses a claim before any payment: %j', async (given, details) => {
    proves('err-400-flyer');
    const { code, status, charged, extra } = await refusal(given);
    expect([code, status, charged]).toEqual(['property_flyer_claim_rejected', 400, false]);
    expect(extra.details).toMatchObject({ ...details, reason: expect.stringMatching(/\w/) });
    const answer = await post({ reportHandoff: handoff, ...given });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code, charged: false, details: expect.objectContaining(details) }),
    ]);
  });

  test('a number that agrees with the record passes', async () => {
    expect((await ask({ features: ['Built in 1983', 'On 1.0 acre'] })).charged).toBe(true);
  });

  test.each([
    ['an altered field', { addressLabel: '1 Other St, Raleigh, NC' }, 'handoff_invalid'],
    ['an altered end', { expiresAt: '2030-01-01T00:00:00.000Z' }, 'handoff_invalid'],
    ['another seal', { mac: 'x'.repeat(43) }, 'handoff_invalid'],
  ])('is free for a handoff with %s', async (_, altered, reason) => {
    const { charged, body } = await ask({ reportHandoff: { ...handoff, ...altered } });
    expect([charged, body.kind, body.reason, body.missing]).toEqual([
      false,
      'property_flyer_diagnostic',
      reason,
      'research',
    ]);
  });

  test('is free a day later, and where the report is public no longer', async () => {
    const later = await openService({
      beside: service,
      now: '2026-11-22T12:00:00.000Z',
      settings: { SVC_BASE_URL: origin },
    });
    try {
      expect((await ask({}, later)).body).toMatchObject({ charged: false, reason: 'handoff_expired' });
    } finally {
      await later.close();
    }
    const { objects, proofs } = await contextOf(service, service.service.registry.paidTool(slug) as PaidTool, {
      reportHandoff: handoff,
    });
    const { issueHandoff } = await import('../../../src/products/property-update/handoff.ts');
    const { issuedAt: _i, expiresAt: _e, mac: _m, ...payload } = handoff;
    const other = await issueHandoff(proofs, { ...payload, reportId: 'f'.repeat(32) });
    expect((await ask({ reportHandoff: other })).body).toMatchObject({ charged: false, reason: 'report_not_kept' });
    const bare = await issueHandoff(proofs, { ...payload, visualHash: '0'.repeat(64) });
    expect((await ask({ reportHandoff: bare })).body).toMatchObject({
      charged: false,
      reason: 'imagery_unavailable',
      missing: 'imagery',
    });
    const photographed = { reportHandoff: bare, subjectImage: { ...jpeg(photo), rightsConfirmed: true } };
    expect((await ask(photographed)).charged).toBe(true);
    const path = await issueHandoff(proofs, { ...payload, pdfUrl: '/reports/x.pdf' });
    expect((await ask({ reportHandoff: path })).body).toMatchObject({
      charged: false,
      reason: 'renderer_unavailable',
      missing: 'runtime',
    });
    expect(objects).toBeDefined();
  });

  test.each([
    [
      'no picture',
      { subjectImage: { ...jpeg(Buffer.from('GIF89a'.repeat(20))), rightsConfirmed: true } },
      'subjectImage.base64',
      'not_an_image',
    ],
    [
      'another type',
      { brand: { logo: { ...jpeg(photo), mediaType: 'image/png' } } },
      'brand.logo.mediaType',
      'other_type',
    ],
    [
      'too many bytes',
      { brand: { logo: jpeg(Buffer.concat([photo, Buffer.alloc(524_289 - photo.length)])) } },
      'brand.logo.base64',
      'too_big',
    ],
  ])('refuses %s as 400 that names the field', async (_, given, path, code) => {
    const fault = await refusal(given);
    expect([fault.status, fault.charged, fault.issues[0]?.path, fault.issues[0]?.code]).toEqual([
      400,
      false,
      path,
      code,
    ]);
  });

  test('refuses a small file of a hostile size before it is decoded', async () => {
    const bomb = Buffer.from(
      new Resvg('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').render().asPng(),
    );
    bomb.writeUInt32BE(40_000, 16);
    bomb.writeUInt32BE(40_000, 20);
    const given = { subjectImage: { mediaType: 'image/png', base64: bomb.toString('base64'), rightsConfirmed: true } };
    expect((await refusal(given)).issues[0]).toMatchObject({ path: 'subjectImage.base64', code: 'too_many_pixels' });
  });

  test('takes eight megabytes, where every other route takes two', async () => {
    const large = {
      reportHandoff: handoff,
      subjectImage: { mediaType: 'image/jpeg', base64: 'A'.repeat(5_000_000), rightsConfirmed: true },
    };
    const [flyer, other] = [
      await post(large),
      await fetch(`${server.url}/api/svc-place-report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(large),
      }),
    ];
    expect([flyer.status, ((await flyer.json()) as { code: string }).code]).toEqual([400, 'invalid_arguments']);
    expect([other.status, ((await other.json()) as { code: string; detail: string }).detail]).toEqual([
      413,
      'The body passes 2097152 bytes.',
    ]);
    const tooLarge = await post({ ...large, subjectImage: { ...large.subjectImage, base64: 'A'.repeat(9_000_000) } });
    expect([tooLarge.status, ((await tooLarge.json()) as { detail: string }).detail]).toEqual([
      413,
      'The body passes 8388608 bytes.',
    ]);
  });
});
