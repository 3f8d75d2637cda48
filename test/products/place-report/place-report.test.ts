import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/kernel/canonical.ts';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { childScript } from '../../child-script.ts';
import { openService, type TestService, type TestServiceOptions } from '../../harness.ts';
import { ledgerOf, makeReport } from '../../reports/build.ts';
import { reportHashes } from '../../reports/hashes.ts';
import { swept } from '../../sweep.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { fakeUpstreams } from '../../upstreams/fake-upstreams.generated.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const raleigh = { address: samplePlaces.raleigh.address };
const verdict =
  /\b(safe|safer|safest|unsafe|risky|best|worst|scores?|scored|grades?|graded|rank(?:ed|s)?|recommend\w*|desirable|undesirable|excellent|dangerous)\b/i;

let service: TestService;

async function sold(request: object): Promise<PlaceReport> {
  const made = await makeReport(service, request);
  if (!made.charge) throw new Error(`no report: ${made.body.message}`);
  return made.body;
}

/** Every string of a value that is not an address, with where it stands. */
function strings(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return /(?:Url|url|html|json|pdf|svg)$/.test(path) ? [] : [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => strings(inner, `${path}.${key}`));
}

/** What is made while one source in four hangs. */
async function withSilentQuarter(quarter: number, options: TestServiceOptions) {
  const own = await openService(options);
  const silent = fakeUpstreams.filter(({ cardId }, index) => index % 4 === quarter && cardId !== 'census-geocoder');
  for (const { cardId } of silent) own.upstreams.setFault(cardId, 'timeout');
  try {
    return await makeReport(own, raleigh);
  } finally {
    await own.close();
  }
}

/** One quarter against the real limits, the others against shorter ones. Waiting takes its time: other tests run meanwhile. */
const quarters = swept([0, 1, 2, 3], 1);
let made: readonly ReturnType<typeof withSilentQuarter>[];
beforeAll(() => {
  made = quarters.map((quarter) => withSilentQuarter(quarter, quarter === 1 ? {} : { sourceTimeoutMs: 3000 }));
  // each test hears of its own failure
  for (const one of made) one.catch(() => undefined);
});

