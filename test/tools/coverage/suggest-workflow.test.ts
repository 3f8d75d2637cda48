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
      order: 3,
      parallelGroup: 1,
      stage: 'subject',
      tool: 'svc_zoning',
      endpoint: 'POST /tools/call',
      rail: 'free_and_paid',
      scope: 'local',
      availability: 'available',
      why: 'Which zoning district and overlays are mapped?',
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

  test('the plan of a covered place differs from that of another, and each step that can be queried has its arguments', async () => {
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
    for (const { tool, arguments: args, needs } of rowsOf(covered, 'plan')) {
      expect(args, String(tool)).toBeDefined();
      expect(needs, String(tool)).toBe(
        tool === 'svc-valuation-challenge' ? 'address and priceUsd, or address and source' : undefined,
      );
    }
    const window = rowsOf(uncovered, 'plan').find(({ tool }) => tool === 'svc_appeal_window');
    const answer = await service.call('svc_appeal_window', window?.arguments as object);
    expect(answer.summary).toContain('Missouri');
  });

  test('only paid steps cost, and the sum is theirs', async () => {
    const answer = await plan({ intent: 'homebuyer_due_diligence' });
    const priced = rowsOf(answer, 'plan').filter(({ priceUsdc }) => priceUsdc !== undefined);
    expect(priced).toEqual([
      {
        order: 19,
        parallelGroup: 3,
        stage: 'packet',
        tool: 'svc-transaction-follow-up',
        endpoint: 'POST /api/svc-transaction-follow-up',
        rail: 'paid',
        priceUsdc: '0.10',
        scope: 'local',
        availability: 'place_not_given',
        why: 'Open questions about one exact parcel, each with record, evidence and next check',
        needs: 'a place',
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
      order: 3,
      parallelGroup: 2,
      stage: 'subject',
      tool: 'svc_zoning',
      endpoint: 'POST /tools/call',
      rail: 'free_and_paid',
      scope: 'local',
      availability: 'place_not_given',
      why: 'Which zoning district and overlays are mapped?',
      needs: 'a place',
      citation: 'c1',
    });
  });

  test('an unknown goal lists the intents by group, and a subject of another kind is said to be one', async () => {
    const answer = await plan({ intent: 'tap dancing' });
    expect(answer.state).toBe('partial');
    const ids = rowsOf(answer, 'intents').flatMap((one) => one.ids as string[]);
    expect(ids).toEqual(expect.arrayContaining(['homebuyer_due_diligence', 'solar', 'gas_station']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(answer.facts).not.toHaveProperty('plan');
    const poem = await plan({ intent: 'write me a poem', place: raleigh.address });
    expect(poem.facts).not.toHaveProperty('plan');
    expect(poem.summary).toBe('No plan was made: A text to be written is no subject of this service.');
    expect(await refusalOf(service, 'svc_suggest_workflow', { intent: ' ' })).toMatchObject({
      issues: [{ path: 'intent' }],
    });
  });

  test.each([{ place: newYork.address, intent: 'developer_predevelopment' }, { intent: 'nothing of the kind' }])(
    'no verdict words, and small: %j',
    async (args) => {
      const answer = await plan(args);
      expect(verdicts(answer)).toEqual([]);
      expect(JSON.stringify(answer).length).toBeLessThan(11_000);
    },
  );

  test('one call takes the place of the steps that it answers, and offices follow for what no tool does', async () => {
    const answer = await plan({ place: raleigh.address, intent: 'homebuyer_due_diligence' });
    const steps = rowsOf(answer, 'plan');
    expect(steps[0]).toMatchObject({
      order: 1,
      parallelGroup: 1,
      tool: 'svc_place_facts',
      why: 'In one call: parcel, flood zone, governing districts, transportation, property tax context',
    });
    for (const tool of ['svc_parcel_lookup', 'svc_flood_zone', 'svc_property_tax_context'])
      expect(steps.map((step) => step.tool)).not.toContain(tool);
    expect(rowsOf(answer, 'offices')).toContainEqual({
      action: 'Ask for recorded deeds, liens, easements, plats and covenants',
      with: expect.stringContaining('Wake County'),
      citation: 'c1',
    });
    const few = rowsOf(await plan({ place: raleigh.address, intent: 'radon and flood zone' }), 'plan');
    expect(few.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['svc_radon_zone', 'svc_flood_zone']));
  });

  describe('the arguments of steps', () => {
    const places = [raleigh.address, '35.7783, -78.6431', 'Raleigh, NC', 'Wake County, NC', '27601'];
    const intents = ['homebuyer_due_diligence', 'renter_due_diligence', 'disaster_recovery', 'permit_project_closeout'];

    test.each(places.flatMap((place) => intents.map((intent) => ({ place, intent }))))(
      'are taken as they stand, or the step says what it needs: $place, $intent',
      async ({ place, intent }) => {
        const steps = rowsOf(await plan({ place, intent }), 'plan');
        expect(steps.length).toBeGreaterThan(3);
        for (const { tool, arguments: args, needs } of steps) {
          const entry = service.service.registry.find(tool as string);
          const lacks = entry?.lacks((args ?? {}) as Record<string, unknown>) ?? [];
          expect(lacks.length > 0, `${tool} ${JSON.stringify(args)}: ${lacks.join()}`).toBe(needs !== undefined);
        }
      },
    );

    test.each([
      ['svc_storm_events', 'disaster_recovery', { stateFips: '37', countyFips3: '183' }],
      ['svc_fair_market_rents', 'renter_due_diligence', { stateFips: '37', countyFips3: '183', zipCode: '27601' }],
      ['svc_metro_permits', 'homebuyer_due_diligence', { latitude: 35.7783, longitude: -78.6431 }],
    ])('%s gets the codes or the point of the place', async (tool, intent, args) => {
      const steps = rowsOf(await plan({ place: raleigh.address, intent }), 'plan');
      expect(steps.find((step) => step.tool === tool)?.arguments).toEqual(args);
    });

    test('a step about a loan asks for the loan', async () => {
      const steps = rowsOf(await plan({ place: raleigh.address, intent: 'mortgage_servicing' }), 'plan');
      expect(steps.find(({ tool }) => tool === 'svc_owner_mortgage_calendar')?.needs).toContain('originationDate');
    });
  });

  test('a step that takes a goal gets the one of the plan', async () => {
    const steps = rowsOf(await plan({ place: raleigh.address, intent: 'homebuyer_due_diligence' }), 'plan');
    expect(steps.find(({ tool }) => tool === 'svc-transaction-follow-up')?.arguments).toEqual({
      address: raleigh.address,
      intent: 'homebuyer_due_diligence',
    });
  });

  test('the paid place report is beside the plan, with its price and what it covers, and not in the cost', async () => {
    const answer = await plan({ place: raleigh.address, intent: 'homebuyer_due_diligence' });
    const { placeReport, estimatedCostUsdc } = answer.facts as {
      placeReport: { covers: string[] };
      estimatedCostUsdc: { value: string };
    };
    expect(placeReport).toMatchObject({
      tool: 'svc-place-report',
      endpoint: 'POST /api/svc-place-report',
      priceUsdc: '0.05',
      availability: 'available',
      arguments: { address: raleigh.address },
    });
    expect(placeReport.covers).toEqual(expect.arrayContaining(['svc_flood_zone', 'svc_zoning', 'svc_radon_zone']));
    expect(placeReport.covers).not.toContain('svc_loan_limits');
    expect(Number(estimatedCostUsdc.value)).toBeCloseTo(0.1, 6);
  });

  test('a tool that takes codes says where they come from when it is queried otherwise', async () => {
    const refusal = await refusalOf(service, 'svc_fair_market_rents', { address: raleigh.address });
    expect(JSON.stringify(refusal)).toContain('first two digits are stateFips');
    expect(JSON.stringify(await refusalOf(service, 'svc_flood_zone', {}))).not.toContain('stateFips');
  });
});
