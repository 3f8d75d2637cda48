import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import {
  type GoalReading,
  planFor,
  planOffices,
  planReasons,
  planTopics,
  profiles,
  stages,
} from '../../src/rules/plans.ts';

/** What a professional of the field would request for a goal: one line for each tool, route or office, or forbidden tool. */
const goals: readonly { goal: string; expects: string; name: string }[] = parse(
  readFileSync(new URL('goals.csv', import.meta.url)),
  { columns: true },
);

const named = [
  'renter_due_diligence',
  'homebuyer_due_diligence',
  'small_business_siting',
  'community_organizer_journalist',
  'commercial_tenant_due_diligence',
  'land_investor_due_diligence',
  'developer_predevelopment',
  'environmental_research',
  'short_term_rental_operations',
  'hoa_board_governance',
  'property_owner_cost_relief',
  'property_tax_appeal',
  'utility_bill_relief',
  'mortgage_servicing',
  'disaster_recovery',
  'permit_project_closeout',
  'tax_delinquency_redemption',
];

const idOf = (text: string) => {
  const reading = planFor(text);
  return 'plan' in reading ? reading.plan.id : undefined;
};

/** What of a line of the checklist a plan lacks; nothing where it holds. */
function lacks(reading: GoalReading, { expects, name }: (typeof goals)[number]): string | undefined {
  if (expects === 'none') return 'plan' in reading ? 'has a plan' : undefined;
  if (expects === 'plan') return reading.state === name ? undefined : `is ${reading.state}`;
  const { steps, offices } = 'plan' in reading ? reading.plan : { steps: [], offices: [] };
  const has =
    expects === 'office'
      ? offices.some(({ action, office, with: words }) => `${action} ${office} ${words}`.includes(name))
      : steps.some(({ tool }) => tool === name);
  return has === (expects !== 'not') ? undefined : `${expects} ${name}`;
}

describe('goals', () => {
  const names = [...new Set(goals.map(({ goal }) => goal))];

  test('are at least forty with their checklists, and ten that are none', () => {
    const none = new Set(goals.filter(({ expects }) => expects === 'none').map(({ goal }) => goal));
    expect(none.size).toBeGreaterThanOrEqual(10);
    expect(names.length - none.size).toBeGreaterThanOrEqual(40);
  });

  test.each(names)('%s', (goal) => {
    const reading = planFor(goal);
    expect(goals.filter((line) => line.goal === goal).flatMap((line) => lacks(reading, line) ?? [])).toEqual([]);
  });
});

