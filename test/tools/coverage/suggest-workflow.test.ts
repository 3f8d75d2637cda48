import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick, verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { refusalOf, rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_suggest_workflow', () => {
  const plan = (args: object) => service.call('svc_suggest_workflow', args);

  test('a natural phrase becomes an ordered plan with reasons; nothing else is called', async () => {
    const answer = await plan({ place: raleigh.address, intent: 'buying a house' });
    expect(pick(answer.facts, 'intent')).toEqual({
      intent: {
        value: 'homebuyer_due_diligence',
        citation: 'c1',
        note: 'Before an offer or a closing on a home: parcel, hazards, permits, tax and programs.',
      },
    });
    const steps = rowsOf(answer, 'plan');
    expect(steps.map(({ order }) => order)).toEqual(steps.map((_, at) => at + 1));
    const live = new Set(service.service.registry.all().flatMap(({ name, slug }) => [name, slug]));
    for (const step of steps) expect(live.has(step.tool as string), String(step.tool)).toBe(true);
    expect(steps.find(({ tool }) => tool === 'svc_zoning')).toEqual({
      order: 5,
      stage: 'subject',
      tool: 'svc_zoning',
      endpoint: 'POST /tools/call',
      rail: 'free_and_paid',
      scope: 'local',
      availability: 'available',
      why: 'zoning district and overlays as mapped',
      arguments: { address: raleigh.address },
      citation: 'c1',
    });
  });

  test('a lane that is not wired is set apart with its reason', async () => {
    const skipped = rowsOf(await plan({ place: 'Biloxi, MS', intent: 'homebuyer_due_diligence' }), 'skipped');
    expect(skipped.find(({ tool }) => tool === 'svc_zoning')).toEqual({
      tool: 'svc_zoning',
      availability: 'not_covered',
      reason: 'no source is wired for this lane here',
      byHand: 'planning department of Biloxi, MS (outside its limits: Harrison County)',
      citation: 'c1',
    });
  });

  test('the plan of a covered place differs from that of another, and each step that can be asked has its arguments', async () => {
    const [covered, uncovered] = [
      await plan({ place: raleigh.address, intent: 'property_tax_appeal' }),
      await plan({ place: 'Springfield, MO', intent: 'property_tax_appeal' }),
    ];
    const steps = (answer: Awaited<ReturnType<typeof plan>>) => rowsOf(answer, 'plan').map(({ tool }) => tool);
    expect(steps(covered)).toContain('svc_parcel_lookup');
    expect(steps(uncovered)).not.toContain('svc_parcel_lookup');
    expect(rowsOf(uncovered, 'skipped').find(({ tool }) => tool === 'svc_parcel_lookup')).toMatchObject({
      byHand: 'Assessor, Greene County, MO',
      url: 'https://greenecountymo.gov/assessor/',
    });
    for (const { tool, arguments: args } of rowsOf(covered, 'plan')) expect(args, String(tool)).toBeDefined();
    const window = rowsOf(uncovered, 'plan').find(({ tool }) => tool === 'svc_appeal_window');
    const answer = await service.call('svc_appeal_window', window?.arguments as object);
    expect(answer.summary).toContain('Missouri');
  });

  test('only paid steps cost, and the sum is theirs', async () => {
    const answer = await plan({ intent: 'homebuyer_due_diligence' });
    const priced = rowsOf(answer, 'plan').filter(({ priceUsdc }) => priceUsdc !== undefined);
    expect(priced).toEqual([
      {
        order: 13,
        stage: 'packet',
        tool: 'svc-transaction-follow-up',
        endpoint: 'POST /api/svc-transaction-follow-up',
        rail: 'paid',
        priceUsdc: '0.10',
        scope: 'local',
        availability: 'place_not_given',
        why: 'open questions with evidence, for one exact parcel',
        citation: 'c1',
      },
    ]);
    const sum = priced.reduce((total, { priceUsdc }) => total + Number(priceUsdc), 0);
    expect(Number((answer.facts as { estimatedCostUsdc: { value: string } }).estimatedCostUsdc.value)).toBeCloseTo(
      sum,
      6,
    );
  });

  test('without a place local steps say so', async () => {
    const zoning = rowsOf(await plan({ intent: 'homebuyer_due_diligence' }), 'plan').find(
      ({ tool }) => tool === 'svc_zoning',
    );
    expect(zoning).toEqual({
      order: 5,
      stage: 'subject',
      tool: 'svc_zoning',
      endpoint: 'POST /tools/call',
      rail: 'free_and_paid',
      scope: 'local',
      availability: 'place_not_given',
      why: 'zoning district and overlays as mapped',
      citation: 'c1',
    });
  });

  test('an unknown goal lists the intents, nearest first; an empty one is refused', async () => {
    const answer = await plan({ intent: 'tap dancing' });
    expect(answer.state).toBe('partial');
    expect(rowsOf(answer, 'intents').length).toBeGreaterThanOrEqual(20);
    expect(answer.facts).not.toHaveProperty('plan');
    expect(await refusalOf(service, 'svc_suggest_workflow', { intent: ' ' })).toMatchObject({
      issues: [{ path: 'intent' }],
    });
  });

  test.each([{ place: newYork.address, intent: 'developer_predevelopment' }, { intent: 'nothing of the kind' }])(
    'no verdict words, and small: %j',
    async (args) => {
      const answer = await plan(args);
      expect(verdicts(answer)).toEqual([]);
      expect(JSON.stringify(answer).length).toBeLessThan(8000);
    },
  );

  test('the nearest intents come first, then all others, once each', async () => {
    const answer = await plan({ intent: 'flood insurance for my boat' });
    const listed = rowsOf(answer, 'intents');
    expect(answer.state).toBe('partial');
    expect(listed.slice(0, 2)).toEqual([
      { id: 'mortgage_servicing', title: 'Mortgage servicing', near: true, citation: 'c1' },
      { id: 'disaster_recovery', title: 'Disaster recovery', near: true, citation: 'c1' },
    ]);
    expect(listed.at(-1)?.near).toBe(false);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    expect(answer.verifyNext).toEqual([{ action: 'Call again with one of the intents', with: 'svc_suggest_workflow' }]);
  });
});
