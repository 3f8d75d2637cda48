import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { freePacket, soldPacket } from './packets.ts';

const farm = 'svc-agricultural-land-context';
const biloxi = samplePlaces.biloxi;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
const free = (slug: string, given: object, at: TestService = service) => freePacket(at, slug, given);

describe(farm, () => {
  test('is not sold as farm land without facts of the soil survey', async () => {
    const given = { latitude: biloxi.latitude, longitude: biloxi.longitude };
    const packet = await free(farm, given);
    expect(packet.threshold.missing).toEqual(['soil_context: no facts']);
  });
});

test('asks its own parts and publishes them under its own profile', async () => {
  const example = service.service.registry.paidTool('svc-agricultural-land-context')?.examples[0]?.arguments ?? {};
  const { transactionFollowUp: packet, queriedAddress } = await soldPacket(
    service,
    'svc-agricultural-land-context',
    example,
  );
  const parts = packet.groups.map(({ group, components }) => [
    group,
    components.map(
      ({ coverage, facts }) => `${coverage.tool} ${coverage.status}: ${facts.map(({ label }) => label).join(', ')}`,
    ),
  ]);
  expect([packet.profileTitle, packet.intent, queriedAddress]).toEqual([
    'Agricultural land context',
    'agricultural_land_due_diligence',
    '35.7783, -78.6431',
  ]);
  expect(Object.fromEntries(parts)).toEqual({
    subject_identity: [
      'svc_parcel_lookup covered: Parcel identifier, Account identifier, Matched by, Site address, Property class, Land use, Lot area, Deed area, Living area, Year built, Units, Buildings, Land value, Building value, Total value, Last sale date, Deed date, Planning jurisdiction, Centroid: latitude, Centroid: longitude, Centroid precision',
      'svc_governing_districts covered: ',
    ],
    use_occupancy_permits: ['svc_zoning covered: Point agrees'],
    physical_land: [
      'svc_soil_context covered: Map unit: name, Map unit: symbol, Map unit: survey area, Map unit hydric, Flooding frequency, Map unit ponding, Bedrock depth, Farmland class, Point agrees',
      'svc_wetland_context covered: Mapped at point, Wetland on parcel: extent, Wetland on parcel: share, Wetland on parcel: distance, Point agrees, Polygons',
      'svc_flood_zone covered: Special flood hazard area, Special flood hazard area on parcel: extent, Special flood hazard area on parcel: share, Point agrees, Community: name, Community identifier',
      'svc_terrain_profile covered: Elevation, Slope, Slope angle, Slope: falls toward, Slope: over, Slope: method, Relief: lowest, Relief: highest, Relief: difference, Relief: within',
      'svc_groundwater_context covered: Well counts, Well counts: with measured depth',
    ],
    environmental_records: [
      'svc_underground_storage_tanks covered: Facilities: by distance, Releases: by distance, Releases: by status, Tanks: facilities, Tanks: by status, Tanks: capacity, Tanks: without capacity',
      'svc_sole_source_aquifer empty: ',
    ],
    access_infrastructure: ['svc_transportation_context covered: Stops'],
    change_policy: ['svc_development_cases covered: '],
    cost_transfer_timing: ['svc_special_valuation_screen covered: '],
    area_operating_context: [
      'svc_drought_status covered: County, Highest class present, Latest: date, Latest: none, Latest: D0 or more, Latest: D1 or more, Latest: D2 or more, Latest: D3 or more, Latest: D4',
    ],
  });
});
