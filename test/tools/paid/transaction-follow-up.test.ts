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
    const queried = framed.transactionFollowUp.unansweredQuestions.join(' ');
    expect(queried).toMatch(/suite or unit/);
  });

  test('jobs around the place are read where they are requested, and count toward nothing', async () => {
    const given = { address: raleigh, intent: 'commercial_tenant_due_diligence' };
    const { transactionFollowUp: plain } = await sold(follow, given);
    const queried = { ...given, requestedAreaContext: ['workplace_employment'] };
    const { transactionFollowUp: framed } = await sold(follow, queried);
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
