import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const { chicago } = samplePlaces;
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('power and water: overflows of sewers alone are no evidence of supply', async () => {
  const { charged, body } = await askPaid(service, 'svc-power-water-evidence-pack', pointOf(chicago));
  expect([charged, statusOf(body, 'sewer_overflow_nearby')]).toEqual([false, 'covered']);
});
