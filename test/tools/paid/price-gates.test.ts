import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextPartRows } from '../../../src/answers/context-parts.ts';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { routeNames } from '../../../src/kernel/tool-names.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import { briefPartRows } from '../../../src/products/shared/brief-parts.ts';
import { packetParts } from '../../../src/products/shared/follow-up/parts.ts';
import { openService, type TestService } from '../../harness.ts';
import { partReading } from '../../part-reading.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { address } = samplePlaces.biloxi;
const packets = [
  'svc-transaction-follow-up',
  'svc-renovation-site-context',
  'svc-data-center-site-context',
  'svc-agricultural-land-context',
];
const briefs = [...new Set(briefPartRows().map(({ brief }) => `svc-${brief.replaceAll('_', '-')}`))];
const routes = routeNames.filter((name) => briefs.includes(name) || packets.includes(name));

const everywhere = new Set([
  ...briefPartRows().flatMap((row) => (row.everywhere ? row.tool : [])),
  ...packetParts().flatMap(({ counts, tool }) => (counts ? [] : tool)),
]);
const found = partReading({ any: { value: 1, citation: 'c1' } }).answer;
const nothing = partReading(undefined).answer;

/** What a free tool says where only what exists at every point was found: a composed one that part of it alone. */
function answerOf(tool: string) {
  if (everywhere.has(tool as never)) return found;
  const parts = contextPartRows().filter(({ of, everywhere: is }) => is && tool === `svc_${of.replaceAll('-', '_')}`);
  const facts = Object.fromEntries(parts.map(({ name }) => [name, { value: 1, citation: 'c1' }]));
  return parts.length > 0 ? partReading(facts).answer : nothing;
}

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  service.upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', 'http500');
});
afterAll(() => service.close());

const more: Readonly<Record<string, object>> = {
  'svc-transaction-follow-up': { intent: 'homebuyer_due_diligence' },
  'svc-valuation-challenge': { source: 'assessment_notice' },
  'svc-rent-estimate': { bedrooms: 2 },
};

test('what exists at every point of the country is declared: no brief or packet counts it', () => {
  expect(routes.length).toBeGreaterThan(18);
  for (const tool of ['svc_seismic_design', 'svc_fema_events', 'svc_radon_zone', 'svc_wildfire_risk'])
    for (const row of briefPartRows().filter((one) => one.tool === tool && one.brief !== 'place_report'))
      expect([row.brief, tool, row.everywhere, row.decides]).toEqual([row.brief, tool, 'yes', undefined]);
  for (const { tool, counts } of packetParts())
    if (briefPartRows().some((row) => row.tool === tool && row.everywhere))
      expect([tool, counts]).toEqual([tool, false]);
});

test.each(routes)(
  '%s is not sold where nothing was found but what exists at every point',
  async (slug) => {
    const tool = service.service.registry.paidTool(slug) as PaidTool;
    const input = validateInput(tool, { address, ...more[slug] });
    const options = { signal: new AbortController().signal, requestId: 'test' };
    const prepared = await service.service.pipeline.prepare(tool, input, options);
    if (!('ctx' in prepared)) throw new Error('the place was not resolved');
    const call = async (name: string) => answerOf(name);
    // remembered answers belong to a context: the work gets one of its own
    const context = () => ({ ...prepared.ctx, jurisdictions: prepared.ctx.jurisdictions, call }) as never;
    // where a report is offered the place alone decides; what was found, once all of it was read
    if (slug !== 'svc-place-report') expect((await tool.preflight(context(), input as never)).ready).toBe(false);
    expect((await tool.run(context(), input as never)).charge).toBe(false);
  },
  30_000,
);
