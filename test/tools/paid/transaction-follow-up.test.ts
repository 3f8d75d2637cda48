import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { ServiceError } from '../../../src/kernel/errors.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import type { SoldFollowUp } from '../../../src/products/shared/follow-up/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { soldPacket } from './packets.ts';

const follow = 'svc-transaction-follow-up';
const intents = [
  'homebuyer_due_diligence',
  'land_investor_due_diligence',
  'developer_predevelopment',
  'commercial_tenant_due_diligence',
  'renovation_planning',
];
const raleigh = samplePlaces.raleigh.address;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const toolOf = (slug: string, at: TestService = service) => at.service.registry.paidTool(slug) as PaidTool;
const exampleOf = (slug: string) => toolOf(slug).examples[0]?.arguments ?? {};

const sold = (slug: string, given: object, at: TestService = service) => soldPacket(at, slug, given);

describe(follow, () => {
  test.each(intents)('%s is sold at a wired parcel with the records of its own profile', async (intent) => {
    proves('charge-follow-up');
    const { transactionFollowUp: packet } = await sold(follow, { address: raleigh, intent });
    expect(packet.intent).toBe(intent);
    expect(packet.groups[0]?.group).toBe('subject_identity');
  });

  test("the caller's words frame the packet and change nothing in it", async () => {
    const plain = await sold(follow, { address: raleigh, intent: 'developer_predevelopment' });
    const words = {
      statedUse: 'superfund radon school',
      projectType: 'wildfire shelter',
      suiteOrUnit: '5B',
      transactionStage: 'pre_application',
      projectArchetype: 'retail',
    };
    const framed = await sold(follow, { address: raleigh, intent: 'developer_predevelopment', ...words });
    const of = ({ transactionFollowUp: { groups, followUpItems, threshold } }: SoldFollowUp) => ({
      groups,
      followUpItems,
      threshold,
    });
    expect(of(framed)).toEqual(of(plain));
    expect(framed.transactionFollowUp.callerContext).toEqual({
      ...words,
      ...{
        transactionStage: 'pre_application',
        projectArchetype: 'retail',
        statedUse: 'superfund radon school',
        projectType: 'wildfire shelter',
        suiteOrUnit: '5B',
        use: 'framing only; it selects no source and changes no item',
      },
    });
    const asked = framed.transactionFollowUp.unansweredQuestions.join(' ');
    expect(asked).toMatch(/suite or unit/);
  });

  test('jobs around the place are read where they are asked for, and count toward nothing', async () => {
    const given = { address: raleigh, intent: 'commercial_tenant_due_diligence' };
    const { transactionFollowUp: plain } = await sold(follow, given);
    const asked = { ...given, requestedAreaContext: ['workplace_employment'] };
    const { transactionFollowUp: framed } = await sold(follow, asked);
    expect(framed.threshold).toEqual(plain.threshold);
    expect(framed.callerContext.requestedAreaContext).toEqual(['workplace_employment']);
    const jobs = framed.groups
      .flatMap(({ components }) => components)
      .find(({ coverage }) => coverage.tool === 'svc-workplace-employment-context');
    expect(jobs).toMatchObject({ counts: false, coverage: { status: 'covered', area: 'within 1000 m of the point' } });
    expect(jobs?.facts.find(({ label }) => label === 'Jobs')?.value ?? jobs?.tables).toBeDefined();
    expect(JSON.stringify(jobs)).toContain('424');
    expect(JSON.stringify(plain)).not.toContain('workplace');
  });

  test('jobs that no file is loaded for stay a question', async () => {
    const own = await openService({ mirrors: false });
    try {
      const given = {
        address: raleigh,
        intent: 'homebuyer_due_diligence',
        requestedAreaContext: ['workplace_employment'],
      };
      const { transactionFollowUp: packet } = await sold(follow, given, own);
      const gap = packet.followUpItems.find(({ id }) => id === 'area_operating_context.workplace_employment.gap');
      expect(gap).toMatchObject({ status: 'open', question: 'How many jobs are counted around the place?' });
    } finally {
      await own.close();
    }
  });

  test('refuses an unknown intent with the allowed ones and an example', () => {
    let refused: ServiceError | undefined;
    try {
      validateInput(toolOf(follow), { address: raleigh, intent: 'flip_it' });
    } catch (error) {
      refused = error as ServiceError;
    }
    expect(refused).toMatchObject({ status: 400, issues: [{ path: 'intent', code: 'not_allowed' }] });
    expect(refused?.message).toContain('land_investor_due_diligence');
    expect(JSON.stringify(refused)).toContain('homebuyer_due_diligence');
  });

  test.each([
    { address: 'abcd' },
    { address: 'a'.repeat(241) },
    { statedUse: '' },
    { suiteOrUnit: 'a'.repeat(81) },
    { requestedAreaContext: ['workplace_employment', 'workplace_employment'] },
  ])('refuses %o', (wrong) => {
    expect(() => validateInput(toolOf(follow), { ...exampleOf(follow), ...wrong })).toThrow();
  });
});

