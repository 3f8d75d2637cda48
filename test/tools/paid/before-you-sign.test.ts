import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

interface Sold {
  readonly message?: string;
  readonly sections: readonly {
    readonly id: string;
    readonly tables?: readonly { readonly rows: readonly { readonly cells: readonly unknown[] }[] }[];
  }[];
  readonly coverage: readonly { readonly id: string; readonly status: string; readonly reason?: string }[];
  readonly componentReadiness?: Record<string, string>;
  readonly componentReadinessDetail?: Record<string, string>;
  readonly suggestedAlternative?: { readonly tools: readonly string[] };
}
const ask = async (slug: string, given: object, at: TestHouse = house) => {
  const { charged, body } = await askPaid(at, slug, given);
  return { charged, body, sold: body as unknown as Sold, message: String(body.message ?? '') };
};

describe('svc-before-you-sign', () => {
  test('says of each part how ready it is, and which free tools answer instead', async () => {
    const { sold } = await ask('svc-before-you-sign', { address: samplePlaces.chicago.address });
    expect(sold.componentReadiness).toEqual({ trend: 'weak', parcel: 'ready', policy: 'ready' });
    expect(sold.componentReadinessDetail?.policy).toMatch(/zoning/);
    expect(sold.suggestedAlternative?.tools).toEqual(expect.arrayContaining(['svc_zoning', 'svc_parcel_lookup']));
    const none = await ask('svc-before-you-sign', { address: samplePlaces.biloxi.address });
    expect(none.sold.componentReadiness).toEqual({ trend: 'missing', parcel: 'missing', policy: 'missing' });
    expect(none.body.kind).toBe('coverage_diagnostic');
  });

  test.each([
    ['parcel', /parcel/],
    ['policy', /raleigh-(zoning|overlay)/],
  ])('is free where only %s is not ready', async (part, fails) => {
    const { charged, sold, message } = await whileFailing(
      (cardId) => fails.test(cardId),
      (own) => ask('svc-before-you-sign', { address: samplePlaces.raleigh.address }, own),
    );
    expect([charged, message]).toEqual([false, expect.stringMatching(new RegExp(`readiness: ${part} \\(`))]);
    expect(sold.componentReadiness?.trend).toBe('ready');
  });
});
