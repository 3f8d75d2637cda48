import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../src/catalog/registry.ts';
import type { StoredCopy } from '../../src/products/copies/buyer.ts';
import { documentOfCopy } from '../../src/products/copies/document.ts';
import type { PlaceReport } from '../../src/products/place-report/schema/report.ts';
import { renderHtml } from '../../src/reports/html/page.ts';
import { renderPdf } from '../../src/reports/pdf/report.ts';
import type { ListedFinding } from '../../src/reports/sections.ts';
import { openService, type TestService } from '../harness.ts';
import { runPaid } from '../paid-answer.ts';
import { sampleAerial } from '../reports/sample-aerial.ts';
import { withColumns } from '../upstreams/edits.ts';
import { samplePlaces } from '../upstreams/places.ts';

const debt = 'Unpaid property tax: $15,020.75, 2 years owed';
const list = 'On a tax debt list: "30 Day Notice", of 2025-05';

/** Sold products that read a lane of tax debts, at a place where its register has one of the parcel. */
const reads = [
  ['svc-place-report', samplePlaces.philadelphia.address, debt],
  ['svc-place-report', samplePlaces.newYork.address, list],
  ['svc-owner-cost-review', samplePlaces.philadelphia.address, debt],
  ['svc-owner-cost-review', samplePlaces.newYork.address, list],
  ['svc-rental-operations-brief', samplePlaces.newYork.address, list],
] as const;

const free = [
  ['svc_place_facts', samplePlaces.philadelphia.address, debt],
  ['svc_place_facts', samplePlaces.newYork.address, list],
  ['svc_property_tax_context', samplePlaces.philadelphia.address, debt],
  ['svc_property_tax_context', samplePlaces.newYork.address, list],
] as const;

/** Words of programs: names of fields and services, an address as a value, a moment as it is stored. */
const machineWords = /\bsvc_[a-z]|\b[a-z]+_[a-z_]+\b|\bWhere: |\bURL http|\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Words of a paper without its spaces; undefined where poppler is not installed. */
function textOfPdf(bytes: Uint8Array): string | undefined {
  const { stdout, error } = spawnSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });
  return error ? undefined : stdout.replace(/\s+/g, '');
}

const textOf = (html: string) =>
  html
    .replace(/<(style|svg|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function bought(slug: string, address: string, more: object = {}, at: TestService = service) {
  const tool = at.service.registry.paidTool(slug) as PaidTool;
  const { charged, body } = await runPaid(at, tool, { address, ...more });
  expect(charged, slug).toBe(true);
  const sold = body as { kind?: string; summary: string };
  const copy = {
    ...{ kind: 'sold_copy', version: 1, id: 'ab'.repeat(16), route: slug, title: tool.title },
    ...{ generatedAt: '2026-11-21T12:00:00.000Z', body },
  };
  const stored = (slug === 'svc-place-report' ? body : copy) as unknown as StoredCopy;
  return { sold, document: documentOfCopy(stored, 'https://records.example') };
}

describe('a debt of the parcel is the first thing that is said', () => {
  test.each(reads)(
    '%s at %s: %s',
    async (slug, address, wanted) => {
      const { sold, document } = await bought(slug, address);
      expect(sold.summary.startsWith(wanted), sold.summary).toBe(true);
      expect(sold.summary.length).toBeLessThanOrEqual(240);
      // what a model reads over MCP is this JSON
      const json = JSON.stringify(sold);
      expect(json.indexOf(JSON.stringify(sold.summary))).toBe(json.indexOf('"summary":') + '"summary":'.length);
      // the first card of page and paper, which are drawn from one document
      const [card] = document.opening.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'pair'));
      const stands = card?.kind === 'pair' ? card.sides[1]?.items[0] : undefined;
      expect(JSON.stringify(stands)).toContain(JSON.stringify(wanted).slice(1, -1));
      const first = textOf(renderHtml({ ...document, sections: [] }));
      expect(first.match(machineWords)?.[0]).toBeUndefined();
    },
    60_000,
  );

  test.each(free)('%s at %s: %s', async (name, address, wanted) => {
    const { summary } = await service.call(name, { address });
    expect(summary.startsWith(wanted), summary).toBe(true);
    expect(summary.length).toBeLessThanOrEqual(240);
  });

  test('a follow-up packet begins with it', async () => {
    const intent = 'homebuyer_due_diligence';
    const { sold, document } = await bought('svc-transaction-follow-up', samplePlaces.newYork.address, { intent });
    expect(sold.summary.startsWith(list), sold.summary).toBe(true);
    const [card] = document.opening.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'pair'));
    expect(JSON.stringify(card)).toContain('NYC tax lien sale lists name the parcel');
  }, 60_000);

  test('the paper of a report begins with it', async () => {
    const { document } = await bought('svc-place-report', samplePlaces.philadelphia.address);
    const text = textOfPdf(await renderPdf(document, { visualSvg: sampleAerial() }));
    if (text === undefined) return;
    // on the first screen of the paper
    expect(text.indexOf(debt.replaceAll(' ', ''))).toBeLessThan(1000);
    expect(text).toContain(debt.replaceAll(' ', ''));
  }, 60_000);

  test('a recorded lien is said with it', async () => {
    const own = await openService();
    own.upstreams.setFault('nyc-acris-master', withColumns({ doc_type: 'TLS' }));
    const { sold } = await bought('svc-place-report', samplePlaces.newYork.address, {}, own).finally(() => own.close());
    const items = (sold as unknown as PlaceReport).sections.flatMap((one) => (one.kind === 'items' ? one.items : []));
    expect(items.slice(0, 2).map(({ kind, topic }) => [kind, topic])).toEqual([
      ['money', 'debt'],
      ['money', 'debt'],
    ]);
    expect(
      items
        .slice(0, 2)
        .map(({ headline }) => headline)
        .join(),
    ).toContain('Recorded against the lot: "Tax lien sale certificate"');
  }, 60_000);

  test('where no register has one, no summary speaks of a debt', async () => {
    const { sold } = await bought('svc-place-report', samplePlaces.raleigh.address);
    expect(sold.summary).not.toMatch(/debt|unpaid|lien/i);
  }, 60_000);
});

/** Sold products that read the code cases of the parcel, at a place where a case is open by its published meaning. */
const readsCases = ['svc-place-report', 'svc-rental-operations-brief', 'svc-evaluation-packet'];

describe('an open case of the parcel comes before everything but money', () => {
  test.each(readsCases)(
    '%s',
    async (slug) => {
      const { sold } = await bought(slug, samplePlaces.newYork.address);
      const body = sold as unknown as { standsOut?: ListedFinding[] } & PlaceReport;
      const items = body.standsOut ?? body.sections.flatMap((one) => (one.kind === 'items' ? one.items : []));
      const [first] = items.filter(({ kind }) => kind !== 'money');
      expect([first?.kind, first?.headline]).toEqual([
        'orders',
        expect.stringMatching(/code cases? on the parcel, (?:\d )?open/),
      ]);
      if (items[0] === first) expect(sold.summary.startsWith(String(first?.headline))).toBe(true);
    },
    60_000,
  );
});
