import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';

const address = '222 W Hargett St, Raleigh, NC 27601';
let test: TestService;
beforeAll(async () => {
  test = await openService();
}, 120_000);
afterAll(() => test?.close());

it('gives the outline of the parcel where it is requested, closed and cited from its layer, and not otherwise', async () => {
  const plain = await test.call('svc_parcel_lookup', { address });
  expect(plain.facts).not.toHaveProperty('outlineRings');
  const { facts, citations, subject } = await test.call('svc_parcel_lookup', { address, outline: true });
  if (!facts) throw new Error('the parcel was not found');
  const { rings, citation } = facts.outlineRings as { rings: [number, number][][]; citation: string };
  expect(rings.flat().length).toBeLessThanOrEqual(60);
  for (const ring of rings) {
    expect(ring.at(0)).toEqual(ring.at(-1));
    for (const [longitude, latitude] of ring) {
      expect(Math.abs(longitude - (subject?.longitude ?? 0))).toBeLessThan(0.01);
      expect(Math.abs(latitude - (subject?.latitude ?? 0))).toBeLessThan(0.01);
    }
  }
  expect(citations[citation]?.sourceName).toMatch(/^Raleigh and Wake County property layer/);
}, 60_000);

it('gives no outline where the address has no certain parcel', async () => {
  const answer = await test.call('svc_parcel_lookup', { latitude: 36.9, longitude: -79.9, outline: true });
  expect(answer.facts ?? {}).not.toHaveProperty('outlineRings');
}, 60_000);
