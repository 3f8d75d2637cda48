import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import type { ListedFinding } from '../../../src/reports/sections.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

const slug = 'svc-road-access';

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('road access: stops and airports without a road or a rail line are free', async () => {
  const ways = ['tiger-roads', 'fra-crossings', 'ntad-highways', 'ntad-rail'];
  const { charged, body } = await whileFailing(
    (cardId) => ways.includes(cardId),
    (own) => askPaid(own, slug, { latitude: 35.7786, longitude: -78.6431 }),
  );
  expect([charged, ...['transportation_context', 'mapped_roads'].map((id) => statusOf(body, id))]).toEqual([
    false,
    'covered',
    'unavailable',
  ]);
});

test('road access: one road layer that fails makes the section incomplete and the brief degraded', async () => {
  const own = await openService({ sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId, path }) => cardId === 'tiger-roads' && path.includes('/6/'), 'http500');
    const { charged, body } = await askPaid(own, slug, { address: samplePlaces.raleigh.address });
    const brief = body as Brief;
    const roads = brief.coverage.find(({ id }) => id === 'mapped_roads');
    expect([charged, brief.composeStatus, roads?.status, roads?.complete]).toEqual([
      true,
      'degraded',
      'covered',
      false,
    ]);
    const section = brief.sections.find(({ id }) => id === 'mapped_roads');
    expect(section?.note).toMatch(/1 of 3 layers did not answer/);
    expect(section?.tables?.[0]?.rows.map(({ cells }) => cells[0])).toEqual([
      'Synthetic W Hargett St',
      'Synthetic S Edge St',
    ]);
    // what faces no road in the layers that answered may face one in the other
    const frontage = brief.coverage.find(({ id }) => id === 'road_frontage');
    expect([frontage?.status, frontage?.complete]).toEqual(['covered', false]);
  } finally {
    await own.close();
  }
});

test('road access: says how long the parcel lies along which road, and what that leaves open', async () => {
  const { body } = await askPaid(service, slug, { address: samplePlaces.raleigh.address });
  const { summary, standsOut } = body as Brief & { standsOut: readonly ListedFinding[] };
  // the stand-in parcel is a square of 80 m around the point; one street of the made-up town runs along a side of it
  expect(summary).toMatch(
    /The mapped outline of the parcel faces 1 mapped road over 262 ft \(80 m\): "Synthetic Ave 15" \(80 m\)\./,
  );
  expect(standsOut.map(({ id, where }) => `${id} ${where}`)).toEqual([
    'frontage.other_street on_parcel',
    'frontage.inside.Synthetic 78th St on_parcel',
  ]);
  expect(standsOut[0]?.citations.map(({ sourceName }) => sourceName)).toEqual([
    'Raleigh and Wake County property layer (synthetic)',
    'TIGERweb Transportation, local roads (synthetic)',
  ]);
});

test('road access: without an outline there is no frontage, and none is claimed', async () => {
  const { body } = await askPaid(service, slug, { address: samplePlaces.biloxi.address });
  const { coverage, sections, standsOut } = body as Brief & { standsOut: readonly ListedFinding[] };
  expect(coverage.find(({ id }) => id === 'road_frontage')).toMatchObject({
    status: 'not_asked',
    reason: 'no certain parcel lies there',
  });
  expect([sections.some(({ id }) => id === 'road_frontage'), standsOut]).toEqual([false, []]);
});
