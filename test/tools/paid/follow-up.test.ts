import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { hashJson } from '../../../src/kernel/canonical.ts';
import type { ServiceError } from '../../../src/kernel/errors.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import {
  type FreePacket,
  FreePacketSchema,
  type SoldFollowUp,
  SoldFollowUpSchema,
} from '../../../src/products/shared/follow-up/schema.ts';
import { stringsOf } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const follow = 'svc-transaction-follow-up';
const renovate = 'svc-renovation-site-context';
const routes = [follow, renovate, 'svc-data-center-site-context', 'svc-agricultural-land-context'];
const pointRoutes = routes.slice(2);
const intents = [
  'homebuyer_due_diligence',
  'land_investor_due_diligence',
  'developer_predevelopment',
  'commercial_tenant_due_diligence',
  'renovation_planning',
];
const verdict =
  /\b(safe|safer|unsafe|risky|best|worst|scores?|grades?|rank(?:ed|s)?|recommend\w*|desirable|dangerous)\b/i;
const raleigh = samplePlaces.raleigh.address;
const biloxi = samplePlaces.biloxi;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const toolOf = (slug: string, at: TestHouse = house) => at.house.registry.paidTool(slug) as PaidTool;
const exampleOf = (slug: string) => toolOf(slug).examples[0]?.arguments ?? {};
const argsAt = (slug: string, address: string) => ({
  address,
  ...(slug === follow && { intent: 'homebuyer_due_diligence' }),
});

type Said = { readonly sold: SoldFollowUp } | { readonly free: FreePacket };

/** What an unpaid call decides and what a paid one would be sold, held against the published schemas. */
async function call(slug: string, given: object, at: TestHouse = house): Promise<Said> {
  const tool = toolOf(slug, at);
  const input = validateInput(tool, given);
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await at.house.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) throw new Error('a packet resolves its own place');
  const { ready } = await tool.preflight(prepared.ctx as never, input as never);
  const outcome = await tool.run(prepared.ctx as never, input as never);
  expect(outcome.charge).toBe(ready);
  return outcome.charge
    ? { sold: SoldFollowUpSchema.parse(outcome.body) }
    : { free: FreePacketSchema.parse(outcome.diagnostic) };
}

async function sold(slug: string, given: object, at: TestHouse = house): Promise<SoldFollowUp> {
  const said = await call(slug, given, at);
  if (!('sold' in said)) throw new Error(said.free.threshold.missing.join('; '));
  return said.sold;
}

async function free(slug: string, given: object, at: TestHouse = house): Promise<FreePacket> {
  const said = await call(slug, given, at);
  if (!('free' in said)) throw new Error(`sold: ${said.sold.summary}`);
  return said.free;
}

async function withFault<T>(faulty: (cardId: string) => boolean, job: (at: TestHouse) => Promise<T>): Promise<T> {
  const own = await openHouse({ sourceTimeoutMs: 1000 });
  try {
    own.world.setFault(({ cardId }) => cardId !== undefined && faulty(cardId), 'http500');
    return await job(own);
  } finally {
    await own.close();
  }
}

