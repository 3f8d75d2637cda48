import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../src/catalog/registry.ts';
import { documentOfCopy } from '../../src/products/copies/document.ts';
import type { StoredCopy } from '../../src/products/copies/stored.ts';
import { renderHtml } from '../../src/reports/html/page.ts';
import { openService, type TestService } from '../harness.ts';
import { runPaid } from '../paid-answer.ts';
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

async function bought(slug: string, address: string, more: object = {}) {
  const tool = service.service.registry.paidTool(slug) as PaidTool;
  const { charged, body } = await runPaid(service, tool, { address, ...more });
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

  test('where no register has one, no summary speaks of a debt', async () => {
    const { sold } = await bought('svc-place-report', samplePlaces.raleigh.address);
    expect(sold.summary).not.toMatch(/debt|unpaid|lien/i);
  }, 60_000);
});
