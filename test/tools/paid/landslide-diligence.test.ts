import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const { chicago, biloxi } = samplePlaces;
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
