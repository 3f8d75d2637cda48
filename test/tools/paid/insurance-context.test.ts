import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const { raleigh } = samplePlaces;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ sourceTimeoutMs: 1000 });
});
afterAll(() => house.close());

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
