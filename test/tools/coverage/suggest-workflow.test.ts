import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdicts } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { refusalOf, rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('svc_suggest_workflow', () => {
  const plan = (args: object) => house.call('svc_suggest_workflow', args);

  test('a natural phrase becomes an ordered plan with reasons; nothing else is called', async () => {
    const answer = await plan({ place: raleigh.address, intent: 'buying a house' });
    expect(answer.facts).toMatchObject({ intent: { value: 'homebuyer_due_diligence' } });
    const steps = rowsOf(answer, 'plan');
    expect(steps.map(({ order }) => order)).toEqual(steps.map((_, at) => at + 1));
    const live = new Set(house.house.registry.all().flatMap(({ name, slug }) => [name, slug]));
    for (const step of steps) expect(live.has(step.tool as string), String(step.tool)).toBe(true);
    expect(steps.find(({ tool }) => tool === 'svc_zoning')).toMatchObject({ availability: 'available' });
  });

  test('a lane that is not wired is set apart with its reason', async () => {
    const skipped = rowsOf(await plan({ place: 'Biloxi, MS', intent: 'homebuyer_due_diligence' }), 'skipped');
    expect(skipped.find(({ tool }) => tool === 'svc_zoning')).toMatchObject({
      availability: 'not_covered',
      reason: expect.any(String),
    });
  });

  test('only paid steps cost, and the sum is theirs', async () => {
    const answer = await plan({ intent: 'homebuyer_due_diligence' });
    const priced = rowsOf(answer, 'plan').filter(({ priceUsdc }) => priceUsdc !== undefined);
    for (const step of priced) expect(step).toMatchObject({ rail: 'paid', endpoint: `POST /api/${step.tool}` });
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
    expect(zoning).toMatchObject({ availability: 'place_not_given' });
  });

  test('an unknown goal lists the intents, nearest first; an empty one is refused', async () => {
    const answer = await plan({ intent: 'tap dancing' });
    expect(answer.state).toBe('partial');
    expect(rowsOf(answer, 'intents').length).toBeGreaterThanOrEqual(20);
    expect(answer.facts).not.toHaveProperty('plan');
    expect(await refusalOf(house, 'svc_suggest_workflow', { intent: ' ' })).toMatchObject({
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
});