test('asks its own parts and publishes them under its own profile', async () => {
  const example = service.service.registry.paidTool('svc-transaction-follow-up')?.examples[0]?.arguments ?? {};
  const { transactionFollowUp: packet, queriedAddress } = await soldPacket(
    service,
    'svc-transaction-follow-up',
    example,
  );
  const parts = packet.groups.map(({ group, components }) => [
    group,
    components.map(
      ({ coverage, facts }) => `${coverage.tool} ${coverage.status}: ${facts.map(({ label }) => label).join(', ')}`,
    ),
  ]);
  expect([packet.profileTitle, packet.intent, queriedAddress]).toEqual([
    'Homebuyer follow-up',
    'homebuyer_due_diligence',
    '222 W Hargett St, Raleigh, NC 27601',
  ]);
  expect(Object.fromEntries(parts)).toEqual({
    subject_identity: [
      'svc_parcel_lookup covered: Parcel identifier, Account identifier, Matched by, Site address, Property class, Land use, Lot area, Deed area, Living area, Year built, Units, Buildings, Land value, Building value, Total value, Last sale date, Deed date, Planning jurisdiction, Centroid: latitude, Centroid: longitude, Centroid precision',
    ],
    use_occupancy_permits: ['svc_metro_permits covered: ', 'svc_zoning covered: Point agrees'],
    physical_land: [
      'svc_flood_zone covered: Special flood hazard area, Special flood hazard area on parcel: extent, Special flood hazard area on parcel: share, Point agrees, Community: name, Community identifier',
      'svc_wetland_context covered: Mapped at point, Wetland on parcel: extent, Wetland on parcel: share, Wetland on parcel: distance, Point agrees, Polygons',
      'svc_soil_context covered: Map unit: name, Map unit: symbol, Map unit: survey area, Map unit hydric, Flooding frequency, Map unit ponding, Bedrock depth, Farmland class, Point agrees',
      'svc_terrain_profile covered: Elevation, Slope, Slope angle, Slope: falls toward, Slope: over, Slope: method, Relief: lowest, Relief: highest, Relief: difference, Relief: within',
      'svc_landslide_context covered: Points, Points: by distance, Outlines at point, Outlines within radius, Susceptibility: code, Susceptibility: legend, Landslide on parcel: extent, Landslide on parcel: share, Point agrees',
      'svc_wildfire_risk covered: Hazard class, Cell size, County: events per year, County: expected annual loss',
    ],
    environmental_records: [
      'svc_radon_zone covered: Zone, Meaning, County',
      'svc_underground_storage_tanks covered: Facilities: by distance, Releases: by distance, Releases: by status, Tanks: facilities, Tanks: by status, Tanks: capacity, Tanks: without capacity',
      'svc_cleanup_sites covered: National priorities: by distance, National priorities: deleted by distance, Other Superfund: by distance, Other Superfund: archived by distance, Other Superfund: without coordinates: in ZIP, Other Superfund: without coordinates: in county, Brownfields: by distance',
    ],
    change_policy: ['svc_development_cases covered: ', 'svc_local_legislation not_wired: '],
    cost_transfer_timing: [
      'svc_property_tax_context covered: Assessment: parcel identifier, Assessment: property class, Assessment: land value, Assessment: building value, Assessment: total value, Assessment: matched by, Appeal: filed with, Appeal: statute, Appeal: verification',
      'svc_tax_calendar covered: ',
    ],
  });
});
