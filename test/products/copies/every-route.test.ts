import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soldTools } from '../../../src/catalog/views/entry.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { drawSold } from '../../../src/composition/report-pages.ts';
import { shippedRegistry } from '../../../src/composition/shipped-registry.ts';
import { sha256 } from '../../../src/kernel/canonical.ts';
import type { Receipt } from '../../../src/payments/wire.ts';
import { workOf } from '../../../src/pipeline/paid-work.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import { createCopies } from '../../../src/products/copies/publish.ts';
import { openObjects } from '../../../src/store/objects.ts';
import { openService, type TestService } from '../../harness.ts';
import { paying } from '../../pipeline/paying.ts';
import { preparedExample } from '../../prepared-examples.ts';
import { swept } from '../../sweep.ts';

const baseUrl = 'https://records.example';
/** What a job brings has its pages when it has ended: test/pipeline/paid-jobs.test.ts. */
const sold = soldTools(shippedRegistry()).filter((tool) => tool.kind === 'free' || !tool.job);
const poppler = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status === 0;
const receipt: Receipt = { success: true, transaction: '0xabc', network: 'eip155:8453', payer: '0xPAYERPAYERPAYER' };

let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
let objects: ReturnType<typeof openObjects>;
beforeAll(async () => {
  service = await openService({ settings: { SVC_BASE_URL: baseUrl, SVC_RATE_LIMIT_PER_MINUTE: '0' } });
  server = await startHttp(service.service, { port: 0 });
  objects = openObjects({ dataDir: service.directory, clock: service.service.clock });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await objects.close();
  await service.close().catch(() => undefined);
});

/** What a settled purchase of an example leaves behind: the work of the pipeline and its copies, without the payment. */
async function buy(tool: (typeof sold)[number], example: number) {
  const { pipeline: free, clock } = service.service;
  const { providers, jobs } = await service.service.selling();
  const shown = tool.examples[example]?.arguments ?? {};
  const given = validateInput(tool, await preparedExample(service, tool.slug, shown));
  const copies = createCopies({ objects, clock, baseUrl });
  const ports = { free, copies, providers, jobs: jobs.port };
  const work = workOf(ports, tool, given, { signal: new AbortController().signal, requestId: 'test' });
  const covered = await work.cover();
  if (covered.kind === 'diagnostic') return undefined;
  const built = await work.build(paying());
  if (built.kind === 'diagnostic') return undefined;
  const purchaseId = sha256(Buffer.from(`${tool.slug} ${example}`));
  const isKeptShort = built.keepMs !== undefined;
  const addresses = await work.settled({ purchaseId, body: built.body, receipt, isKeptShort });
  return { body: built.body, addresses };
}

function wordsOnPaper(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  try {
    writeFileSync(join(folder, 'copy.pdf'), bytes);
    const { stdout } = spawnSync('pdftotext', ['-layout', join(folder, 'copy.pdf'), '-'], { encoding: 'utf8' });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Page and paper of what holds licensed data, as its buyer alone gets them. */
async function drawnForBuyer({ slug = '', title, kind, paid }: (typeof sold)[number], body: string): Promise<void> {
  expect(kind !== 'free' && paid && 'buys' in paid, `${slug} leaves no copy`).toBe(true);
  const made = { route: slug, title, body };
  const text = String(await drawSold(made, 'html'));
  expect(text.length).toBeLessThan(300_000);
  expect(text).not.toMatch(/undefined|\[object|NaN|<script|\/reports\//);
  expect(text).toContain('must not be published');
  const bytes = Buffer.from((await drawSold(made, 'pdf')) as Uint8Array);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  if (poppler) expect(flat(wordsOnPaper(bytes))).toContain(flat('for its buyer alone'));
}

/** Answers of free tools are set by the same code, which one of them shows: poppler takes its time for each paper. */
const isReadOnPaper = ({ kind, slug }: (typeof sold)[number]) =>
  // the sheet of a flyer leads to the report
  poppler && slug !== 'svc-property-flyer' && (kind !== 'free' || slug === 'svc-flood-zone');

const flat = (text: string) => text.replace(/\s+/g, '');

test('dated actions are a calendar file too, and what has none has no such form', async () => {
  const buyFirst = async (slug: string) => {
    const tool = sold.find((one) => one.slug === slug);
    const bought = tool && (await buy(tool, 0));
    if (!bought?.addresses) throw new Error(`${slug} was not sold`);
    const local = bought.addresses.html.replace(baseUrl, server.url);
    return { body: JSON.parse(bought.body), local, ics: await fetch(`${local}.ics`) };
  };
  const { body, local, ics } = await buyFirst('svc-owner-action-brief');
  expect([ics.status, ics.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(ics.headers.get('content-disposition')).toMatch(/filename="report-[0-9a-f]{32}\.ics"/);
  expect(await ics.text()).toBe(body.calendar.text);
  expect(await (await fetch(local)).text()).toMatch(/href="[^"]*\/reports\/[0-9a-f]{32}\.ics"/);
  expect((await buyFirst('svc-flood-zone')).ics.status).toBe(404);
}, 60_000);

test('what its publisher lets no one store is read by the place report alone, which keeps nothing of it', () => {
  const reading = sold.filter(({ sources }) => sources.includes('google-aerial-view')).map(({ slug }) => slug);
  expect(reading).toEqual(['svc-place-report']);
});

describe('what every route sells can be read as page, PDF and data', () => {
  test.each(swept(sold, 35).map((tool) => [tool.slug ?? tool.name, tool] as const))(
    '%s',
    async (_slug, tool) => {
      let bought: Awaited<ReturnType<typeof buy>>;
      for (let example = 0; !bought && example < tool.examples.length; example++) bought = await buy(tool, example);
      if (!bought) throw new Error('no example of the route is sold');
      // what holds licensed data has no copies: its buyer is drawn page and paper out of the answer
      if (!bought.addresses) return drawnForBuyer(tool, bought.body);
      const { html, pdf, json } = bought.addresses;
      expect(html).toMatch(/^https:\/\/records\.example\/reports\/[0-9a-f]{32}$/);
      const read = (address: string) => fetch(address.replace(baseUrl, server.url));
      const page = await read(html);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      const text = await page.text();
      expect(text.length).toBeLessThan(300_000);
      expect(text).not.toMatch(/undefined|\[object|NaN|<script/);
      expect(text).not.toContain('PAYERPAYER');
      const paper = await read(pdf);
      expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const bytes = Buffer.from(await paper.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const data = await read(json);
      const buyersOwn = (tool.kind !== 'free' && tool.paid.buyersOwn) || [];
      const copied = Object.fromEntries(
        Object.entries(JSON.parse(bought.body)).filter(([name]) => !buyersOwn.some((own) => own === name)),
      );
      expect(await data.text()).toBe(buyersOwn.length > 0 ? JSON.stringify(copied) : bought.body);
      const { summary } = JSON.parse(bought.body) as { summary: string };
      expect(summary.length).toBeGreaterThan(10);
      // the aerial of a packet is in its page
      if (tool.slug === 'svc-evaluation-packet') expect(text).toContain('<figure><img src="data:image/svg');
      if (isReadOnPaper(tool)) expect(flat(wordsOnPaper(bytes))).toContain(flat(html));
    },
    60_000,
  );
});
