import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const { raleigh, chicago, biloxi } = samplePlaces;
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ sourceTimeoutMs: 1000 });
});
afterAll(() => house.close());

type Selector = Parameters<TestHouse['world']['setFault']>[0];
const faulty: Selector[] = [];
function fail(selector: Selector): void {
  faulty.push(selector);
  house.world.setFault(selector, 'http500');
}
afterEach(() => {
  for (const selector of faulty.splice(0)) house.world.setFault(selector, undefined);
});

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('insurance: a table of programs alone is not sold', async () => {
  const bare = await openHouse({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    bare.world.setFault(({ cardId }) => cardId !== 'census-geocoder', 'http500');
    const { charged, body } = await askPaid(bare, 'svc-insurance-context', { address: raleigh.address });
    expect([charged, statusOf(body, 'mitigation_incentives')]).toEqual([false, 'covered']);
  } finally {
    await bare.close();
  }
});

test('landslide: an inventory without landslides is an answer, with its sentence', async () => {
  const { charged, body } = await askPaid(house, 'svc-landslide-diligence', pointOf(chicago));
  const inventory = (body as Brief).coverage.find(({ id }) => id === 'landslide_context');
  expect([charged, inventory?.status, inventory?.says]).toEqual([
    true,
    'empty',
    expect.stringMatching(/within 5000 m of the point: 0 points, 0 mapped outlines/),
  ]);
});

test('landslide: no slope, or a part of the inventory without an answer, is free', async () => {
  const flat = await askPaid(house, 'svc-landslide-diligence', pointOf(biloxi));
  expect([flat.charged, flat.body.message]).toEqual([false, expect.stringMatching(/slope of the terrain model/)]);
  fail(({ cardId, path }) => cardId === 'usgs-landslides' && !/\/0\/query/.test(path));
  const half = await askPaid(house, 'svc-landslide-diligence', { latitude: 35.7784, longitude: -78.6431 });
  expect([half.charged, half.body.message]).toEqual([
    false,
    expect.stringMatching(/answer of the landslide inventory/),
  ]);
});

test('power and water: overflows of sewers alone are no evidence of supply', async () => {
  const { charged, body } = await askPaid(house, 'svc-power-water-evidence-pack', pointOf(chicago));
  expect([charged, statusOf(body, 'sewer_overflow_nearby')]).toEqual([false, 'covered']);
});

test('local policy: districts and pointers alone are not sold', async () => {
  const { charged, body } = await askPaid(house, 'svc-local-policy-brief', { address: biloxi.address });
  expect([charged, statusOf(body, 'policy_sources'), statusOf(body, 'governing_districts')]).toEqual([
    false,
    'covered',
    'covered',
  ]);
});

test('local policy: state permit rules beside a zoning map that failed are not sold; zoning alone is', async () => {
  const sold = await askPaid(house, 'svc-local-policy-brief', { address: raleigh.address });
  expect([sold.charged, statusOf(sold.body, 'local_legislation')]).toEqual([true, 'not_wired']);
  fail(({ cardId }) => cardId?.startsWith('raleigh') === true);
  const free = await askPaid(house, 'svc-local-policy-brief', { latitude: 35.7785, longitude: -78.6431 });
  expect([free.charged, statusOf(free.body, 'zoning'), statusOf(free.body, 'permit_rules')]).toEqual([
    false,
    'unavailable',
    'covered',
  ]);
});

test('road access: stops and airports without a road or a rail line are free', async () => {
  fail(({ cardId }) => ['tiger-roads', 'fra-crossings', 'ntad-highways', 'ntad-rail'].includes(cardId ?? ''));
  const { charged, body } = await askPaid(house, 'svc-road-access', { latitude: 35.7786, longitude: -78.6431 });
  expect([charged, statusOf(body, 'transportation_context'), statusOf(body, 'mapped_roads')]).toEqual([
    false,
    'covered',
    'unavailable',
  ]);
});

test('road access: one road layer that fails makes the section incomplete and the brief degraded', async () => {
  fail(({ cardId, path }) => cardId === 'tiger-roads' && path.includes('/6/'));
  const { charged, body } = await askPaid(house, 'svc-road-access', { latitude: 35.7787, longitude: -78.6431 });
  const brief = body as Brief;
  const roads = brief.coverage.find(({ id }) => id === 'mapped_roads');
  expect([charged, brief.composeStatus, roads?.status, roads?.complete]).toEqual([true, 'degraded', 'covered', false]);
  const section = brief.sections.find(({ id }) => id === 'mapped_roads');
  expect(section?.note).toMatch(/1 of 3 layers did not answer/);
  expect(section?.tables?.[0]?.rows.map(({ cells }) => cells[0])).toEqual(['Synthetic W Hargett St']);
});
