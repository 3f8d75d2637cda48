import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { PacketFields } from '../../../src/products/evaluation-packet/compose.ts';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { findingKinds } from '../../../src/reports/sections.ts';
import { openService, type TestService } from '../../harness.ts';
import { runPaid } from '../../paid-answer.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-evaluation-packet';
const { raleigh, biloxi, chicago, olathe } = samplePlaces;
/** Sources of the parcel and of the zoning district of the example. */
const describing = ['raleigh-parcel', 'wake-parcel', 'nc-onemap-parcels', 'raleigh-zoning'];

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

test('describes the property first and its hazards after it, with tax figures named as such and no value', async () => {
  const { charged, body, tool } = await askPaid(service, slug, { address: raleigh.address });
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
      'the point is resolved, the parcel record or zoning gave a fact about the property, flood, wetlands, landslides or cleanup and tank registers gave a fact, and at least half of the parts answered (an empty local register and what exists at every point do not count)',
    freeWhen: 'unresolved point, or no property-description and hazard fact',
    tags: ['property', 'evaluation', 'hazards', 'public records'],
    preflightTools: ['svc_parcel_lookup', 'svc_lane_availability'],
    seeAlso: ['svc-place-report', 'svc_place_facts'],
  });
});

test.each([
  ['not wired', olathe, 'not_wired'],
  ['one of several near the point of which none is certain', biloxi, 'not_asked'],
] as const)('is free where hazards are known and the property is not: its record is %s', async (_, place, status) => {
  const { charged, body } = await askPaid(service, slug, { address: place.address });
  const diagnostic = body as unknown as BriefDiagnostic;
  expect([charged, diagnostic.kind]).toEqual([false, 'evaluation_packet_diagnostic']);
  expect(diagnostic.message).toMatch(/no source gave a fact about the property itself \(parcel record or zoning\)\.$/);
  expect(diagnostic.coverage.find(({ id }) => id === 'flood_zone')?.status).toBe('covered');
  expect(diagnostic.coverage.find(({ id }) => id === 'parcel_lookup')?.status).toBe(status);
});

/** The packet in a house without mirrors where only the named sources answer. */
async function withOnly<T>(cardIds: readonly string[], ask: (own: TestService) => Promise<T>) {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId = '' }) => ![...cardIds, 'census-geocoder'].includes(cardId), 'http500');
    return await ask(own);
  } finally {
    await own.close();
  }
}

test('is free where the property is known and no hazard is', async () => {
  const { charged, body } = await withOnly(describing, (own) => askPaid(own, slug, { address: raleigh.address }));
  expect([charged, body.message]).toEqual([
    false,
    'Not charged: no source gave a fact about a mapped or recorded hazard.',
  ]);
});

test('is free before any payment where both are known and most other sources are silent', async () => {
  const { challenged, charged, body } = await withOnly([...describing, 'fema-nfhl'], (own) =>
    runPaid(own, own.service.registry.paidTool(slug) as PaidTool, { address: raleigh.address }),
  );
  expect([challenged, charged, body.message]).toEqual([
    false,
    false,
    'Not charged: fewer than half of the parts answered with facts, or with an empty national map or register.',
  ]);
});

test('opens with the property, what stands out of its records and where it lies', async () => {
  const { body } = await askPaid(service, slug, { address: raleigh.address });
  const packet = body as unknown as Brief & PacketFields;
  const short = Object.fromEntries(packet.subjectFacts.map(({ id, value }) => [id, value]));
  expect(short).toMatchObject({
    'svc_parcel_lookup.siteAddress': '222 W HARGETT ST',
    'svc_parcel_lookup.livingArea': 96000,
    'svc_zoning.districts.1.code': 'DX-20-UG',
    'svc_flood_zone.specialFloodHazardAreaOnParcel.sharePercent': 25,
  });
  expect(packet.standsOut.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['parcel.exempt', 'on_parcel.unfinished_permits', 'flood_zone.special_flood_hazard_area']),
  );
  const kinds = packet.standsOut.map(({ kind }) => findingKinds.indexOf(kind));
  expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
  expect(packet.onParcel.map(({ lane, onParcel }) => [lane, onParcel])).toEqual([
    ['permits', true],
    ['transfers', true],
  ]);
  expect(packet.zoningText[0]?.url).toMatch(/unified-development-ordinance/);
  expect(packet.visual?.scope).toBe('parcel');
  expect(packet.visualStatus).toEqual({ status: 'available' });
});

test('says why there is no picture where the photograph does not answer, and is sold without', async () => {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId }) => cardId === 'usda-naip', 'http500');
    const { charged, body } = await askPaid(own, slug, { address: raleigh.address });
    expect(charged).toBe(true);
    const packet = body as unknown as PacketFields;
    expect([packet.visual, packet.visualStatus]).toEqual([
      undefined,
      { status: 'unavailable', reason: 'imagery_unavailable' },
    ]);
  } finally {
    await own.close();
  }
});

test('what exists at every point is no hazard fact where flood, wetland and landslide maps answered with nothing', async () => {
  const { charged, body } = await askPaid(service, slug, { address: chicago.address });
  expect([charged, body.message]).toEqual([
    false,
    'Not charged: no source gave a fact about a mapped or recorded hazard.',
  ]);
});
