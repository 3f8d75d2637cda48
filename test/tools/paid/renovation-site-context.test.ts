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
