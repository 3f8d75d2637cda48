import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedFinding } from '../../../src/reports/sections.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief, type ReadBrief } from './brief-parts.ts';
import { askPaid, whileFailing } from './sold.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);

describe('svc-before-you-sign', () => {
  test('says of each part how ready it is, and which free tools answer instead', async () => {
    const { sold } = await ask('svc-before-you-sign', { address: samplePlaces.chicago.address });
    expect(sold.componentReadiness).toEqual({ trend: 'weak', parcel: 'ready', policy: 'ready' });
    expect(sold.componentReadinessDetail?.policy).toMatch(/zoning/);
    expect(sold.suggestedAlternative?.tools).toEqual(expect.arrayContaining(['svc_zoning', 'svc_parcel_lookup']));
    const none = await ask('svc-before-you-sign', { address: samplePlaces.olathe.address });
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

interface StandsOut {
  readonly summary: string;
  readonly standsOut: readonly ListedFinding[];
}

test('brings the records of the parcel itself, and what they and the maps leave open, to the front', async () => {
  const { body } = await askPaid(service, 'svc-before-you-sign', { address: samplePlaces.raleigh.address });
  const { summary, standsOut } = body as unknown as StandsOut;
  expect(summary).toMatch(
    /^Flood zone AE on 25% of the parcel \(and 3 more\)\. 1 record of the parcel itself in 2 registers\. /,
  );
  expect(standsOut.map(({ id, where }) => `${id} ${where}`)).toEqual([
    'flood_zone.special_flood_hazard_area on_parcel',
    'flood_zone.map_revision_23-04-1234P on_parcel',
    'on_parcel.unfinished_permits on_parcel',
    'tax_calendar.next_tax_date area',
  ]);
  expect(standsOut[2]).toMatchObject({
    finding: expect.stringContaining('BLDNR-014231-2026'),
    citations: [{ recordId: 'BLDNR-014231-2026', recordUrl: expect.stringMatching(/^https:/) }],
  });
});

test('is sold without the registers of the parcel, says that they failed, and claims nothing of them', async () => {
  const { charged, body } = await whileFailing(
    (cardId) => cardId === 'raleigh-code-cases',
    (own) => askPaid(own, 'svc-before-you-sign', { address: samplePlaces.raleigh.address }),
  );
  const { summary } = body as unknown as StandsOut;
  const status = (body as unknown as ReadBrief).coverage.find(({ id }) =>
    id.startsWith('on_parcel_raleigh_code'),
  )?.status;
  expect([charged, body.composeStatus, status]).toEqual([true, 'degraded', 'unavailable']);
  expect(summary).toMatch(
    / 1 record of the parcel itself in 1 register that answered of 2\. .* 1 of them could not be read\.$/,
  );
});