describe.each(routes)('%s', (slug) => {
  test('is sold at its example, each item with its basis, citation and next check', async () => {
    const body = await sold(slug, exampleOf(slug));
    const { transactionFollowUp: packet, artifact, id } = body;
    expect(packet).toMatchObject({ kind: 'transaction_follow_up', charged: true, state: 'follow_up_items_found' });
    expect(packet.threshold).toMatchObject({ met: true, missing: [] });
    expect(packet.subject).toMatchObject({ basis: 'parcel', parcel: { parcelId: '1703570123' } });
    expect(hashJson(packet)).toBe(artifact.canonicalHash);
    expect([artifact.reportId, id]).toEqual([artifact.canonicalHash.slice(0, 32), artifact.canonicalHash.slice(0, 32)]);
    const ids = packet.followUpItems.map((item) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const item of packet.followUpItems) {
      if (!item.id.endsWith('.gap')) expect(item.citations.length, item.id).toBeGreaterThan(0);
      expect(item.resolutionEvidence.length > 0).toBe(item.status === 'resolved_with_evidence');
    }
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/PLANTED|planted|555-0199|undefined|\[object|NaN/);
    for (const string of stringsOf(body)) if (!/^https?:/.test(string)) expect(string).not.toMatch(verdict);
    expect(text.length).toBeLessThan(120_000);
  });

  test('is free and carries no facts where its sources fail, and says which did', async () => {
    await withFault(
      (cardId) => cardId !== 'census-geocoder',
      async (own) => {
        const packet = await free(slug, exampleOf(slug), own);
        expect(packet).toMatchObject({ charged: false, state: 'source_unavailable', followUpItems: [] });
        const parts = packet.groups.flatMap(({ components }) => components);
        expect(parts.some(({ coverage }) => coverage.status === 'unavailable' && coverage.reason)).toBe(true);
        for (const { facts } of parts) expect(facts).toEqual([]);
        expect(packet.handoffs.every(({ rail }) => rail === 'free')).toBe(true);
        expect(packet.caveats[0]).toMatch(/^Not charged: /);
      },
    );
  });

  test('is free where the place is not known, and where no parcel is covered at the address', async () => {
    const nowhere = await free(slug, argsAt(slug, 'nowhere in particular'));
    expect(nowhere).toMatchObject({ state: 'incomplete_evidence', threshold: { met: false, answeredComponents: 0 } });
    expect(nowhere.threshold.missing).toEqual([expect.stringContaining('no place was matched; give house number')]);
    const uncovered = await free(slug, argsAt(slug, biloxi.address));
    expect(uncovered.state).toBe('incomplete_evidence');
    expect(uncovered.subject.basis).toBe('not_established');
    expect(uncovered.threshold.missing[0]).toContain('none is wired here');
  });

  test('is free where the geocoder fails, and that is no unknown address', async () => {
    await withFault(
      (cardId) => cardId === 'census-geocoder',
      async (own) => {
        const packet = await free(slug, argsAt(slug, raleigh), own);
        expect([packet.state, packet.subject.basis]).toEqual(['source_unavailable', 'not_established']);
      },
    );
  });

  test('takes no field that it does not publish', () => {
    const refused = () => validateInput(toolOf(slug), { ...exampleOf(slug), radiusMeters: 500 });
    expect(refused).toThrow(/radiusMeters is not an argument/);
  });
});

describe(follow, () => {
  test.each(intents)('%s is sold at a wired parcel with the records of its own profile', async (intent) => {
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
      requestedAreaContext: ['workplace_employment'],
    };
    const framed = await sold(follow, { address: raleigh, intent: 'developer_predevelopment', ...words });
    const of = ({ transactionFollowUp: { groups, followUpItems, threshold } }: SoldFollowUp) => ({
      groups,
      followUpItems,
      threshold,
    });
    expect(of(framed)).toEqual(of(plain));
    expect(framed.transactionFollowUp.callerContext).toMatchObject(words);
    const asked = framed.transactionFollowUp.unansweredQuestions.join(' ');
    expect(asked).toMatch(/Workplace employment was asked for; it is not available/);
    expect(asked).toMatch(/suite or unit/);
    const onward = framed.transactionFollowUp.handoffs.map(({ to }) => to);
    expect(onward).toContain('svc-workplace-employment-context');
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

describe(renovate, () => {
  test('combines the sources of the specification and asks permits by the parcel alone', async () => {
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
    expect(packet.callerContext).toMatchObject({ transactionStage: 'pre_construction' });
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
        expect(packet.followUpItems.filter(({ id }) => id.endsWith('metro_permits.gap'))).toMatchObject([
          { status: 'open', citations: [], group: 'use_occupancy_permits' },
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

describe('land that has no address', () => {
  test('stands for itself by the point of the caller, and its parcel is an open item', async () => {
    const given = { latitude: biloxi.latitude, longitude: biloxi.longitude };
    const { transactionFollowUp: packet } = await sold('svc-data-center-site-context', given);
    expect(packet.subject).toMatchObject({ basis: 'caller_point', precision: 'point' });
    expect(packet.followUpItems.map(({ id }) => id)).toContain('subject_identity.parcel_lookup.gap');
  });

  test('is not sold as farm land without facts of the soil survey', async () => {
    const given = { latitude: biloxi.latitude, longitude: biloxi.longitude };
    const packet = await free('svc-agricultural-land-context', given);
    expect(packet.threshold.missing).toEqual(['soil_context: no facts']);
  });

  test.each(pointRoutes)('%s tells an address that is no parcel how to ask instead', async (slug) => {
    const packet = await free(slug, { address: biloxi.address });
    expect(packet.threshold.missing[0]).toMatch(/give latitude and longitude of the land itself$/);
  });
});
