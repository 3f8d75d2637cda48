import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StructureFields } from '../../../src/products/insurance-context/compose.ts';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import type { ListedFinding } from '../../../src/reports/sections.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

const { biloxi, raleigh } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('insurance: a table of programs alone is not sold', async () => {
  const bare = await openService({ mirrors: false });
  try {
    bare.upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', 'http500');
    const { charged, body } = await askPaid(bare, 'svc-insurance-context', { address: biloxi.address });
    expect([charged, statusOf(body, 'mitigation_incentives')]).toEqual([false, 'covered']);
  } finally {
    await bare.close();
  }
});

interface Insured extends StructureFields {
  readonly summary: string;
  readonly standsOut: readonly ListedFinding[];
}

test('holds the year built against the first flood map, and brings what lies over the building to the front', async () => {
  const { body } = await askPaid(service, 'svc-insurance-context', { address: raleigh.address });
  const { summary, structure, floodMapAndYearBuilt, standsOut } = body as unknown as Insured;
  expect(structure.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Property class: Exempt',
    'Land use: Government',
    'Living area: 96000',
    'Year built: 1983',
    'Units: 1',
    'Buildings: 1',
    'Building value: 8600000',
  ]);
  expect(floodMapAndYearBuilt).toMatchObject({ yearBuilt: 1983, built: 'after_first_map' });
  expect(floodMapAndYearBuilt?.citations.map(({ sourceName }) => sourceName)).toHaveLength(2);
  expect(summary).toMatch(
    /^Flood zone AE on 25% of the parcel .*Built 1983, after the first flood map of the community \(/,
  );
  expect(standsOut.map(({ id, where }) => `${id} ${where}`)).toEqual([
    'flood_zone.special_flood_hazard_area on_parcel',
    'flood_zone.map_revision_23-04-1234P on_parcel',
    'wildfire_history.recentFires on_parcel',
    'landslide_context.landslide_outline on_parcel',
    'on_parcel.unfinished_permits on_parcel',
  ]);
});

test('a building whose parcel could not be read has no structure and no year, and none is claimed', async () => {
  const { charged, body } = await whileFailing(
    (cardId) => /parcel/.test(cardId),
    (own) => askPaid(own, 'svc-insurance-context', { address: raleigh.address }),
  );
  const { structure, floodMapAndYearBuilt, standsOut } = body as unknown as Insured;
  expect([charged, body.composeStatus, structure, floodMapAndYearBuilt]).toEqual([true, 'degraded', [], undefined]);
  expect(standsOut.filter(({ id }) => id.startsWith('structure.'))).toEqual([]);
});
