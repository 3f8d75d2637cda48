import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { failUntilTestEnds } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { chicago, biloxi } = samplePlaces;
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const fail = failUntilTestEnds(() => service);

test('landslide: an inventory without landslides is an answer, with its sentence', async () => {
  const { charged, body } = await askPaid(service, 'svc-landslide-diligence', pointOf(chicago));
  const inventory = (body as Brief).coverage.find(({ id }) => id === 'landslide_context');
  expect([charged, inventory?.status, inventory?.says]).toEqual([
    true,
    'empty',
    expect.stringMatching(/within 5000 m of the point: 0 points, 0 mapped outlines/),
  ]);
});

test('landslide: no slope, or a part of the inventory without an answer, is free', async () => {
  const flat = await askPaid(service, 'svc-landslide-diligence', pointOf(biloxi));
  expect([flat.charged, flat.body.message]).toEqual([false, expect.stringMatching(/slope of the terrain model/)]);
  fail(({ cardId, path }) => cardId === 'usgs-landslides' && !/\/0\/query/.test(path));
  const half = await askPaid(service, 'svc-landslide-diligence', { latitude: 35.7784, longitude: -78.6431 });
  expect([half.charged, half.body.message]).toEqual([
    false,
    expect.stringMatching(/answer of the landslide inventory/),
  ]);
});
