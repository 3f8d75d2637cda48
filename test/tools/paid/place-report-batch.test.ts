import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { openService, type TestService } from '../../harness.ts';
import { runJob } from '../../jobs/run-job.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-place-report-batch';
const { raleigh, chicago } = samplePlaces;
const nowhere = ['1 Nowhere Street, Nowhereville', '2 Nowhere Street, Nowhereville', '3 Nowhere Street, Nowhereville'];

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

test('each address has the report that the single route makes, and the whole an index and an archive', async () => {
  const given = { addresses: [raleigh.address, nowhere[0], chicago.address], radiusMeters: 400, lookbackDays: 180 };
  const job = await runJob(service, slug, given);
  try {
    expect(job.sold).toMatchObject({
      summary: 'Reports are made of 2 of 3 addresses.',
      coverage: { addresses: 3, supported: 2, unsupported: 1, notDecided: 0 },
      items: [
        { state: 'waiting' },
        { state: 'diagnostic', diagnostic: { kind: 'place_report_coverage_diagnostic' } },
        { state: 'waiting' },
      ],
    });
    expect(job.ended).toMatchObject({ state: 'completed_with_diagnostics', progress: { done: 3, total: 3 } });
    expect(JSON.stringify(job.ended.items[1]?.diagnostic)).not.toContain('no payment was requested');
    const { result } = await job.item(1);
    const single = await askPaid(service, 'svc-place-report', {
      address: raleigh.address,
      radiusMeters: 400,
      lookbackDays: 180,
    });
    // whole texts differ where a source was late for one of the two
    const said = ({ sections, recordCounts, query }: Partial<PlaceReport>) => [
      sections?.map(({ id }) => id),
      recordCounts,
      query,
    ];
    expect(said(result as PlaceReport)).toEqual(said(single.body as Partial<PlaceReport>));

    const reports = await service.service.reports();
    const { artifacts = {} } = job.ended.items[0] ?? {};
    expect(Object.keys(artifacts).sort()).toEqual(['bundle', 'html', 'json', 'pdf']);
    const idOf = (path = '') => path.slice('/reports/'.length).replace(/\..*$/, '');
    const data = await reports.get(idOf(artifacts.html), 'json');
    expect(data).toMatchObject({ mediaType: expect.stringMatching(/json/) });

    const index = await reports.get(idOf(job.ended.artifacts?.html), 'html');
    const text = index && 'bytes' in index ? Buffer.from(index.bytes).toString('utf8') : '';
    expect(text).toContain(artifacts.html ?? 'no page');
    expect(text).toContain(nowhere[0] ?? '');
    const names = Object.keys(unzipSync(await job.file('bundles.zip')));
    expect(names).toEqual([
      '01-222-w-hargett-st-raleigh-nc-27601.bundle.json',
      '03-121-n-lasalle-st-chicago-il-60602.bundle.json',
    ]);
  } finally {
    await job.close();
  }
}, 90_000);

test('no report names an owner, in the item, its copies and the archive', async () => {
  const job = await runJob(
    service,
    slug,
    { addresses: [raleigh.address, chicago.address, nowhere[0]] },
    { purchaseId: 'b'.repeat(64) },
  );
  try {
    const files = Object.values(unzipSync(await job.file('bundles.zip'))).map((bytes) => Buffer.from(bytes).toString());
    const all = JSON.stringify([job.ended, await job.item(1), await job.item(2), files]);
    expect(all).not.toMatch(/ownerOfRecord/);
  } finally {
    await job.close();
  }
}, 90_000);

test('free where a report can be made of no address, with the reason for each', async () => {
  const { charged, body } = await askPaid(service, slug, { addresses: nowhere });
  expect([charged, body]).toEqual([
    false,
    expect.objectContaining({
      kind: 'place_report_batch_diagnostic',
      message: 'Not charged: a report can be made of none of the 3 addresses.',
      items: nowhere.map((address, index) => ({
        ...{ position: index + 1, address },
        diagnostic: expect.objectContaining({ kind: 'place_report_coverage_diagnostic' }),
      })),
    }),
  ]);
});
