import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import {
  type Brief,
  type BriefDiagnostic,
  briefDiagnosticSchema,
  briefSchema,
} from '../../../src/products/shared/brief.ts';
import { stringsOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';

/** Every brief, with the sections that its example must bring. */
const briefs: Readonly<Record<string, readonly string[]>> = {
  'svc-environmental-context': ['cleanup_sites', 'radon_zone', 'wetland_context'],
  'svc-evaluation-packet': ['parcel_lookup', 'zoning', 'soil_context', 'flood_zone', 'seismic_design', 'radon_zone'],
  'svc-landslide-diligence': ['landslide_context', 'terrain_profile', 'soil_context'],
  'svc-local-policy-brief': ['zoning', 'governing_districts'],
  'svc-power-water-evidence-pack': ['public_utilities', 'electric_utility_resolver', 'drinking_water_violations'],
  'svc-road-access': ['mapped_roads', 'rail_crossings', 'transportation_context', 'parcel_lookup'],
  'svc-insurance-context': ['parcel_lookup', 'nfip_claims', 'storm_events', 'seismic_design'],
};
const verdict =
  /\b(safe|safer|unsafe|risky|best|worst|scores?|grades?|rank(?:ed|s)?|recommend\w*|desirable|dangerous)\b/i;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** What an unpaid call says, and what a paid one would be sold; both are asked in one call. */
async function call(slug: string, given: object, at: TestService = service) {
  const tool = at.service.registry.paidTool(slug) as PaidTool;
  const input = tool.input.parse(given) as Readonly<Record<string, unknown>>;
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await at.service.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) {
    const { answer, subject } = prepared;
    return { ready: false, tool, body: subject && tool.unresolved?.(answer, subject) };
  }
  const ctx = prepared.ctx as never;
  const { ready } = await tool.preflight(ctx, input as never);
  const outcome = await tool.run(ctx, input as never);
  expect(outcome.charge).toBe(ready);
  return { ready, tool, body: outcome.charge ? outcome.body : outcome.diagnostic };
}

describe.each(Object.entries(briefs))('%s', (slug, sections) => {
  const example = (at: TestService) => (at.service.registry.paidTool(slug) as PaidTool).examples[0]?.arguments ?? {};

  test('is sold with cited sections and the ledger of what was checked', async () => {
    const { ready, tool, body } = await call(slug, example(service));
    expect(ready, JSON.stringify(body).slice(0, 400)).toBe(true);
    const brief = (tool.output as ReturnType<typeof briefSchema>).parse(body) as Brief;
    // beside what every brief has, each route may have fields that its own schema names
    const shared = briefSchema(brief.kind);
    const fields = Object.entries(brief).filter(([name]) => name in shared.shape);
    expect(() => shared.parse(Object.fromEntries(fields))).not.toThrow();
    expect(brief.sections.map(({ id }) => id)).toEqual(expect.arrayContaining([...sections]));
    expect(brief.coverage.length).toBeGreaterThanOrEqual(brief.sections.length);
    expect(brief.composeStatus).toBe('ok');
    for (const { facts, tables = [], title } of brief.sections) {
      expect(facts.length + tables.length, title).toBeGreaterThan(0);
      expect(brief.sources.some(({ usedFor }) => usedFor.includes(title))).toBe(true);
    }
    for (const { status, says } of brief.coverage) expect(says !== undefined).toBe(status === 'empty');
    const text = JSON.stringify(brief);
    expect(text).not.toMatch(/planted|555-0199|also cited/i);
    // names of the field, no judgment
    const plain = (string: string) => string.replaceAll(/Safe Drinking Water|\bAt Grade\b/g, '');
    for (const string of stringsOf(brief)) if (!/^https?:/.test(string)) expect(plain(string)).not.toMatch(verdict);
    // the evaluation packet lists comparable parcels and sales beside every answer
    expect(text.length).toBeLessThan(slug === 'svc-evaluation-packet' ? 140_000 : 120_000);
  });

  test('is free where its sources fail, and names each', async () => {
    const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
    try {
      own.upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', 'http500');
      const { ready, tool, body } = await call(slug, example(own), own);
      expect(ready).toBe(false);
      const diagnostic = (tool.output as ReturnType<typeof briefDiagnosticSchema>).parse(body) as BriefDiagnostic;
      expect(() => briefDiagnosticSchema(diagnostic.kind).parse(diagnostic)).not.toThrow();
      expect(diagnostic.message).toMatch(/^Not charged: /);
      expect(diagnostic.coverage.some(({ status, reason }) => status === 'unavailable' && reason)).toBe(true);
    } finally {
      await own.close();
    }
  });

  test('is free where the place is not known', async () => {
    const { ready, tool, body } = await call(slug, { ...example(service), address: 'nowhere in particular' });
    const { coverage, message } = tool.bodies.diagnostic.parse(body) as BriefDiagnostic;
    expect([ready, coverage.map(({ id, status }) => [id, status])]).toEqual([false, [['place', 'not_asked']]]);
    expect(message).toMatch(/^Not charged: /);
  });
});
