import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { soldPacket } from './packets.ts';

const dataCenter = 'svc-data-center-site-context';
const { olathe } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const sold = (slug: string, given: object, at: TestService = service) => soldPacket(at, slug, given);

describe(dataCenter, () => {
  test('stands for itself by the point of the caller, and its parcel is an open item', async () => {
    const given = { latitude: olathe.latitude, longitude: olathe.longitude };
    const { transactionFollowUp: packet } = await sold(dataCenter, given);
    expect(packet.subject).toEqual({
      basis: 'caller_point',
      precision: 'point',
      input: '38.8833, -94.8186',
      resolved: '38.8833, -94.8186',
      latitude: 38.8833,
      longitude: -94.8186,
      state: 'KS',
      countyFips: '20091',
      countyName: 'Johnson County',
    });
    expect(packet.followUpItems.map(({ id }) => id)).toContain('subject_identity.parcel_lookup.gap');
  });
});

test('asks its own parts and publishes them under its own profile', async () => {
  const example = service.service.registry.paidTool('svc-data-center-site-context')?.examples[0]?.arguments ?? {};
  const { transactionFollowUp: packet, queriedAddress } = await soldPacket(
    service,
    'svc-data-center-site-context',
    example,
  );
  const parts = packet.groups.map(({ group, components }) => [
    group,
    components.map(
      ({ coverage, facts }) => `${coverage.tool} ${coverage.status}: ${facts.map(({ label }) => label).join(', ')}`,
    ),
  ]);
  expect([packet.profileTitle, packet.intent, queriedAddress]).toEqual([
    'Data center site context',
    'data_center_siting',
    '222 W Hargett St, Raleigh, NC 27601',
  ]);
  expect(Object.fromEntries(parts)).toEqual({
    subject_identity: [
      'svc_parcel_lookup covered: Parcel identifier, Account identifier, Matched by, Site address, Property class, Land use, Lot area, Deed area, Living area, Year built, Units, Buildings, Land value, Building value, Total value, Last sale date, Deed date, Planning jurisdiction, Centroid: latitude, Centroid: longitude, Centroid precision',
      'svc_governing_districts covered: ',
    ],
    use_occupancy_permits: ['svc_zoning covered: Point agrees'],
    physical_land: [
      'svc_flood_zone covered: Special flood hazard area, Special flood hazard area on parcel: extent, Special flood hazard area on parcel: share, Point agrees, Community: name, Community identifier',
      'svc_wetland_context covered: Mapped at point, Wetland on parcel: extent, Wetland on parcel: share, Wetland on parcel: distance, Point agrees, Polygons',
      'svc_soil_context covered: Map unit: name, Map unit: symbol, Map unit: survey area, Map unit hydric, Flooding frequency, Map unit ponding, Bedrock depth, Farmland class, Point agrees',
      'svc_terrain_profile covered: Elevation, Slope, Slope angle, Slope: falls toward, Slope: over, Slope: method, Relief: lowest, Relief: highest, Relief: difference, Relief: within',
      'svc_seismic_design covered: Reference document, Risk category, Site class, Seismic design category, SS, S1, SMS, SM1, SDS, SD1, PGA M, TL',
      'svc_groundwater_context covered: Well counts, Well counts: with measured depth',
    ],
    environmental_records: [
      'svc_sole_source_aquifer empty: ',
      'svc_cleanup_sites covered: National priorities: by distance, National priorities: deleted by distance, Other Superfund: by distance, Other Superfund: archived by distance, Other Superfund: without coordinates: in ZIP, Other Superfund: without coordinates: in county, Brownfields: by distance',
    ],
    access_infrastructure: [
      'svc_electric_utility_resolver covered: ',
      'svc_utility_service_check covered: ',
      'svc_public_utilities covered: ',
      'svc_transportation_context covered: Stops',
    ],
    change_policy: ['svc_development_cases covered: ', 'svc_local_legislation not_wired: '],
    area_operating_context: [
      'svc_noise_proximity covered: ',
      'svc_drought_status covered: County, Highest class present, Latest: date, Latest: none, Latest: D0 or more, Latest: D1 or more, Latest: D2 or more, Latest: D3 or more, Latest: D4',
    ],
  });
});
