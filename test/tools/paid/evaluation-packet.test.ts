import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { PacketFields } from '../../../src/products/evaluation-packet/schema.ts';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { runPaid } from '../../paid-answer.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { partsOf, shapeOf } from './brief-parts.ts';
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
      'the point is resolved, the parcel record or zoning gave a fact about the property, at least one hazard source gave a fact, and at least half of the parts answered (an empty local register does not count)',
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

test('is free after the payment was verified where both are known and most other sources are silent', async () => {
  const { challenged, charged, body } = await withOnly([...describing, 'usgs-designmaps'], (own) =>
    runPaid(own, own.service.registry.paidTool(slug) as PaidTool, { address: raleigh.address }),
  );
  // coverage ends with the parts that decide; how many others are silent is known once all were asked
  expect([challenged, charged, body.message]).toEqual([
    true,
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
  expect(packet.items.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['parcel.exempt', 'on_parcel.unfinished_permits', 'flood_zone.special_flood_hazard_area']),
  );
  const where = packet.items.map((item) => item.where);
  expect(where).toEqual(where.toSorted((a, b) => Number(b === 'on_parcel') - Number(a === 'on_parcel')));
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

test('one hazard fact is enough where the others answered with nothing', async () => {
  const { charged, body } = await askPaid(service, slug, { address: chicago.address });
  const { sections, coverage } = body as unknown as Brief;
  expect(charged).toBe(true);
  expect(sections.map(({ id }) => id)).toContain('radon_zone');
  expect(sections.map(({ id }) => id)).not.toContain('flood_zone');
  expect(coverage.find(({ id }) => id === 'flood_zone')?.status).toBe('empty');
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-evaluation-packet')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-evaluation-packet', example);
  expect(partsOf(body)).toEqual([
    'svc_parcel_lookup Parcel record: covered',
    'svc_zoning Zoning: covered',
    'svc-evaluation-packet Recorded sales nearby: covered',
    'svc-evaluation-packet Parcels of the same class nearby: covered',
    'svc_taxing_districts Taxing districts: covered',
    'svc_terrain_profile Terrain: covered',
    'svc_soil_context Soil: covered',
    'svc_transportation_context Roads, rail and transit: covered',
    'svc_ordinance_leads Where the zoning text is published: covered',
    'svc_special_valuation_screen Exemptions and special valuation: covered',
    'svc_house_price_index House price index of the county: covered',
    'svc_flood_zone Flood zone: covered',
    'svc_wetland_context Mapped wetlands: covered',
    'svc_seismic_design Seismic design values: covered',
    'svc_landslide_context Landslides: covered',
    'svc_wildfire_risk Wildfire: covered',
    'svc_fema_events Disaster declarations: covered',
    'svc_radon_zone Radon zone: covered',
    'svc_cleanup_sites Cleanup sites: covered',
    'svc_underground_storage_tanks Underground storage tanks: covered',
  ]);
  expect(shapeOf(body)).toEqual({
    parcel_lookup: [
      'Parcel identifier',
      'Account identifier',
      'Matched by',
      'Site address',
      'Property class',
      'Land use',
      'Lot area',
      'Deed area',
      'Living area',
      'Year built',
      'Units',
      'Buildings',
      'Land value',
      'Building value',
      'Total value',
      'Last sale date',
      'Deed date',
      'Planning jurisdiction',
      'Centroid: latitude',
      'Centroid: longitude',
      'Centroid precision',
    ],
    zoning: [
      'Point agrees',
      '| Code',
      '| Label',
      '| Max stories',
      '| Frontage',
      '| Case',
      '| Code',
      '| Label',
      '| Code',
      '| Label',
      '| Share',
      '| Code',
      '| Label',
      '| Share',
    ],
    comparable_sales: [
      'Sales',
      'Sales of same class',
      'Class and size from',
      '| Date',
      '| Price',
      '| Same class as this parcel',
      '| Site address',
      '| Parcel identifier',
      '| Distance',
      '| Property class',
      '| Land use',
      '| Year built',
      '| Living area',
      '| Lot area',
      '| Deed area',
    ],
    comparable_parcels: [
      'Same class as',
      'Parcels of same class',
      'Value by size',
      'Lowest value by size',
      'Middle value by size',
      'Highest value by size',
      '| Parcel',
      '| Site address',
      '| Parcel identifier',
      '| Distance',
      '| Property class',
      '| Land use',
      '| Year built',
      '| Living area',
      '| Lot area',
      '| Deed area',
      '| Land value',
      '| Building value',
      '| Total value',
      '| Total value by size',
      '| Last sale date',
      '| Last sale price',
    ],
    taxing_districts: ['| Kind', '| Name', '| GEOID', '| Body', '| GEOID', '| Applies to', '| Rate', '| Further'],
    terrain_profile: [
      'Elevation',
      'Slope',
      'Slope angle',
      'Slope: falls toward',
      'Slope: over',
      'Slope: method',
      'Relief: lowest',
      'Relief: highest',
      'Relief: difference',
      'Relief: within',
      '| Direction',
      '| Distance',
      '| Above center',
    ],
    soil_context: [
      'Map unit: name',
      'Map unit: symbol',
      'Map unit: survey area',
      'Map unit hydric',
      'Flooding frequency',
      'Map unit ponding',
      'Bedrock depth',
      'Farmland class',
      'Point agrees',
      '| Name',
      '| Kind',
      '| Share',
      '| Slope',
      '| Further',
      '| Use',
      '| Rating',
      '| Share',
      '| Components',
      '| Reasons',
      '| Component',
      '| Share',
      '| High water table',
      '| Wet months',
      '| Further',
      '| Symbol',
      '| Name',
      '| Farmland class',
      '| Hydric',
      '| Share',
    ],
    transportation_context: [
      'Stops',
      '| Route',
      '| Distance',
      '| Railroad',
      '| Network',
      '| Distance',
      '| Name',
      '| Stop identifier',
      '| Mode',
      '| Distance',
      '| Name',
      '| Identifier',
      '| ICAO',
      '| City',
      '| Distance',
    ],
    ordinance_leads: ['| Level', '| Kind', '| Name', '| URL', '| Topic', '| Search for', '| Ask'],
    special_valuation_screen: ['| Kind', '| Title', '| Rule', '| Statute', '| Verification'],
    house_price_index: [
      'County',
      'Latest index',
      'Latest year',
      'Change one year',
      'Change five years',
      'Change ten years',
      '| Year',
      '| Index',
      '| Change one year',
    ],
    flood_zone: [
      'Special flood hazard area',
      'Special flood hazard area on parcel: extent',
      'Special flood hazard area on parcel: share',
      'Point agrees',
      'Community: name',
      'Community identifier',
      '| Zone',
      '| Special flood hazard area',
      '| Floodway',
      '| Share',
      '| Subtype',
      '| Zone',
      '| Subtype',
      '| Special flood hazard area',
      '| Floodway',
      '| Further',
      '| Zone',
      '| Subtype',
      '| Special flood hazard area',
      '| Within',
      '| Panel',
      '| Effective',
      '| Panel type',
      '| Case number',
      '| Effective',
      '| Status',
    ],
    wetland_context: [
      'Mapped at point',
      'Wetland on parcel: extent',
      'Wetland on parcel: share',
      'Wetland on parcel: distance',
      'Point agrees',
      'Polygons',
      '| Code',
      '| Type',
      '| Description',
      '| Polygons',
      '| Total',
    ],
    seismic_design: [
      'Reference document',
      'Risk category',
      'Site class',
      'Seismic design category',
      'SS',
      'S1',
      'SMS',
      'SM1',
      'SDS',
      'SD1',
      'PGA M',
      'TL',
    ],
    landslide_context: [
      'Points',
      'Points: by distance',
      'Outlines at point',
      'Outlines within radius',
      'Susceptibility: code',
      'Susceptibility: legend',
      'Landslide on parcel: extent',
      'Landslide on parcel: share',
      'Point agrees',
      '| Identifier',
      '| Type',
      '| Confidence',
      '| Confidence legend',
      '| Further',
    ],
    wildfire_risk: ['Hazard class', 'Cell size', 'County: events per year', 'County: expected annual loss'],
    fema_events: [
      'Declarations',
      '| Incident type',
      '| Count',
      '| Latest',
      '| Identifier',
      '| Type',
      '| Incident type',
      '| Title',
      '| Further',
    ],
    radon_zone: ['Zone', 'Meaning', 'County'],
    cleanup_sites: [
      'National priorities: by distance',
      'National priorities: deleted by distance',
      'Other Superfund: by distance',
      'Other Superfund: archived by distance',
      'Other Superfund: without coordinates: in ZIP',
      'Other Superfund: without coordinates: in county',
      'Brownfields: by distance',
      '| EPA identifier',
      '| Name',
      '| Status',
      '| Listed',
      '| Further',
      '| EPA identifier',
      '| Name',
      '| Status',
      '| Distance',
      '| Further',
      '| EPA identifier',
      '| Name',
      '| Name',
      '| Registry identifier',
      '| Address',
      '| Distance',
      '| Direction',
    ],
    underground_storage_tanks: [
      'Facilities: by distance',
      'Releases: by distance',
      'Releases: by status',
      'Tanks: facilities',
      'Tanks: by status',
      'Tanks: capacity',
      'Tanks: without capacity',
      '| Facility identifier',
      '| Name',
      '| Address',
      '| Open tanks',
      '| Further',
      '| Release identifier',
      '| Name',
      '| Address',
      '| Status',
      '| Further',
    ],
  });
});
