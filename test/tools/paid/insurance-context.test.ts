import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StructureFields } from '../../../src/products/insurance-context/schema.ts';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import type { BriefItem } from '../../../src/products/shared/brief-items.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { partsOf, shapeOf } from './brief-parts.ts';
import { askPaid, whileFailing } from './sold.ts';

const { biloxi, raleigh } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('insurance: a table of programs alone is not sold', async () => {
  const bare = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    bare.upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', 'http500');
    const { charged, body } = await askPaid(bare, 'svc-insurance-context', { address: biloxi.address });
    expect([charged, statusOf(body, 'mitigation_incentives')]).toEqual([false, 'covered']);
  } finally {
    await bare.close();
  }
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-insurance-context')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-insurance-context', example);
  expect(partsOf(body)).toEqual([
    'svc-insurance-context Building permits of the parcel: Raleigh building permits: covered',
    'svc-insurance-context Flood insurance program in the community: covered',
    'svc_parcel_lookup Parcel and building: covered',
    'svc_flood_zone Flood zone: covered',
    'svc_nfip_claims Flood insurance claims: covered',
    'svc_coastal_county_overlays Coastal overlays: covered',
    'svc_storm_events Storm events in the county: covered',
    'svc_wildfire_risk Wildfire hazard potential: covered',
    'svc_wildfire_history Mapped wildfires: covered',
    'svc_seismic_design Seismic design values: covered',
    'svc_landslide_context Recorded landslides: covered',
    'svc_fema_events Disaster declarations: covered',
    'svc_mitigation_incentives Mitigation programs: not_wired',
  ]);
  expect(shapeOf(body)).toEqual({
    on_parcel_raleigh_permits: ['| Record identifier', '| Title', '| Date', '| Status', '| Further'],
    nfip_community: [
      'Community',
      'Community identifier',
      'Participates',
      'Entered',
      'First rate map',
      'Current map',
      'Rating class',
      'Rating discount',
    ],
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
    nfip_claims: [
      'County',
      'Claims',
      'Paid',
      'Without amount',
      'ZIP',
      'ZIP: count',
      'ZIP: paid',
      '| Year',
      '| Count',
      '| Paid',
    ],
    coastal_county_overlays: ['National program: standing', '| Zone', '| Subtype', '| Coastal wave zone'],
    storm_events: [
      'Zones: names',
      'Preliminary: from',
      'Preliminary: until',
      '| Event type',
      '| Count',
      '| Latest',
      '| Deaths direct',
      '| Further',
      '| Event type',
      '| Date',
      '| Tornado scale',
      '| Damage property',
      '| Further',
      '| Event type',
      '| Count',
      '| Latest',
      '| Deaths direct',
      '| Further',
      '| Kind',
      '| Count',
      '| Latest',
      '| Largest',
      '| Unit',
      '| Hazard',
      '| Events per year',
      '| Expected annual loss',
    ],
    wildfire_risk: ['Hazard class', 'Cell size', 'County: events per year', 'County: expected annual loss'],
    wildfire_history: [
      'Point agrees',
      '| Within',
      '| Count',
      '| Name',
      '| Year',
      '| Discovered',
      '| Acres',
      '| Further',
      '| Within',
      '| Count',
      '| Name',
      '| Year',
      '| Acres',
      '| Within',
      '| Name',
      '| Year',
      '| Share',
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
  });
});

interface Insured extends StructureFields {
  readonly summary: string;
  readonly standsOut: readonly BriefItem[];
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
  expect(summary).toMatch(/^The parcel record gives 1983 as the year built, after the first flood insurance rate map /);
  expect(standsOut.map(({ id, where }) => `${id} ${where}`)).toEqual([
    'on_parcel.unfinished_permits on_site',
    'wildfire_history.recentFires on_site',
    'flood_zone.special_flood_hazard_area on_site',
    'flood_zone.map_revision_23-04-1234P on_site',
    'landslide_context.landslide_outline on_site',
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
