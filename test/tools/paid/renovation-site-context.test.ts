import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { freePacket, soldPacket, withFault } from './packets.ts';

const renovate = 'svc-renovation-site-context';
const raleigh = samplePlaces.raleigh.address;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const sold = (slug: string, given: object, at: TestService = service) => soldPacket(at, slug, given);
const free = (slug: string, given: object, at: TestService = service) => freePacket(at, slug, given);

describe(renovate, () => {
  test('combines the sources of the specification and asks permits by the parcel alone', async () => {
    proves('charge-renovation');
    const { transactionFollowUp: packet } = await sold(renovate, { address: raleigh });
    expect(packet.groups.flatMap(({ components }) => components.map(({ coverage }) => coverage.tool)).sort()).toEqual([
      'svc_flood_zone',
      'svc_metro_permits',
      'svc_parcel_lookup',
      'svc_radon_zone',
      'svc_soil_context',
      'svc_terrain_profile',
      'svc_wetland_context',
    ]);
    const permits = packet.groups.flatMap(({ components }) => components).find(({ note }) => note?.includes('permit'));
    expect(permits?.note).toMatch(/parcel numbers?, all dates/);
    expect(packet.callerContext).toEqual({
      transactionStage: 'pre_construction',
      projectArchetype: 'residential',
      use: 'framing only; it selects no source and changes no item',
    });
  });

  test('reads a status word by what its register publishes about it', async () => {
    const { transactionFollowUp: packet } = await sold(renovate, { address: samplePlaces.chicago.address });
    const township = packet.followUpItems.find(({ recordIds }) => recordIds.includes('100990001'));
    expect(township?.factualBasis).toMatch(/"ACTIVE"|"OPEN"/);
    const said = packet.followUpItems.flatMap(({ factualBasis }) => factualBasis).join(' ');
    expect(said).toContain("Assessor's own workflow");
  });

  test('stays sold where the permits fail, and says so as a gap', async () => {
    await withFault(
      (cardId) => cardId === 'raleigh-permits',
      async (own) => {
        const { transactionFollowUp: packet } = await sold(renovate, { address: raleigh }, own);
        expect(packet.followUpItems.filter(({ id }) => id.endsWith('metro_permits.gap'))).toEqual([
          {
            status: 'open',
            citations: [],
            group: 'use_occupancy_permits',
            id: 'use_occupancy_permits.metro_permits.gap',
            question: 'Which permits does the building department hold for the parcel?',
            evidenceNeeded: ['The record of the responsible office (permits of the parcel)'],
            resolutionEvidence: [],
            supersedes: [],
            factualBasis: 'Raleigh building permits answered with an error (HTTP 500).',
            recordIds: [],
            verifyNext: {
              action: 'Ask the building department for the permit file and its inspections',
              with: 'City of Raleigh',
              url: 'https://data.raleighnc.gov/',
            },
          },
        ]);
      },
    );
  });

  test('is free where two of its four land sources fail', async () => {
    await withFault(
      (cardId) => cardId === 'usda-sda' || cardId === 'fema-nfhl',
      async (own) => {
        const packet = await free(renovate, { address: raleigh }, own);
        expect(packet.state).toBe('source_unavailable');
        expect(packet.threshold.missing).toContain('physical_land: 2 of at least 3 components answered');
      },
    );
  });
});

test('asks its own parts and publishes them under its own profile', async () => {
  const example = service.service.registry.paidTool('svc-renovation-site-context')?.examples[0]?.arguments ?? {};
  const { transactionFollowUp: packet, queriedAddress } = await soldPacket(
    service,
    'svc-renovation-site-context',
    example,
  );
  const parts = packet.groups.map(({ group, components }) => [
    group,
    components.map(
      ({ coverage, facts }) => `${coverage.tool} ${coverage.status}: ${facts.map(({ label }) => label).join(', ')}`,
    ),
  ]);
  expect([packet.profileTitle, packet.intent, queriedAddress]).toEqual([
    'Renovation site context',
    'renovation_planning',
    '222 W Hargett St, Raleigh, NC 27601',
  ]);
  expect(Object.fromEntries(parts)).toEqual({
    subject_identity: [
      'svc_parcel_lookup covered: Parcel identifier, Account identifier, Matched by, Site address, Property class, Land use, Lot area, Deed area, Living area, Year built, Units, Buildings, Land value, Building value, Total value, Last sale date, Deed date, Planning jurisdiction, Centroid: latitude, Centroid: longitude, Centroid precision',
    ],
    use_occupancy_permits: ['svc_metro_permits covered: '],
    physical_land: [
      'svc_soil_context covered: Map unit: name, Map unit: symbol, Map unit: survey area, Map unit hydric, Flooding frequency, Map unit ponding, Bedrock depth, Farmland class, Point agrees',
      'svc_terrain_profile covered: Elevation, Slope, Slope angle, Slope: falls toward, Slope: over, Slope: method, Relief: lowest, Relief: highest, Relief: difference, Relief: within',
      'svc_flood_zone covered: Special flood hazard area, Special flood hazard area on parcel: extent, Special flood hazard area on parcel: share, Point agrees, Community: name, Community identifier',
      'svc_wetland_context covered: Mapped at point, Wetland on parcel: extent, Wetland on parcel: share, Wetland on parcel: distance, Point agrees, Polygons',
    ],
    environmental_records: ['svc_radon_zone covered: Zone, Meaning, County'],
  });
});