describe('profiles', () => {
  test('every intent that the specification names is there, and the three families that it describes', () => {
    const ids = profiles().map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(named));
    expect(ids).toEqual(
      expect.arrayContaining(['data_center_siting', 'agricultural_land_due_diligence', 'renovation_planning']),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('steps name tools once, with a reason and a known stage, paid steps last', () => {
    for (const { id, steps } of profiles()) {
      expect(steps.length, id).toBeGreaterThan(4);
      expect(new Set(steps.map(({ tool }) => tool)).size, id).toBe(steps.length);
      for (const { tool, why, stage } of steps) {
        expect(tool, id).toMatch(/^(svc_[a-z0-9_]+|svc-[a-z0-9-]+)$/);
        expect(why.length, tool).toBeGreaterThan(10);
        expect(stages).toContain(stage);
        expect(stage === 'packet', `${id} ${tool}`).toBe(tool.startsWith('svc-'));
      }
      const firstPaid = steps.findIndex(({ stage }) => stage === 'packet');
      expect(steps.slice(firstPaid).every(({ stage }) => stage === 'packet') || firstPaid < 0, id).toBe(true);
    }
  });

  test('every free tool is in the plan of some words, apart from the planner itself', () => {
    const free = shippedRegistry().free.map(({ name }) => name);
    const asked = [...planTopics().flatMap(({ phrases }) => phrases), ...profiles().map(({ id }) => id)].map(planFor);
    const planned = new Set(
      asked.flatMap((one) => ('plan' in one ? one.plan.steps.map(({ tool }) => tool as string) : [])),
    );
    expect(free.filter((name) => !planned.has(name))).toEqual(['svc_suggest_workflow']);
  });

  test('no step and no tool names one that does not exist', () => {
    const registry = shippedRegistry();
    const texts = [...registry.free, ...registry.paid].flatMap(({ whenToUse, notFor, limits }) => [
      whenToUse,
      notFor,
      limits,
    ]);
    const names = JSON.stringify([profiles(), texts]).match(/svc[-_][a-z0-9_-]+/g) ?? [];
    expect(names.length).toBeGreaterThan(profiles().length);
    expect(names.filter((name) => !registry.freeTool(name) && !registry.paidTool(name))).toEqual([]);
  });

  test('no verdict words in what is published', () => {
    const published = profiles().map(({ title, description, steps, offices }) => ({
      title,
      description,
      steps,
      offices,
    }));
    expect(JSON.stringify(published)).not.toMatch(
      /\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable)\b/i,
    );
  });

  test('reasons and offices are of topics and profiles that there are', () => {
    const topics = new Set(planTopics().map(({ id }) => id));
    const kinds = new Map(profiles().map((profile) => [profile.id, profile.topics.map(({ id }) => id)]));
    expect(planReasons().filter(({ profile, topic }) => !kinds.get(profile)?.includes(topic))).toEqual([]);
    expect(planOffices().filter(({ of }) => !topics.has(of) && !kinds.has(of))).toEqual([]);
    for (const { action, office, with: words } of planOffices())
      expect((office ?? words)?.length, action).toBeGreaterThan(3);
  });
});

describe('a goal', () => {
  test('is an id in any spelling, its title, and an id with a slip of the pen', () => {
    for (const { id, title } of profiles()) {
      expect(idOf(id)).toBe(id);
      expect(idOf(id.replaceAll('_', '-').toUpperCase())).toBe(id);
      expect(idOf(` ${id.replaceAll('_', ' ')} `)).toBe(id);
      expect(idOf(title), title).toBe(id);
    }
    expect(idOf('homebuyer_due_dilligence')).toBe('homebuyer_due_diligence');
  });

  test.each([
    ['buying a house', 'homebuyer_due_diligence'],
    ['we are about to buy our first home', 'homebuyer_due_diligence'],
    ['tax too high', 'property_tax_appeal'],
    ['they raised my assessment', 'property_tax_appeal'],
    ['water bill too high', 'utility_bill_relief'],
    ['cannot pay my water bill', 'utility_bill_relief'],
    ['I want to open a coffee shop', 'restaurant'],
    ['restaurant permit for my cousin', 'restaurant'],
    ['open a small business', 'small_business_siting'],
    ['server farm', 'data_center_siting'],
    ['buy a farm', 'agricultural_land_due_diligence'],
    ['planning a kitchen remodel', 'renovation_planning'],
    ['help after the hurricane', 'disaster_recovery'],
    ['my basement flooded in the hurricane', 'disaster_recovery'],
    ['airbnb in Nashville', 'short_term_rental_operations'],
    ['signing a lease for an apartment', 'renter_due_diligence'],
    ["my landlord won't fix the heat", 'renter_due_diligence'],
    ['rezoning for a new construction project', 'developer_predevelopment'],
    ['quiero comprar una casa', 'homebuyer_due_diligence'],
    ['abrir un restaurante', 'restaurant'],
    ['paneles solares', 'solar_installation'],
    ['open a restaraunt', 'restaurant'],
    ['facing forclosure', 'home_foreclosure'],
  ])('"%s" is %s', (phrase, id) => expect(idOf(phrase)).toBe(id));

  test('that names a kind and further topics gets both', () => {
    const reading = planFor('buying a house with an underground oil tank');
    expect('plan' in reading && reading.plan.id).toBe('homebuyer_due_diligence');
    expect('plan' in reading && reading.plan.steps.map(({ tool }) => tool)).toContain('svc_underground_storage_tanks');
  });

  test('of two kinds gets the first with the first topics of the second', () => {
    const reading = planFor('buy a house and rent it out, landlord rental property');
    const tools = 'plan' in reading ? reading.plan.steps.map(({ tool }) => tool) : [];
    expect(tools).toEqual(expect.arrayContaining(['svc_flood_zone', 'svc_rental_registration_check']));
  });

  test('that names topics alone gets a plan of these', () => {
    const reading = planFor('flood insurance for my boat');
    expect(reading.state).toBe('topics');
    expect('plan' in reading && reading.plan.steps.map(({ tool }) => tool)).toEqual(['svc_flood_premium_context']);
    expect(planFor('')).toEqual({ state: 'unknown' });
  });
});