describe('a place report under its conditions', () => {
  afterEach(() => service.close());

  test('asks its sources side by side', async () => {
    service = await openService();
    const delayMs = 300;
    const queried: number[] = [];
    service.upstreams.setFault(() => queried.push(performance.now()) > 0, { delayMs });
    expect((await makeReport(service, raleigh)).charge).toBe(true);
    const together = queried.map(
      (start) => queried.filter((other) => other >= start && other < start + delayMs).length,
    );
    expect(Math.max(...together)).toBeGreaterThan(20);
  }, 30_000);

  test('is a free diagnostic where every source fails', async () => {
    service = await openService();
    service.upstreams.setFault('*', 'http500');
    for (const request of [raleigh, { latitude: 35.7783, longitude: -78.6431, ...raleigh }, { zip: '27601' }]) {
      const { charge, body } = await makeReport(service, request);
      expect([charge, 'charged' in body && body.charged]).toEqual([false, false]);
    }
  }, 60_000);

  test('carries no person, no verdict and no text that hides', async () => {
    service = await openService();
    const plain = await sold(raleigh);
    expect(canonicalJson(plain)).not.toMatch(/planted|555-010-0199/i);
    for (const [path, text] of strings(plain)) expect(text, path).not.toMatch(verdict);
    await service.close();
    service = await openService();
    service.upstreams.setFault('*', 'hostileText');
    service.upstreams.setFault('census-geocoder', undefined);
    const hostile = canonicalJson(await sold({ latitude: 35.7783, longitude: -78.6431, ...raleigh }));
    expect(hostile).not.toMatch(/planted/i);
    expect(hostile).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }, 60_000);

  test('of a ZIP alone is free and asks nothing; with a point it is sold', async () => {
    service = await openService();
    const { charge, body } = await makeReport(service, { zip: '27601' });
    expect([charge, body]).toEqual([
      false,
      expect.objectContaining({
        kind: 'place_report_coverage_diagnostic',
        place: expect.objectContaining({ input: '27601', coverageStatus: 'discovery_only' }),
        message: expect.stringContaining('ZIP code'),
      }),
    ]);
    expect(service.upstreams.requests).toEqual([]);
    const report = await sold({ zip: '27601', latitude: 35.7783, longitude: -78.6431 });
    expect(report.query).toMatchObject({ zip: '27601' });
  }, 30_000);

  test('is free where every local register answers and holds nothing', async () => {
    service = await openService();
    const local = fakeUpstreams.filter(({ cardId }) => /^(raleigh-(?!nc)|wake-|nc-)/.test(cardId));
    for (const { cardId } of local) {
      service.upstreams.rewrite(cardId, (body) => ({ ...(body as object), features: [], count: 0 }));
    }
    const { charge, body } = await makeReport(service, raleigh);
    expect([charge, 'message' in body && body.message]).toEqual([false, expect.stringContaining('gave a record')]);
  }, 30_000);

  test('has pages of the state among its candidate sources, where nothing is wired', async () => {
    service = await openService();
    const { body } = await makeReport(service, { address: samplePlaces.olathe.address });
    expect('candidateSources' in body && body.candidateSources.map(({ category }) => category)).toEqual([
      'state legislature',
      'state code',
      'state tax agency',
    ]);
  });

  test.each(['chicago', 'newYork'] as const)(
    'of %s reads its own lanes, each with its bias profile',
    async (name) => {
      service = await openService();
      const report = await sold({ address: samplePlaces[name].address });
      const incidents = report.records.filter(({ category }) => category === 'incident');
      expect(incidents.length).toBeGreaterThan(0);
      for (const record of incidents) {
        expect(record.locationPrecision).not.toBe('exact');
        expect(record.distanceMeters).toBeUndefined();
        expect(record.source.biasProfile?.knownBiases.length).toBeGreaterThan(0);
      }
      expect(report.supportingContext?.facts.length).toBeGreaterThan(0);
      // record text is quoted; what is left is ours
      const page = renderHtml(documentOf(report))
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<q>.*?<\/q>/gs, '');
      expect(page.replace(/<[^>]+>/g, ' ')).not.toMatch(verdict);
    },
    30_000,
  );

  test('says among what stands out that sources differ', async () => {
    service = await openService();
    const conflictsIn = ({ sections }: PlaceReport) =>
      sections.flatMap((section) => (section.kind === 'conflicts' ? section.conflicts : []));
    const standing = ({ sections }: PlaceReport) =>
      sections.flatMap((section) => (section.kind === 'items' ? section.items.map(({ id }) => id) : []));
    const agreeing = await sold(raleigh);
    expect(conflictsIn(agreeing)).toEqual([]);
    expect(standing(agreeing)).not.toContain('on_parcel.sources_differ');
    await service.close();
    service = await openService();
    service.upstreams.setFault('nc-onemap-parcels', withColumns({ siteadd: '224 W HARGETT ST' }));
    const differing = await sold(raleigh);
    expect(conflictsIn(differing).map(({ label }) => label)).toEqual(['Site address']);
    expect(standing(differing)).toContain('on_parcel.sources_differ');
  }, 30_000);

  test('without imagery says so and stays a report', async () => {
    service = await openService();
    service.upstreams.setFault('usda-naip', 'html200');
    const report = await sold(raleigh);
    expect(report.visual).toBeUndefined();
    expect(report.visualStatus).toEqual({ status: 'unavailable', reason: 'imagery_unavailable' });
    expect(report.composeStatus).toBe('degraded');
  }, 30_000);

  test('in adapters-only mode asks the lanes of records alone', async () => {
    service = await openService();
    const report = await sold({ ...raleigh, mode: 'adapters-only' });
    const kinds = report.sections.map(({ kind }) => kind);
    for (const kind of ['conflicts', 'timeline', 'questions', 'items', 'answers', 'next_checks', 'entries'] as const) {
      expect(kinds).not.toContain(kind);
    }
    expect(report.records.length).toBeGreaterThan(0);
    expect(ledgerOf(report).map(({ adapter, lane }) => adapter ?? lane)).toEqual([
      'raleigh-nibrs',
      'raleigh-permits',
      'raleigh-ask',
      'code_violations',
    ]);
    expect(report.visualStatus).toBeUndefined();
  }, 30_000);
});

test.each(quarters)(
  'with quarter %i of its sources hanging a place report is ready within 60 seconds and names each lane that failed',
  async (quarter) => {
    const report = await made[quarters.indexOf(quarter)];
    if (!report?.charge) throw new Error(report?.body.message);
    expect(report.milliseconds).toBeLessThan(60_000);
    const { body } = report;
    expect(body.composeStatus).toBe('degraded');
    const broken = ledgerOf(body).filter(
      ({ status, complete, reason = '' }) =>
        status === 'unavailable' || (!complete && !/at most|more than|first \d+/.test(reason)),
    );
    expect(broken.length).toBeGreaterThan(2);
    for (const { label, reason } of broken) {
      expect(reason, label).toMatch(/did not answer|had not answered|did not come|could not be read|read in part/);
      expect(body.caveats[0]).toContain(label);
    }
  },
  90_000,
);

test('a place report is the same bytes in another time zone and locale', async () => {
  const script = await childScript(new URL('../../reports/build-child.ts', import.meta.url));
  const elsewhere = { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...elsewhere } });
  const there = JSON.parse(stdout) as Record<string, string>;
  const here = await reportHashes();
  expect(there.zone).not.toBe(here.zone);
  expect({ ...there, zone: '' }).toEqual({ ...here, zone: '' });
}, 120_000);
