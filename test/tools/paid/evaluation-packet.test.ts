import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-evaluation-packet';
const { raleigh, biloxi, chicago } = samplePlaces;
/** Sources of the parcel and of the zoning district of the example. */
const describing = ['raleigh-parcel', 'wake-parcel', 'nc-onemap-parcels', 'raleigh-zoning'];

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test('describes the property first and its hazards after it, with tax figures named as such and no value', async () => {
  const { charged, body, tool } = await askPaid(house, slug, { address: raleigh.address });
  const { sections, caveats } = body as unknown as Brief;
  expect(charged).toBe(true);
  expect(sections.slice(0, 2).map(({ id }) => id)).toEqual(['parcel_lookup', 'zoning']);
  expect(sections.map(({ id }) => id)).toEqual(expect.arrayContaining(['flood_zone', 'seismic_design', 'radon_zone']));
  expect(caveats[0]).toContain('no value, no opinion of value');
  expect(JSON.stringify(body)).not.toMatch(/market value|estimated value|worth/i);
  expect(tool.paid).toEqual({
    restOnly: true,
    priceUsdc: '0.35',
    rails: ['evm', 'solana'],
    chargesWhen:
      'the point is resolved, the parcel record or zoning gave a fact about the property, at least one hazard source gave a fact, and at least half of the parts answered',
    freeWhen: 'unresolved point, or no property-description and hazard fact',
    tags: ['property', 'evaluation', 'hazards', 'public records'],
    preflightTools: ['svc_parcel_lookup', 'svc_lane_availability'],
    seeAlso: ['svc-place-report', 'svc_place_facts'],
  });
});

test('is free where hazards are known and the property is not', async () => {
  const { charged, body } = await askPaid(house, slug, { address: biloxi.address });
  const diagnostic = body as unknown as BriefDiagnostic;
  expect([charged, diagnostic.kind]).toEqual([false, 'evaluation_packet_diagnostic']);
  expect(diagnostic.message).toMatch(/no source gave a fact about the property itself \(parcel record or zoning\)\.$/);
  expect(diagnostic.coverage.find(({ id }) => id === 'flood_zone')?.status).toBe('covered');
  expect(diagnostic.coverage.find(({ id }) => id === 'parcel_lookup')?.status).toBe('not_wired');
});

/** The packet in a house without mirrors where only the named sources answer. */
async function withOnly(cardIds: readonly string[], address: string) {
  const own = await openHouse({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.world.setFault(({ cardId = '' }) => ![...cardIds, 'census-geocoder'].includes(cardId), 'http500');
    return await askPaid(own, slug, { address });
  } finally {
    await own.close();
  }
}

test('is free where the property is known and no hazard is', async () => {
  const { charged, body } = await withOnly(describing, raleigh.address);
  expect([charged, body.message]).toEqual([
    false,
    'Not charged: no source gave a fact about a mapped or recorded hazard.',
  ]);
});

test('is free where both are known and most sources are silent', async () => {
  const { charged, body } = await withOnly([...describing, 'usgs-designmaps'], raleigh.address);
  expect([charged, body.message]).toEqual([
    false,
    'Not charged: fewer than half of the parts answered. Ask again later.',
  ]);
});

test('one hazard fact is enough where the others answered with nothing', async () => {
  const { charged, body } = await askPaid(house, slug, { address: chicago.address });
  const { sections, coverage } = body as unknown as Brief;
  expect(charged).toBe(true);
  expect(sections.map(({ id }) => id)).toContain('radon_zone');
  expect(sections.map(({ id }) => id)).not.toContain('flood_zone');
  expect(coverage.find(({ id }) => id === 'flood_zone')?.status).toBe('empty');
});
